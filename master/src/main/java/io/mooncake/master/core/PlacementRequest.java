package io.mooncake.master.core;

import io.mooncake.master.core.placement.PlacementQuery;
import java.util.Set;

/**
 * What is to be placed.
 *
 * @param sizeBytes length of the value, at least 1
 * @param sliceBytes length of a slice
 * @param config how it is replicated
 * @param excludedSegments names of segments that are passed over
 * @param writerHost the host that the writer runs on; empty where it is not known
 * @param keyHash a hash of the key
 * @param earlier where the value lies that this one replaces
 */
record PlacementRequest(
        long sizeBytes,
        long sliceBytes,
        ReplicateConfig config,
        Set<String> excludedSegments,
        String writerHost,
        int keyHash,
        EarlierPlacement earlier) {

    int sliceCount() {
        return Math.toIntExact(SliceLimits.count(sizeBytes, sliceBytes));
    }

    long sliceLengthBytes(int slice) {
        return Math.min(sliceBytes, sizeBytes - slice * sliceBytes);
    }

    /** What a policy is asked, where preferred segments hold this many replicas already. */
    PlacementQuery query(int preferredReplicas, long start) {
        return new PlacementQuery(
                config.replicaNum(),
                config.replicaNum() - preferredReplicas,
                config.preferredSegments(),
                writerHost,
                keyHash,
                start);
    }
}
