package io.mooncake.master.core;

import io.mooncake.allocator.Allocation;
import io.mooncake.allocator.OffsetAllocator;
import org.jspecify.annotations.Nullable;

/** A segment with its allocator and the list of everything that lies on it. */
final class Segment {

    final SegmentSpec spec;
    final SegmentLocation location;
    final Client owner;
    final OffsetAllocator allocator;

    /** False once taken back or lost: nothing is placed on it any more, and nothing on it is readable. */
    boolean mounted = true;

    /** Bytes on it by open writes and by ranges that wait. */
    long openBytes;

    long fencedBytes;

    /** Position in the registry's list of mounted segments. */
    int position;

    /** Which replica's placement used it last. */
    long placementStamp;

    @Nullable
    Extent firstExtent;

    long extentCount;

    Segment(SegmentSpec spec, Client owner, long alignmentBytes) {
        this.spec = spec;
        this.owner = owner;
        this.location = new SegmentLocation(spec.id(), spec.name(), spec.transferEndpoint(), spec.protocol());
        this.allocator = new OffsetAllocator(spec.sizeBytes(), alignmentBytes);
    }

    boolean isPlaceable() {
        return mounted && owner.isAlive();
    }

    Extent link(Allocation allocation) {
        Extent extent = new Extent(this, allocation);
        Extent first = firstExtent;
        extent.nextInSegment = first;
        if (first != null) {
            first.previousInSegment = extent;
        }
        firstExtent = extent;
        extentCount++;
        return extent;
    }

    void unlink(Extent extent) {
        Extent previous = extent.previousInSegment;
        Extent next = extent.nextInSegment;
        if (previous == null && firstExtent != extent) {
            throw new IllegalStateException("extent at " + extent.address() + " is not listed by its segment");
        }
        if (previous == null) {
            firstExtent = next;
        } else {
            previous.nextInSegment = next;
        }
        if (next != null) {
            next.previousInSegment = previous;
        }
        extent.previousInSegment = null;
        extent.nextInSegment = null;
        extentCount--;
    }

    SegmentReport report() {
        return new SegmentReport(spec, owner.id, allocator.allocatedBytes(), fencedBytes, allocator.largestFreeBytes());
    }
}
