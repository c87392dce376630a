package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a segment may be mounted: its own fields, and what is mounted already. */
final class SegmentCheck {

    private static final long BASE_ALIGNMENT_BYTES = 1L << 30;

    private SegmentCheck() {}

    /** What is wrong with the fields, or {@code null}. */
    static @Nullable Failure fields(SegmentSpec spec, MasterCoreConfig config) {
        long alignmentBytes = config.alignmentBytes();
        MemoryAllocator allocator = config.placement().allocator();
        if (spec.name().isEmpty() || spec.transferEndpoint().isEmpty()) {
            return invalid("name and te_endpoint of a segment must not be empty");
        }
        if (spec.base() == 0 || spec.base() % BASE_ALIGNMENT_BYTES != 0) {
            return invalid("base must be a multiple of 1 GiB and not 0, is 0x" + Long.toHexString(spec.base()));
        }
        if (spec.sizeBytes() < alignmentBytes) {
            return invalid("size_bytes must be from " + alignmentBytes + " to " + Long.MAX_VALUE + ", is "
                    + Long.toUnsignedString(spec.sizeBytes()));
        }
        if (Long.compareUnsigned(spec.base() + spec.sizeBytes(), spec.base()) <= 0) {
            return invalid("base + size_bytes must stay below 2^64");
        }
        if (spec.base() % allocator.segmentUnitBytes() != 0 || spec.sizeBytes() % allocator.segmentUnitBytes() != 0) {
            return invalid("base and size_bytes must be multiples of " + allocator.segmentUnitBytes()
                    + " with memory_allocator " + allocator.flagValue() + ", size_bytes is " + spec.sizeBytes());
        }
        if (config.placement().strategy() == AllocationStrategy.CXL
                && Long.compareUnsigned(spec.base(), Segment.CXL_BASE) < 0) {
            return invalid("base must be at least 0x" + Long.toHexString(Segment.CXL_BASE)
                    + " with allocation_strategy cxl, is 0x" + Long.toHexString(spec.base()));
        }
        return null;
    }

    /**
     * Whether the segment is mounted just like that; a {@link Failure} is in the way, or {@code null} when it is
     * new.
     */
    static @Nullable Failure conflict(SegmentSpec spec, @Nullable Client owner, @Nullable Segment existing) {
        if (existing == null || (existing.owner == owner && existing.spec.equals(spec))) {
            return null;
        }
        return new Failure(
                ErrorCode.SEGMENT_ALREADY_EXISTS,
                "segment " + spec.id() + " is mounted already, with other fields or by another client");
    }

    /** Whether the address ranges of two different segments of one client meet. */
    static @Nullable Failure overlap(SegmentSpec spec, List<SegmentSpec> others) {
        for (SegmentSpec other : others) {
            if (!other.id().equals(spec.id())
                    && Long.compareUnsigned(spec.base(), other.base() + other.sizeBytes()) < 0
                    && Long.compareUnsigned(other.base(), spec.base() + spec.sizeBytes()) < 0) {
                return invalid("the addresses of segments " + spec.id() + " and " + other.id() + " overlap");
            }
        }
        return null;
    }

    private static Failure invalid(String message) {
        return new Failure(ErrorCode.INVALID_PARAMS, message);
    }
}
