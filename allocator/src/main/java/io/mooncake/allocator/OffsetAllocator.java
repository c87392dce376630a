package io.mooncake.allocator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ranges of exact lengths anywhere in an address range. Allocating and giving back take constant time;
 * neighbouring free regions are always joined.
 *
 * <p>Thread safety: none; one thread at a time.
 *
 * <p>Ownership: an {@link Allocation} belongs to the caller until {@link #free}.
 *
 * <p>Errors: no room is {@code null} or an empty list; giving back what is not allocated here throws
 * {@link IllegalStateException}.
 */
public final class OffsetAllocator implements RangeAllocator {

    /*
     * The range is tiled by regions, each free or used, linked in address order; no two free ones are neighbours.
     * Offsets and lengths in the region table are in units of the alignment. A free region is in the bin of its size
     * class. A length is rounded up to whole units, the exact length is kept with the allocation.
     */

    private final int alignmentShift;
    private final long capacityUnits;
    private final RegionTable regions;
    private final FreeBins bins;

    /** The region at offset 0; none once closed. */
    private int firstRegion = RegionTable.NONE;

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
        this(capacityBytes, alignmentBytes, new RegionTable());
    }

    /**
     * An allocator over [0, capacity) whose bookkeeping lies in a table that others use, too.
     *
     * @param capacityBytes length of the range, at least one alignment unit; a rest below one unit is not used
     * @param alignmentBytes offsets are multiples of this; a power of two
     * @param regions used by one thread at a time; {@link #close} gives back what this allocator has of it
     */
    public OffsetAllocator(long capacityBytes, long alignmentBytes, RegionTable regions) {
        this(requireCapacity(capacityBytes, alignmentBytes) >>> shift(alignmentBytes), shift(alignmentBytes), regions);
        firstRegion = regions.take(0, capacityUnits);
        bins.add(firstRegion);
    }

    private OffsetAllocator(long capacityUnits, int alignmentShift, RegionTable regions) {
        this.capacityUnits = capacityUnits;
        this.alignmentShift = alignmentShift;
        this.regions = regions;
        bins = new FreeBins(regions, capacityUnits);
    }

    private static long requireCapacity(long capacityBytes, long alignmentBytes) {
        if (alignmentBytes <= 0 || Long.bitCount(alignmentBytes) != 1) {
            throw new IllegalArgumentException("alignmentBytes must be a power of two, is " + alignmentBytes);
        }
        if (capacityBytes < alignmentBytes) {
            throw new IllegalArgumentException(
                    "capacityBytes must be at least " + alignmentBytes + ", is " + capacityBytes);
        }
        return capacityBytes;
    }

    private static int shift(long alignmentBytes) {
        return Long.numberOfTrailingZeros(alignmentBytes);
    }

    /**
     * An allocator over [0, capacity) in which these ranges are in use. A range that cannot be is refused, and the
     * others are restored all the same.
     */
    public static Restoration restore(long capacityBytes, long alignmentBytes, List<Range> ranges) {
        int shift = shift(alignmentBytes);
        OffsetAllocator allocator =
                new OffsetAllocator(requireCapacity(capacityBytes, alignmentBytes) >>> shift, shift, new RegionTable());
        List<Restoration.@Nullable Reason> reasons = new ArrayList<>(ranges.size());
        TreeMap<Long, Long> endUnits = new TreeMap<>();
        List<Integer> accepted = new ArrayList<>(ranges.size());
        for (int index = 0; index < ranges.size(); index++) {
            Restoration.Reason reason = allocator.reasonAgainst(ranges.get(index), endUnits);
            reasons.add(reason);
            if (reason == null) {
                long firstUnit = ranges.get(index).offsetBytes() >>> shift;
                endUnits.put(
                        firstUnit, firstUnit + allocator.units(ranges.get(index).lengthBytes()));
                accepted.add(index);
            }
        }
        accepted.sort(Comparator.comparingLong(index -> ranges.get(index).offsetBytes()));
        Map<Integer, Allocation> allocations = allocator.tile(ranges, accepted);
        List<Restoration.Entry> entries = new ArrayList<>(ranges.size());
        for (int index = 0; index < ranges.size(); index++) {
            Restoration.Reason reason = reasons.get(index);
            entries.add(
                    reason == null
                            ? new Restoration.Restored(Objects.requireNonNull(allocations.get(index)))
                            : new Restoration.Refused(ranges.get(index), reason));
        }
        return new Restoration(allocator, entries);
    }

    private Restoration.@Nullable Reason reasonAgainst(Range range, NavigableMap<Long, Long> endUnits) {
        if (range.lengthBytes() <= 0) {
            return Restoration.Reason.EMPTY;
        }
        if (range.offsetBytes() < 0 || range.offsetBytes() > capacityBytes() - range.lengthBytes()) {
            return Restoration.Reason.OUT_OF_RANGE;
        }
        if (range.offsetBytes() % (1L << alignmentShift) != 0) {
            return Restoration.Reason.MISALIGNED;
        }
        long firstUnit = range.offsetBytes() >>> alignmentShift;
        Map.@Nullable Entry<Long, Long> before = endUnits.floorEntry(firstUnit);
        Long after = endUnits.higherKey(firstUnit);
        boolean meets = (before != null && before.getValue() > firstUnit)
                || (after != null && after < firstUnit + units(range.lengthBytes()));
        return meets ? Restoration.Reason.OVERLAP : null;
    }

    /** Lays out all regions: these ranges, in the order of their offsets, and free ones between them. */
    private Map<Integer, Allocation> tile(List<Range> ranges, List<Integer> ordered) {
        Map<Integer, Allocation> allocations = new TreeMap<>();
        int last = RegionTable.NONE;
        long unit = 0;
        for (int index : ordered) {
            Range range = ranges.get(index);
            long offset = range.offsetBytes() >>> alignmentShift;
            last = offset > unit ? appendFree(last, unit, offset - unit) : last;
            int row = append(last, offset, units(range.lengthBytes()));
            allocations.put(index, markUsed(row, range.lengthBytes()));
            last = row;
            unit = offset + regions.length(row);
        }
        if (unit < capacityUnits) {
            appendFree(last, unit, capacityUnits - unit);
        }
        return allocations;
    }

    private int appendFree(int last, long offset, long length) {
        int row = append(last, offset, length);
        bins.add(row);
        return row;
    }

    private int append(int last, long offset, long length) {
        int row = regions.take(offset, length);
        if (last == RegionTable.NONE) {
            firstRegion = row;
        } else {
            linkAfter(last, row);
        }
        return row;
    }

    /** What the allocator manages, in bytes: its range rounded down to the alignment. */
    @Override
    public long capacityBytes() {
        return capacityUnits << alignmentShift;
    }

    @Override
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** Sum of all free regions, in bytes. */
    @Override
    public long freeBytes() {
        return (capacityUnits - usedUnits) << alignmentShift;
    }

    /** Length of the longest free region, in bytes; 0 when there is none. */
    @Override
    public long largestFreeBytes() {
        int row = bins.longest();
        return row == RegionTable.NONE ? 0 : regions.length(row) << alignmentShift;
    }

    /**
     * A range of exactly this length, at least 1 byte; {@code null} when no free region is found for it. Where a region
     * longer by a sixteenth or more is free, one is found; {@link #allocatePieces} finds any.
     */
    @Override
    public @Nullable Allocation allocate(long lengthBytes) {
        requirePositive(lengthBytes);
        if (lengthBytes > capacityBytes()) {
            return null;
        }
        int row = bins.find(units(lengthBytes));
        return row == RegionTable.NONE ? null : take(row, lengthBytes);
    }

    @Override
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

    /**
     * Ranges of exactly this length together: one where a free region holds it, else the longest free regions, and the
     * rest in the tightest. Empty, with nothing taken, only when that is not enough within the limits.
     */
    @Override
    public List<Allocation> allocatePieces(long lengthBytes, PieceLimits limits) {
        Allocation whole = allocate(lengthBytes);
        if (whole != null) {
            return List.of(whole);
        }
        if (lengthBytes > freeBytes() || !bins.mightHold(units(lengthBytes), limits.maximumPieces())) {
            return List.of();
        }
        List<Allocation> pieces = new ArrayList<>();
        long restBytes = lengthBytes;
        while (restBytes > 0) {
            Allocation piece = pieces.size() == limits.maximumPieces()
                    ? null
                    : allocateUpTo(Math.min(restBytes, limits.smallestBytes()), restBytes);
            if (piece == null) {
                pieces.forEach(this::free);
                return List.of();
            }
            pieces.add(piece);
            restBytes -= piece.lengthBytes();
        }
        return pieces;
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
        return markUsed(row, lengthBytes);
    }

    private Allocation markUsed(int row, long lengthBytes) {
        int use = regions.use(row);
        usedUnits += regions.length(row);
        allocatedBytes += lengthBytes;
        allocationCount++;
        return new Allocation(this, regions.offset(row) << alignmentShift, lengthBytes, row, use);
    }

    @Override
    public void free(Allocation allocation) {
        Objects.requireNonNull(allocation, "allocation");
        int row = allocation.node();
        if (allocation.owner() != this) {
            throw new IllegalStateException(allocation + " comes from another allocator");
        }
        if (firstRegion == RegionTable.NONE) {
            throw new IllegalStateException(allocation + " comes from an allocator that is closed");
        }
        if (!regions.isUsed(row, allocation.use())) {
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

    /** Gives up its bookkeeping, in constant time. What it handed out cannot be given back any more. */
    @Override
    public void close() {
        if (firstRegion != RegionTable.NONE) {
            regions.abandon(firstRegion);
            firstRegion = RegionTable.NONE;
            bins.clear();
        }
    }

    @Override
    public FreeSpaceReport report() {
        return new FreeSpaceReport(
                capacityBytes(), allocatedBytes, freeBytes(), largestFreeBytes(), allocationCount, bins.regionCount());
    }

    /** Walks every region and bin. */
    @Override
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
