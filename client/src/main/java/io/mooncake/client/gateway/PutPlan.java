package io.mooncake.client.gateway;

import java.util.List;

/**
 * How the objects of a batch are written.
 *
 * @param replicaNum replicas
 * @param preferredSegments names of segments to try first
 * @param sliceBytes length of a slice in bytes
 * @param kind what may become of objects that are there
 */
public record PutPlan(int replicaNum, List<String> preferredSegments, long sliceBytes, WriteKind kind) {

    /** Copies the list. */
    public PutPlan {
        preferredSegments = List.copyOf(preferredSegments);
    }
}
