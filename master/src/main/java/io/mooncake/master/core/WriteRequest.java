package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A value that a put or an upsert is going to write.
 *
 * @param sliceBytes length of a slice, in force
 */
record WriteRequest(ObjectKey key, long sizeBytes, long sliceBytes, ReplicateConfig config) {

    private static final int MAXIMUM_REPLICAS = 64;
    /** Every name is looked up for every slice that is placed. */
    private static final int MAXIMUM_PREFERRED_SEGMENTS = 256;

    private static final long MAXIMUM_SLICES = 1L << 20;

    /** What is asked for; slice length 0: the default. */
    static WriteRequest of(
            ObjectKey key, long sizeBytes, long sliceBytes, ReplicateConfig config, long defaultSliceBytes) {
        return new WriteRequest(key, sizeBytes, sliceBytes == 0 ? defaultSliceBytes : sliceBytes, config);
    }

    /** Why it is not legal, or {@code null}. */
    @Nullable
    Failure check(MasterCoreConfig limits) {
        if (!key.isLegal()) {
            return CoreState.illegalKey(key);
        }
        if (sizeBytes < 0) {
            return invalid("size_bytes must be at most " + Long.MAX_VALUE + ", is " + Long.toUnsignedString(sizeBytes));
        }
        if (!SliceLimits.isLegal(sliceBytes)) {
            return invalid(
                    "slice_bytes must be " + SliceLimits.DESCRIPTION + ", is " + Long.toUnsignedString(sliceBytes));
        }
        if (SliceLimits.count(sizeBytes, sliceBytes) > MAXIMUM_SLICES) {
            return invalid("slice_bytes must be at least size_bytes / " + MAXIMUM_SLICES + ", is " + sliceBytes);
        }
        int replicaNum = config.replicaNum();
        if (replicaNum < 1 || replicaNum > MAXIMUM_REPLICAS) {
            return invalid("replica_num must be from 1 to " + MAXIMUM_REPLICAS + ", is "
                    + Integer.toUnsignedString(replicaNum));
        }
        int preferredCount = config.preferredSegments().size();
        if (preferredCount > MAXIMUM_PREFERRED_SEGMENTS) {
            return invalid("preferred_segments must have at most " + MAXIMUM_PREFERRED_SEGMENTS + " names, has "
                    + preferredCount);
        }
        long longest = limits.placement().allocator().longestObjectBytes();
        if (sizeBytes > longest) {
            return invalid("size_bytes must be at most " + longest + " with memory_allocator "
                    + limits.placement().allocator().flagValue() + ", is " + sizeBytes);
        }
        String refusal = limits.placement().strategy().policy().refusal(replicaNum, config.preferredSegments());
        return refusal == null ? null : invalid(refusal);
    }

    private static Failure invalid(String message) {
        return new Failure(ErrorCode.INVALID_PARAMS, message);
    }
}
