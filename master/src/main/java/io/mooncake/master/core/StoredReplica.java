package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;

/** One replica of an object: its extents, slice after slice; no extent crosses a slice's end. */
final class StoredReplica {

    final StoredObject object;
    final int index;
    final int segmentCount;
    final Extent[] extents;

    /** Set when a segment under an open write is gone: the replica cannot become readable any more. */
    boolean lost;

    StoredReplica(StoredObject object, int index, int segmentCount, Extent[] extents) {
        this.object = object;
        this.index = index;
        this.segmentCount = segmentCount;
        this.extents = extents;
        for (Extent extent : extents) {
            extent.replica = this;
        }
    }

    boolean isOnUnmountedSegment() {
        for (Extent extent : extents) {
            if (!extent.segment.mounted) {
                return true;
            }
        }
        return false;
    }

    boolean isOnSegment(String name) {
        for (Extent extent : extents) {
            if (extent.segment.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    boolean isOnSuspectClient() {
        for (Extent extent : extents) {
            if (!extent.segment.owner.isAlive()) {
                return true;
            }
        }
        return false;
    }

    ReplicaDescriptor describe() {
        boolean open = object.isOpen();
        ExtentStatus extentStatus = open ? ExtentStatus.INIT : ExtentStatus.COMPLETE;
        List<SliceDescriptor> slices = new ArrayList<>();
        List<ExtentDescriptor> current = new ArrayList<>();
        long objectRest = object.sizeBytes;
        long sliceRest = Math.min(objectRest, object.sliceBytes);
        for (Extent extent : extents) {
            current.add(extent.describe(extentStatus));
            sliceRest -= extent.lengthBytes();
            objectRest -= extent.lengthBytes();
            if (sliceRest == 0) {
                slices.add(new SliceDescriptor(current));
                current.clear();
                sliceRest = Math.min(objectRest, object.sliceBytes);
            }
        }
        ReplicaStatus status = open ? ReplicaStatus.PROCESSING : ReplicaStatus.COMPLETE;
        return new ReplicaDescriptor(index, status, slices, segmentCount);
    }
}
