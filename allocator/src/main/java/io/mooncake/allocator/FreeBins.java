package io.mooncake.allocator;

import java.util.Arrays;

/**
 * The free regions by size class. Two levels of bitmaps say which bins hold any, so that the next one that is not empty
 * is found in a few instructions.
 */
final class FreeBins {

    /** How many regions of the request's own bin are looked at: keeps every search short. */
    private static final int OWN_BIN_PROBES = 16;

    /** How many regions of the next bin are looked at for the tightest; any of them is long enough. */
    private static final int NEXT_BIN_PROBES = 4;

    private final RegionTable regions;
    private final int octaves;

    /*
     * What stands before the first region of a bin is not kept: taking that region, as most allocations do, then
     * touches no other.
     */

    /**
     * In one array, so that few cache lines hold what an allocation needs: first, of each octave the bits of its bins
     * that hold any; then, of each bin the first region.
     */
    private final int[] bitsAndHeads;

    private long octaveBits;
    private long regionCount;

    /** The longest region where it is known, else {@link RegionTable#NONE}. */
    private int longest = RegionTable.NONE;

    private long longestLength;

    /** Bins for regions up to this length. */
    FreeBins(RegionTable regions, long longestLength) {
        this.regions = regions;
        octaves = SizeClass.of(longestLength) / SizeClass.BINS_PER_OCTAVE + 1;
        bitsAndHeads = new int[octaves + octaves * SizeClass.BINS_PER_OCTAVE];
        Arrays.fill(bitsAndHeads, octaves, bitsAndHeads.length, RegionTable.NONE);
    }

    private int bits(int octave) {
        return bitsAndHeads[octave];
    }

    private int head(int bin) {
        return bitsAndHeads[octaves + bin];
    }

    private void setHead(int bin, int row) {
        bitsAndHeads[octaves + bin] = row;
    }

    long regionCount() {
        return regionCount;
    }

    void add(int row) {
        long length = regions.length(row);
        int bin = SizeClass.of(length);
        int head = head(bin);
        regions.setBinNext(row, head);
        if (head != RegionTable.NONE) {
            regions.setBinPrevious(head, row);
        }
        setHead(bin, row);
        bitsAndHeads[bin / SizeClass.BINS_PER_OCTAVE] |= 1 << (bin % SizeClass.BINS_PER_OCTAVE);
        octaveBits |= 1L << (bin / SizeClass.BINS_PER_OCTAVE);
        if (regionCount == 0 || (longest != RegionTable.NONE && length > longestLength)) {
            longest = row;
            longestLength = length;
        }
        regionCount++;
    }

    /** Forgets all regions. */
    void clear() {
        Arrays.fill(bitsAndHeads, 0, octaves, 0);
        Arrays.fill(bitsAndHeads, octaves, bitsAndHeads.length, RegionTable.NONE);
        octaveBits = 0;
        regionCount = 0;
        longest = RegionTable.NONE;
    }

    void remove(int row) {
        int next = regions.binNext(row);
        int bin = SizeClass.of(regions.length(row));
        if (head(bin) == row) {
            setHead(bin, next);
            if (next == RegionTable.NONE) {
                markEmpty(bin);
            }
        } else {
            int previous = regions.binPrevious(row);
            regions.setBinNext(previous, next);
            if (next != RegionTable.NONE) {
                regions.setBinPrevious(next, previous);
            }
        }
        if (row == longest) {
            longest = RegionTable.NONE;
        }
        regionCount--;
    }

    private void markEmpty(int bin) {
        int octave = bin / SizeClass.BINS_PER_OCTAVE;
        int bits = bits(octave) & ~(1 << (bin % SizeClass.BINS_PER_OCTAVE));
        bitsAndHeads[octave] = bits;
        if (bits == 0) {
            octaveBits &= ~(1L << octave);
        }
    }

    /**
     * A region of at least this length, or {@link RegionTable#NONE}: the tightest among a few of the request's own bin,
     * else among a few of the next bin that holds any. A fit beyond the probes of the own bin is not found.
     */
    int find(long length) {
        int own = SizeClass.of(length);
        int tightest = tightest(head(own), length, OWN_BIN_PROBES);
        if (tightest != RegionTable.NONE) {
            return tightest;
        }
        int bin = firstHolding(own + 1);
        return bin < 0 ? RegionTable.NONE : tightest(head(bin), length, NEXT_BIN_PROBES);
    }

