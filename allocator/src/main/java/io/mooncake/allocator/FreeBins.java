package io.mooncake.allocator;

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
    private static final int BINS = SizeClass.OCTAVES * SizeClass.BINS_PER_OCTAVE;

    /** Of each bin the first region and, beside it in the same cache line, how many there are. */
    private final int[] headsAndCounts = new int[2 * BINS];

    private final int[] binBits = new int[SizeClass.OCTAVES];
    private long octaveBits;
    private long regionCount;

    /** The longest region where it is known, else {@link RegionTable#NONE}. */
    private int longest = RegionTable.NONE;

    private long longestLength;

    FreeBins(RegionTable regions) {
        this.regions = regions;
        for (int bin = 0; bin < BINS; bin++) {
            setHead(bin, RegionTable.NONE);
        }
    }

    private int head(int bin) {
        return headsAndCounts[2 * bin];
    }

    private void setHead(int bin, int row) {
        headsAndCounts[2 * bin] = row;
    }

    private int count(int bin) {
        return headsAndCounts[2 * bin + 1];
    }

    long regionCount() {
        return regionCount;
    }

    void add(int row) {
        long length = regions.length(row);
        int bin = SizeClass.of(length);
        int head = head(bin);
        regions.setBinPrevious(row, RegionTable.NONE);
        regions.setBinNext(row, head);
        if (head != RegionTable.NONE) {
            regions.setBinPrevious(head, row);
        }
        setHead(bin, row);
        headsAndCounts[2 * bin + 1]++;
        binBits[bin / SizeClass.BINS_PER_OCTAVE] |= 1 << (bin % SizeClass.BINS_PER_OCTAVE);
        octaveBits |= 1L << (bin / SizeClass.BINS_PER_OCTAVE);
        if (regionCount == 0 || (longest != RegionTable.NONE && length > longestLength)) {
            longest = row;
            longestLength = length;
        }
        regionCount++;
    }

    void remove(int row) {
        int previous = regions.binPrevious(row);
        int next = regions.binNext(row);
        int bin = SizeClass.of(regions.length(row));
        if (next != RegionTable.NONE) {
            regions.setBinPrevious(next, previous);
        }
        if (previous != RegionTable.NONE) {
            regions.setBinNext(previous, next);
        } else {
            setHead(bin, next);
            if (next == RegionTable.NONE) {
                markEmpty(bin);
            }
        }
        headsAndCounts[2 * bin + 1]--;
        if (row == longest) {
            longest = RegionTable.NONE;
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
        for (int row = head(lastHolding(BINS)); row != RegionTable.NONE; row = regions.binNext(row)) {
            long length = regions.length(row);
            if (length > longestLength) {
                longest = row;
                longestLength = length;
            }
        }
        return longest;
    }

    /** Whether this many regions might have this length together; false is certain, and costs one step per bin. */
    boolean mightHold(long length, int maximumRegions) {
        long rest = length;
        long regionsLeft = maximumRegions;
        for (int bin = lastHolding(BINS); bin >= 0 && regionsLeft > 0; bin = lastHolding(bin)) {
            long most = SizeClass.shortest(bin + 1) - 1;
            long taken = Math.min(regionsLeft, count(bin));
            if (rest / most < taken || rest == most * taken) {
                return true;
            }
            rest -= most * taken;
            regionsLeft -= taken;
        }
        return false;
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

    /** The highest bin below this one that holds any, or -1. */
    private int lastHolding(int belowBin) {
        int octave = belowBin / SizeClass.BINS_PER_OCTAVE;
        int bits =
                octave < SizeClass.OCTAVES ? binBits[octave] & ((1 << (belowBin % SizeClass.BINS_PER_OCTAVE)) - 1) : 0;
        if (bits == 0) {
            long octaves = octaveBits & ((1L << octave) - 1);
            if (octaves == 0) {
                return -1;
            }
            octave = 63 - Long.numberOfLeadingZeros(octaves);
            bits = binBits[octave];
        }
        return octave * SizeClass.BINS_PER_OCTAVE + 31 - Integer.numberOfLeadingZeros(bits);
    }

    /** Walks every bin; throws on the first thing that does not add up. */
    void checkInvariants() {
        long counted = 0;
        long longestSeen = 0;
        for (int bin = 0; bin < BINS; bin++) {
            int octave = bin / SizeClass.BINS_PER_OCTAVE;
            boolean marked = (binBits[octave] & (1 << (bin % SizeClass.BINS_PER_OCTAVE))) != 0;
            if (marked != (head(bin) != RegionTable.NONE)) {
                throw new IllegalStateException("bitmap and list of bin " + bin + " differ");
            }
            int previous = RegionTable.NONE;
            int inBin = 0;
            for (int row = head(bin); row != RegionTable.NONE; row = regions.binNext(row)) {
                if (!regions.isFree(row)
                        || regions.binPrevious(row) != previous
                        || SizeClass.of(regions.length(row)) != bin) {
                    throw new IllegalStateException("region at " + regions.offset(row) + " is wrong in bin " + bin);
                }
                longestSeen = Math.max(longestSeen, regions.length(row));
                previous = row;
                inBin++;
            }
            if (inBin != count(bin)) {
                throw new IllegalStateException("bin " + bin + " holds " + inBin + ", counted " + count(bin));
            }
            counted += inBin;
        }
        for (int octave = 0; octave < SizeClass.OCTAVES; octave++) {
            if ((binBits[octave] != 0) != ((octaveBits & (1L << octave)) != 0)) {
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
