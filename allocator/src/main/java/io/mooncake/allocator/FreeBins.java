package io.mooncake.allocator;

import java.util.Arrays;

/**
 * The free regions by size class. Two levels of bitmaps say which bins hold any, so that the next one that is not
 * empty is
 * found in a few instructions.
 */
final class FreeBins {

    /** How many regions of a bin are looked at: keeps every search short. */
    private static final int PROBES = 32;

    private final RegionTable regions;
    private final int[] heads = new int[SizeClass.OCTAVES * SizeClass.BINS_PER_OCTAVE];
    private final int[] binBits = new int[SizeClass.OCTAVES];
    private long octaveBits;
    private long regionCount;

    FreeBins(RegionTable regions) {
        this.regions = regions;
        Arrays.fill(heads, RegionTable.NONE);
    }

    long regionCount() {
        return regionCount;
    }

    void add(int row) {
        int bin = SizeClass.of(regions.length(row));
        int head = heads[bin];
        regions.setBinPrevious(row, RegionTable.NONE);
        regions.setBinNext(row, head);
        if (head != RegionTable.NONE) {
            regions.setBinPrevious(head, row);
        }
        heads[bin] = row;
        binBits[bin / SizeClass.BINS_PER_OCTAVE] |= 1 << (bin % SizeClass.BINS_PER_OCTAVE);
        octaveBits |= 1L << (bin / SizeClass.BINS_PER_OCTAVE);
        regionCount++;
    }

    void remove(int row) {
        int previous = regions.binPrevious(row);
        int next = regions.binNext(row);
        if (next != RegionTable.NONE) {
            regions.setBinPrevious(next, previous);
        }
        if (previous != RegionTable.NONE) {
            regions.setBinNext(previous, next);
        } else {
            int bin = SizeClass.of(regions.length(row));
            heads[bin] = next;
            if (next == RegionTable.NONE) {
                markEmpty(bin);
            }
        }
        regionCount--;
    }

    private void markEmpty(int bin) {
        int octave = bin / SizeClass.BINS_PER_OCTAVE;
        binBits[octave] &= ~(1 << (bin % SizeClass.BINS_PER_OCTAVE));
        if (binBits[octave] == 0) {
            octaveBits &= ~(1L << octave);
        }
    }

    /**
     * A region of at least this length, or {@link RegionTable#NONE}. The bin of the length itself is probed first,
     * because
     * a tight fit leaves the least behind; a fit beyond the probes of that bin is not found.
     */
    int find(long length) {
        int own = SizeClass.of(length);
        int row = heads[own];
        for (int probes = 0; probes < PROBES && row != RegionTable.NONE; probes++) {
            if (regions.length(row) >= length) {
                return row;
            }
            row = regions.binNext(row);
        }
        int bin = firstHolding(own + 1);
        return bin < 0 ? RegionTable.NONE : heads[bin];
    }

    /** The longest region among the first of the highest bin that holds any, or {@link RegionTable#NONE}. */
    int longest() {
        if (octaveBits == 0) {
            return RegionTable.NONE;
        }
        int octave = 63 - Long.numberOfLeadingZeros(octaveBits);
        int bin = octave * SizeClass.BINS_PER_OCTAVE + 31 - Integer.numberOfLeadingZeros(binBits[octave]);
        int row = heads[bin];
        int longest = row;
        for (int probes = 0; probes < PROBES && row != RegionTable.NONE; probes++) {
            if (regions.length(row) > regions.length(longest)) {
                longest = row;
            }
            row = regions.binNext(row);
        }
        return longest;
    }

    private int firstHolding(int fromBin) {
        int octave = fromBin / SizeClass.BINS_PER_OCTAVE;
        if (octave >= SizeClass.OCTAVES) {
            return -1;
        }
        int bits = binBits[octave] & (-1 << (fromBin % SizeClass.BINS_PER_OCTAVE));
        if (bits == 0) {
            long octaves = octaveBits & (-2L << octave);
            if (octaves == 0) {
                return -1;
            }
            octave = Long.numberOfTrailingZeros(octaves);
            bits = binBits[octave];
        }
        return octave * SizeClass.BINS_PER_OCTAVE + Integer.numberOfTrailingZeros(bits);
    }

    /** Walks every bin; throws on the first thing that does not add up. */
    void checkInvariants() {
        long counted = 0;
        for (int bin = 0; bin < heads.length; bin++) {
            int octave = bin / SizeClass.BINS_PER_OCTAVE;
            boolean marked = (binBits[octave] & (1 << (bin % SizeClass.BINS_PER_OCTAVE))) != 0;
            if (marked != (heads[bin] != RegionTable.NONE)) {
                throw new IllegalStateException("bitmap and list of bin " + bin + " differ");
            }
            int previous = RegionTable.NONE;
            for (int row = heads[bin]; row != RegionTable.NONE; row = regions.binNext(row)) {
                if (!regions.isFree(row)
                        || regions.binPrevious(row) != previous
                        || SizeClass.of(regions.length(row)) != bin) {
                    throw new IllegalStateException("region at " + regions.offset(row) + " is wrong in bin " + bin);
                }
                previous = row;
                counted++;
            }
        }
        for (int octave = 0; octave < SizeClass.OCTAVES; octave++) {
            if ((binBits[octave] != 0) != ((octaveBits & (1L << octave)) != 0)) {
                throw new IllegalStateException("bitmaps of octave " + octave + " differ");
            }
        }
        if (counted != regionCount) {
            throw new IllegalStateException("bins hold " + counted + " regions, counted " + regionCount);
        }
    }
}
