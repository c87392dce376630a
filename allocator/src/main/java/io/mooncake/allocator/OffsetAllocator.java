package io.mooncake.allocator;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ranges of an address range that it never touches. Allocating and giving back take constant time;
 * neighbouring
 * free regions are always joined.
 *
 * <p>Thread safety: none; one thread at a time.
 *
 * <p>Ownership: an {@link Allocation} belongs to the caller until {@link #free}.
 *
 * <p>Errors: no room is {@code null}; giving back what is not allocated here throws {@link IllegalStateException}.
 */
public final class OffsetAllocator {

    /*
     * The range is tiled by regions, each free or used, linked in address order; no two free ones are neighbours.
     * Offsets
     * and lengths in the region table are in units of the alignment. A free region is in the bin of its size class. A
     * length is rounded up to whole units, the exact length is kept with the allocation.
     */

    private final int alignmentShift;
    private final long capacityUnits;
    private final RegionTable regions = new RegionTable();
    private final FreeBins bins = new FreeBins(regions);
    private final int firstRegion;

    private long allocatedBytes;
    private long usedUnits;
    private long allocationCount;

    /**
     * An allocator over [0, capacity).
     *
     * @param capacityBytes length of the range, at least one alignment unit; a rest below one unit is not used
     * @param alignmentBytes offsets are multiples of this; a power of two
     */
    public OffsetAllocator(long capacityBytes, long alignmentBytes) {
        if (alignmentBytes <= 0 || Long.bitCount(alignmentBytes) != 1) {
            throw new IllegalArgumentException("alignmentBytes must be a power of two, is " + alignmentBytes);
        }
        if (capacityBytes < alignmentBytes) {
            throw new IllegalArgumentException(
                    "capacityBytes must be at least " + alignmentBytes + ", is " + capacityBytes);
        }
        alignmentShift = Long.numberOfTrailingZeros(alignmentBytes);
        capacityUnits = capacityBytes >>> alignmentShift;
        firstRegion = regions.take(0, capacityUnits);
        bins.add(firstRegion);
    }

    /** What the allocator manages, in bytes: its range rounded down to the alignment. */
    public long capacityBytes() {
        return capacityUnits << alignmentShift;
    }

    /** Sum of the exact lengths of all allocations, in bytes. */
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Sum of all free regions, in bytes. */
    public long freeBytes() {
        return (capacityUnits - usedUnits) << alignmentShift;
    }

    /**
     * Length of a long free region, in bytes: an allocation of this length succeeds, and no free region is longer
     * by more
     * than a sixteenth; 0 when there is none.
     */
    public long largestFreeBytes() {
        int row = bins.longest();
        return row == RegionTable.NONE ? 0 : regions.length(row) << alignmentShift;
    }

    /**
     * A range of exactly this length, at least 1 byte; {@code null} when no free region is found for it. Where a
     * region
     * longer by a sixteenth or more is free, one is found.
     */
    public @Nullable Allocation allocate(long lengthBytes) {
        requirePositive(lengthBytes);
        if (lengthBytes > capacityBytes()) {
            return null;
        }
        int row = bins.find(units(lengthBytes));
        return row == RegionTable.NONE ? null : take(row, lengthBytes);
    }

    /**
     * A range of the longest length that is found up to {@code maximumBytes}; {@code null} when that is below
     * {@code minimumBytes}.
     */
    public @Nullable Allocation allocateUpTo(long minimumBytes, long maximumBytes) {
        requirePositive(minimumBytes);
        if (minimumBytes > maximumBytes) {
            throw new IllegalArgumentException("minimum " + minimumBytes + " is above maximum " + maximumBytes);
        }
        Allocation whole = allocate(maximumBytes);
        if (whole != null) {
            return whole;
        }
        int row = bins.longest();
        if (row == RegionTable.NONE) {
            return null;
        }
        long lengthBytes = Math.min(maximumBytes, regions.length(row) << alignmentShift);
        return lengthBytes < minimumBytes ? null : take(row, lengthBytes);
    }

    private Allocation take(int row, long lengthBytes) {
        long units = units(lengthBytes);
        long rest = regions.length(row) - units;
        bins.remove(row);
        if (rest > 0) {
            regions.setLength(row, units);
            int tail = regions.take(regions.offset(row) + units, rest);
            linkAfter(row, tail);
            bins.add(tail);
        }
        int generation = regions.use(row);
        usedUnits += units;
        allocatedBytes += lengthBytes;
        allocationCount++;
        return new Allocation(this, regions.offset(row) << alignmentShift, lengthBytes, row, generation);
    }

    /** Takes a range back. */
    public void free(Allocation allocation) {
        Objects.requireNonNull(allocation, "allocation");
        int row = allocation.node();
        if (allocation.owner() != this) {
            throw new IllegalStateException(allocation + " comes from another allocator");
        }
        if (!regions.isUsed(row, allocation.generation())) {
            throw new IllegalStateException(allocation + " was given back before");
        }
        usedUnits -= regions.length(row);
        allocatedBytes -= allocation.lengthBytes();
        allocationCount--;
        regions.markFree(row);
        int next = regions.next(row);
        if (next != RegionTable.NONE && regions.isFree(next)) {
            bins.remove(next);
            absorbNext(row, next);
        }
        int previous = regions.previous(row);
        if (previous != RegionTable.NONE && regions.isFree(previous)) {
            bins.remove(previous);
            absorbNext(previous, row);
            row = previous;
        }
        bins.add(row);
    }

    /** How full the allocator is. */
    public FreeSpaceReport report() {
        return new FreeSpaceReport(
                capacityBytes(), allocatedBytes, freeBytes(), largestFreeBytes(), allocationCount, bins.regionCount());
    }

    /**
     * Walks every region and bin.
     *
     * @throws IllegalStateException naming the first thing that does not add up
     */
    public void checkInvariants() {
        long expectedOffset = 0;
        long used = 0;
        long usedRegions = 0;
        long freeRegions = 0;
        int previous = RegionTable.NONE;
        for (int row = firstRegion; row != RegionTable.NONE; row = regions.next(row)) {
            require(regions.offset(row) == expectedOffset, "gap or overlap at unit " + expectedOffset);
            require(regions.previous(row) == previous, "broken link at unit " + expectedOffset);
            require(regions.length(row) > 0, "empty region at unit " + expectedOffset);
            if (regions.isFree(row)) {
                require(
                        previous == RegionTable.NONE || !regions.isFree(previous),
                        "two free neighbours at unit " + expectedOffset);
                freeRegions++;
            } else {
                used += regions.length(row);
                usedRegions++;
            }
            expectedOffset += regions.length(row);
            previous = row;
        }
        require(expectedOffset == capacityUnits, "regions end at unit " + expectedOffset + " of " + capacityUnits);
        require(used == usedUnits, "used " + used + " units, counted " + usedUnits);
        require(usedRegions == allocationCount, usedRegions + " allocations, counted " + allocationCount);
        require(freeRegions == bins.regionCount(), freeRegions + " free regions, binned " + bins.regionCount());
        require(allocatedBytes <= used << alignmentShift, "more bytes allocated than units used");
        bins.checkInvariants();
    }

    private void linkAfter(int row, int added) {
        int next = regions.next(row);
        regions.setPrevious(added, row);
        regions.setNext(added, next);
        regions.setNext(row, added);
        if (next != RegionTable.NONE) {
            regions.setPrevious(next, added);
        }
    }

    private void absorbNext(int row, int next) {
        regions.setLength(row, regions.length(row) + regions.length(next));
        int afterNext = regions.next(next);
        regions.setNext(row, afterNext);
        if (afterNext != RegionTable.NONE) {
            regions.setPrevious(afterNext, row);
        }
        regions.release(next);
    }

    private long units(long lengthBytes) {
        return ((lengthBytes - 1) >>> alignmentShift) + 1;
    }

    private static void requirePositive(long lengthBytes) {
        if (lengthBytes <= 0) {
            throw new IllegalArgumentException("a length must be at least 1 byte, is " + lengthBytes);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
