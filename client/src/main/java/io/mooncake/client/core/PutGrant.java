package io.mooncake.client.core;

import java.util.List;

/**
 * An open write.
 *
 * @param putId names it in End and Revoke
 * @param sliceBytes length of a slice in bytes
 * @param replicas what to write; at least one
 */
public record PutGrant(long putId, long sliceBytes, List<ReplicaLocation> replicas) {

    /** Copies the list. */
    public PutGrant {
        replicas = List.copyOf(replicas);
    }
}