    private int tightest(int head, long length, int maximumProbes) {
        int tightest = RegionTable.NONE;
        long least = Long.MAX_VALUE;
        int row = head;
        for (int probes = 0; probes < maximumProbes && row != RegionTable.NONE; probes++) {
            long found = regions.length(row);
            if (found == length) {
                return row;
            }
            if (found > length && found < least) {
                tightest = row;
                least = found;
            }
            row = regions.binNext(row);
        }
        return tightest;
    }

    /**
     * The longest region, or {@link RegionTable#NONE}. Takes constant time where it is known since the last call, else
     * looks at every region of the highest bin that holds any.
     */
    int longest() {
        if (longest != RegionTable.NONE || octaveBits == 0) {
            return longest;
        }
        longestLength = 0;
        for (int row = head(lastHolding(octaves * SizeClass.BINS_PER_OCTAVE));
                row != RegionTable.NONE;
                row = regions.binNext(row)) {
            long length = regions.length(row);
            if (length > longestLength) {
                longest = row;
                longestLength = length;
            }
        }
        return longest;
    }

    /** Whether this many regions might have this length together; false is certain. Looks at no more of them. */
    boolean mightHold(long length, int maximumRegions) {
        long rest = length;
        int regionsLeft = maximumRegions;
        for (int bin = lastHolding(octaves * SizeClass.BINS_PER_OCTAVE); bin >= 0; bin = lastHolding(bin)) {
            long most = SizeClass.shortest(bin + 1) - 1;
            for (int row = head(bin); row != RegionTable.NONE; row = regions.binNext(row)) {
                if (regionsLeft-- == 0) {
                    return false;
                }
                rest -= most;
                if (rest <= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private int firstHolding(int fromBin) {
        int octave = fromBin / SizeClass.BINS_PER_OCTAVE;
        if (octave >= octaves) {
            return -1;
        }
        int bits = bits(octave) & (-1 << (fromBin % SizeClass.BINS_PER_OCTAVE));
        if (bits == 0) {
            long holding = octaveBits & (-2L << octave);
            if (holding == 0) {
                return -1;
            }
            octave = Long.numberOfTrailingZeros(holding);
            bits = bits(octave);
        }
        return octave * SizeClass.BINS_PER_OCTAVE + Integer.numberOfTrailingZeros(bits);
    }

    /** The highest bin below this one that holds any, or -1. */
    private int lastHolding(int belowBin) {
        int octave = belowBin / SizeClass.BINS_PER_OCTAVE;
        int bits = octave < octaves ? bits(octave) & ((1 << (belowBin % SizeClass.BINS_PER_OCTAVE)) - 1) : 0;
        if (bits == 0) {
            long holding = octaveBits & ((1L << octave) - 1);
            if (holding == 0) {
                return -1;
            }
            octave = 63 - Long.numberOfLeadingZeros(holding);
            bits = bits(octave);
        }
        return octave * SizeClass.BINS_PER_OCTAVE + 31 - Integer.numberOfLeadingZeros(bits);
    }

    /** Walks every bin; throws on the first thing that does not add up. */
    void checkInvariants() {
        long counted = 0;
        long longestSeen = 0;
        for (int bin = 0; bin < octaves * SizeClass.BINS_PER_OCTAVE; bin++) {
            int octave = bin / SizeClass.BINS_PER_OCTAVE;
            boolean marked = (bits(octave) & (1 << (bin % SizeClass.BINS_PER_OCTAVE))) != 0;
            if (marked != (head(bin) != RegionTable.NONE)) {
                throw new IllegalStateException("bitmap and list of bin " + bin + " differ");
            }
            int previous = RegionTable.NONE;
            for (int row = head(bin); row != RegionTable.NONE; row = regions.binNext(row)) {
                if (!regions.isFree(row)
                        || (previous != RegionTable.NONE && regions.binPrevious(row) != previous)
                        || SizeClass.of(regions.length(row)) != bin) {
                    throw new IllegalStateException("region at " + regions.offset(row) + " is wrong in bin " + bin);
                }
                longestSeen = Math.max(longestSeen, regions.length(row));
                previous = row;
                counted++;
            }
        }
        for (int octave = 0; octave < octaves; octave++) {
            if ((bits(octave) != 0) != ((octaveBits & (1L << octave)) != 0)) {
                throw new IllegalStateException("bitmaps of octave " + octave + " differ");
            }
        }
        if (counted != regionCount) {
            throw new IllegalStateException("bins hold " + counted + " regions, counted " + regionCount);
        }
        if (longest != RegionTable.NONE && (longestLength != longestSeen || regions.length(longest) != longestSeen)) {
            throw new IllegalStateException(
                    "the longest region has " + longestSeen + " units, remembered " + longestLength);
        }
    }
}
