package io.mooncake.client.gateway;

import java.util.List;

/**
 * How the objects of a batch are placed.
 *
 * @param replicaNum replicas
 * @param preferredSegments names of segments to try first
 * @param sliceBytes length of a slice in bytes
 */
public record PutPlan(int replicaNum, List<String> preferredSegments, long sliceBytes) {

    /** Copies the list. */
    public PutPlan {
        preferredSegments = List.copyOf(preferredSegments);
    }
}
