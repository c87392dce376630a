package io.mooncake.master.core;

import java.util.List;

/**
 * One replica of an object.
 *
 * @param replicaIndex number of the replica within its object, from 0
 * @param status where it stands
 * @param slices slice i holds the bytes from i × sliceBytes on; none for an empty value
 * @param segmentCount on how many segments it lies
 */
public record ReplicaDescriptor(
        int replicaIndex, ReplicaStatus status, List<SliceDescriptor> slices, int segmentCount) {

    /** Keeps an unmodifiable copy. */
    public ReplicaDescriptor {
        slices = List.copyOf(slices);
    }
}
