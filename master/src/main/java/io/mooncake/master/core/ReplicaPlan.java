package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ranges that a replica will lie on, slice after slice, while they are being chosen. */
final class ReplicaPlan {

    private final List<Extent> extents = new ArrayList<>();
    private final long stamp;
    private int[] sliceEnds = new int[4];
    private int sliceCount;
    private int segmentCount;
    private int preferredSlices;

    /** A plan that marks segments which it uses with this stamp. */
    ReplicaPlan(long stamp) {
        this.stamp = stamp;
    }

    boolean uses(Segment segment) {
        return segment.placementStamp == stamp;
    }

    int segmentCount() {
        return segmentCount;
    }

    /** Slices that lie on a preferred segment. */
    int preferredSlices() {
        return preferredSlices;
    }

    void countPreferredSlice() {
        preferredSlices++;
    }

    void addSlice(List<Extent> sliceExtents) {
        extents.addAll(sliceExtents);
        for (Extent extent : sliceExtents) {
            if (!uses(extent.segment)) {
                extent.segment.placementStamp = stamp;
                segmentCount++;
            }
        }
        if (sliceCount == sliceEnds.length) {
            sliceEnds = Arrays.copyOf(sliceEnds, 2 * sliceCount);
        }
        sliceEnds[sliceCount++] = extents.size();
    }

    /** Whether the slice has an extent in memory of this client. */
    boolean isSliceOn(int slice, Client owner) {
        for (int i = slice == 0 ? 0 : sliceEnds[slice - 1]; i < sliceEnds[slice]; i++) {
            if (extents.get(i).segment.owner == owner) {
                return true;
            }
        }
        return false;
    }

    /** The clients in whose memory the slice has an extent. */
    Set<Client> ownersOf(int slice) {
        Set<Client> owners = new LinkedHashSet<>();
        for (int i = slice == 0 ? 0 : sliceEnds[slice - 1]; i < sliceEnds[slice]; i++) {
            owners.add(extents.get(i).segment.owner);
        }
        return owners;
    }

    List<Extent> extents() {
        return extents;
    }

    StoredReplica toReplica(StoredObject object, int index) {
        return new StoredReplica(object, index, segmentCount, extents.toArray(new Extent[0]));
    }
}
