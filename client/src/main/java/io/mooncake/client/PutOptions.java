package io.mooncake.client;

import java.util.List;

/**
 * How an object is stored.
 *
 * @param replicaNum replicas in memory, 1 to 64, each on another owner; best effort: fewer where there are not enough
 *     owners or room
 * @param preferredSegments names of segments to try first, in this order; at most 256
 * @param sliceBytes length of a slice in bytes, a power of two from 64 KiB to 1 GiB; 0: the client's default
 */
public record PutOptions(int replicaNum, List<String> preferredSegments, long sliceBytes) {

    /** One replica, anywhere, default slices. */
    public static final PutOptions DEFAULT = new PutOptions(1, List.of(), 0);

    private static final int MAX_REPLICAS = 64;
    private static final int MAX_PREFERRED_SEGMENTS = 256;
    private static final long MIN_SLICE_BYTES = 64L << 10;
    private static final long MAX_SLICE_BYTES = 1L << 30;

    /** Checks the limits. */
    public PutOptions {
        preferredSegments = List.copyOf(preferredSegments);
        if (replicaNum < 1 || replicaNum > MAX_REPLICAS) {
            throw new IllegalArgumentException("replicaNum is " + replicaNum + ", must be 1 to " + MAX_REPLICAS);
        }
        if (preferredSegments.size() > MAX_PREFERRED_SEGMENTS) {
            throw new IllegalArgumentException("preferredSegments has " + preferredSegments.size()
                    + " names, must have at most " + MAX_PREFERRED_SEGMENTS);
        }
        if (sliceBytes != 0 && !isSliceLength(sliceBytes)) {
            throw new IllegalArgumentException(
                    "sliceBytes is " + sliceBytes + ", must be 0 or a power of two from 64 KiB to 1 GiB");
        }
    }

    /** This many replicas, everything else by default. */
    public static PutOptions replicas(int replicaNum) {
        return new PutOptions(replicaNum, List.of(), 0);
    }

    /** The same with these preferred segments. */
    public PutOptions withPreferredSegments(List<String> names) {
        return new PutOptions(replicaNum, names, sliceBytes);
    }

    /** The same with this slice length in bytes. */
    public PutOptions withSliceBytes(long lengthBytes) {
        return new PutOptions(replicaNum, preferredSegments, lengthBytes);
    }

    static boolean isSliceLength(long lengthBytes) {
        return lengthBytes >= MIN_SLICE_BYTES && lengthBytes <= MAX_SLICE_BYTES && Long.bitCount(lengthBytes) == 1;
    }
}
