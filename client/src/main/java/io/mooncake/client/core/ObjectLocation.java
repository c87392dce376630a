package io.mooncake.client.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A readable object.
 *
 * @param sizeBytes length in bytes
 * @param sliceBytes length of a slice in bytes
 * @param replicas the readable replicas, in the order to try them
 * @param checksums null when the writer computed none
 * @param leaseTtlNanos how long the lease lasts, from the execution of the call on
 */
public record ObjectLocation(
        long sizeBytes,
        long sliceBytes,
        List<ReplicaLocation> replicas,
        @Nullable Checksums checksums,
        long leaseTtlNanos) {

    /** Copies the list. */
    public ObjectLocation {
        replicas = List.copyOf(replicas);
    }
}
