package io.mooncake.master.core.placement;

import java.util.List;

/**
 * What is to be placed.
 *
 * @param replicaNum replicas asked for, at least 1
 * @param missingReplicas those of them that no preferred segment holds, at least 1
 * @param preferredSegments names to try first, in this order
 * @param writerHost the host that the writer runs on; empty where it is not known
 * @param keyHash a hash of the key
 * @param start a random number from 0 on, the same for all replicas of a slice, one more for the next slice
 */
public record PlacementQuery(
        int replicaNum,
        int missingReplicas,
        List<String> preferredSegments,
        String writerHost,
        int keyHash,
        long start) {

    /** Keeps the list, which nobody changes. */
    public PlacementQuery {
        if (missingReplicas < 1 || missingReplicas > replicaNum || start < 0) {
            throw new IllegalArgumentException(
                    missingReplicas + " of " + replicaNum + " replicas missing, start " + start);
        }
    }
}
