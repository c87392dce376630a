package io.mooncake.client.core;

import java.util.List;

/**
 * Where a replica lies.
 *
 * @param replicaIndex number of the replica within its object
 * @param extents its ranges, in the order of the object's bytes; none for an empty object
 * @param segmentCount on how many segments it lies
 */
public record ReplicaLocation(int replicaIndex, List<ExtentLocation> extents, int segmentCount) {

    /** Copies the list. */
    public ReplicaLocation {
        extents = List.copyOf(extents);
    }

    /** Bytes of all extents. */
    public long lengthBytes() {
        long sum = 0;
        for (ExtentLocation extent : extents) {
            sum += extent.lengthBytes();
        }
        return sum;
    }
}
