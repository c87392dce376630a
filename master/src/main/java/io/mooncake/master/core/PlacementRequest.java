package io.mooncake.master.core;

/**
 * What is to be placed.
 *
 * @param sizeBytes length of the value, at least 1
 * @param sliceBytes length of a slice
 * @param config how it is replicated
 */
record PlacementRequest(long sizeBytes, long sliceBytes, ReplicateConfig config) {

    int sliceCount() {
        return Math.toIntExact(SliceLimits.count(sizeBytes, sliceBytes));
    }

    long sliceLengthBytes(int slice) {
        return Math.min(sliceBytes, sizeBytes - slice * sliceBytes);
    }
}
