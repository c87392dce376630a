package io.mooncake.master.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A readable object.
 *
 * @param sizeBytes length of the value
 * @param sliceBytes length of a slice
 * @param replicas the readable replicas, those on suspect clients last
 * @param checksums absent when the writer computed none
 * @param leaseTtlNanos how long the lease lasts that this call granted, from its execution; 0 when none was granted
 */
public record ObjectLocation(
        long sizeBytes,
        long sliceBytes,
        List<ReplicaDescriptor> replicas,
        @Nullable Checksums checksums,
        long leaseTtlNanos) {

    /** Keeps an unmodifiable copy. */
    public ObjectLocation {
        replicas = List.copyOf(replicas);
    }
}
