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

    /** What the owner says, kept here too: a placement asks many segments and no owner. */
    boolean ownerIsAlive;

    /** Bytes on it by open writes and by ranges that wait. */
    long openBytes;

    long fencedBytes;

    /** Position in the registry's list of mounted segments. */
    int position;

    /** Which replica's placement used it last. */
    long placementStamp;

    long extentCount;

    private final ExtentLists lists;
    private int firstSlot = ExtentLists.NONE;

    Segment(SegmentSpec spec, Client owner, MasterCoreConfig config, RegionTable regions, ExtentLists lists) {
        boolean isCxl = config.placement().strategy() == AllocationStrategy.CXL;
        this.spec = spec;
        this.owner = owner;
        this.ownerIsAlive = owner.isAlive();
        this.lists = lists;
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
        return mounted && ownerIsAlive;
    }

    boolean isUsed() {
        return firstSlot != ExtentLists.NONE;
    }

    /** The extent that was added last, or {@code null}. */
    @Nullable
    Extent firstExtent() {
        return isUsed() ? lists.at(firstSlot) : null;
    }

    /** The extent that was added before this one, or {@code null}. */
    @Nullable
    Extent nextExtent(Extent extent) {
        int next = lists.next(extent.slot);
        return next == ExtentLists.NONE ? null : lists.at(next);
    }

    Extent link(Allocation allocation) {
        Extent extent = new Extent(this, allocation);
        firstSlot = lists.addBefore(firstSlot, extent);
        extent.slot = firstSlot;
        extentCount++;
        return extent;
    }

    void unlink(Extent extent) {
        firstSlot = lists.remove(extent.slot, firstSlot);
        extent.slot = ExtentLists.NONE;
        extentCount--;
    }

    SegmentReport report() {
        return new SegmentReport(spec, owner.id, allocator.allocatedBytes(), fencedBytes, allocator.largestFreeBytes());
    }
}
