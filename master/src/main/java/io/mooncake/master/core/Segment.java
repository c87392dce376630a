package io.mooncake.master.core;

import io.mooncake.allocator.Allocation;
import io.mooncake.allocator.RangeAllocator;
import io.mooncake.allocator.RegionTable;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.SegmentView;
import org.jspecify.annotations.Nullable;

/** A segment with its allocator and the list of everything that lies on it. */
final class Segment implements SegmentView {

    /** Protocol of extents in CXL memory, and what is taken off their addresses: the base of the device. */
    static final String CXL_PROTOCOL = "cxl";

    static final long CXL_BASE = 0x1_0000_0000L;

    final SegmentSpec spec;
    final SegmentLocation location;
    final Client owner;
    final RangeAllocator allocator;

    /** The address at which its first byte is published. */
    private final long publishedBase;

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

    Segment(SegmentSpec spec, Client owner, MasterCoreConfig config, RegionTable regions) {
        boolean isCxl = config.placement().strategy() == AllocationStrategy.CXL;
        this.spec = spec;
        this.owner = owner;
        this.location = new SegmentLocation(
                spec.id(), spec.name(), spec.transferEndpoint(), isCxl ? CXL_PROTOCOL : spec.protocol());
        this.publishedBase = isCxl ? spec.base() - CXL_BASE : spec.base();
        this.allocator = config.placement().allocator().create(spec.sizeBytes(), config.alignmentBytes(), regions);
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public long capacityBytes() {
        return spec.sizeBytes();
    }

    @Override
    public long freeBytes() {
        return allocator.freeBytes();
    }

    /** No client reports the use of its SSD yet. */
    @Override
    public double ssdFreeRatio() {
        return 1.0;
    }

    /** The address at which a byte of it is published. */
    long address(long offsetBytes) {
        return publishedBase + offsetBytes;
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
