package io.mooncake.allocator;

/**
 * Maps lengths to bins: sixteen bins per power of two, so that the lengths in a bin differ by less than a sixteenth.
 * Below sixteen every length has a bin of its own.
 */
final class SizeClass {

    /**
     * Bins per power of two; also how much longer than asked for a region of the next bin can be: one part of
     * this.
     */
    static final int BINS_PER_OCTAVE = 16;

    private static final int MANTISSA_BITS = 4;

    /** Enough for lengths up to 2^62. */
    static final int OCTAVES = 60;

    private SizeClass() {}

    /** The bin whose lengths include this one. */
    static int of(long length) {
        if (length < BINS_PER_OCTAVE) {
            return (int) length;
        }
        int highestBit = 63 - Long.numberOfLeadingZeros(length);
        int mantissa = (int) (length >>> (highestBit - MANTISSA_BITS)) & (BINS_PER_OCTAVE - 1);
        return (highestBit - MANTISSA_BITS + 1) * BINS_PER_OCTAVE + mantissa;
    }

    /** The first bin all of whose lengths are at least this. */
    static int atLeast(long length) {
        int bin = of(length);
        return shortest(bin) == length ? bin : bin + 1;
    }

    /** The shortest length of a bin. */
    static long shortest(int bin) {
        int octave = bin / BINS_PER_OCTAVE;
        long mantissa = bin % BINS_PER_OCTAVE;
        return octave == 0 ? mantissa : (BINS_PER_OCTAVE + mantissa) << (octave - 1);
    }
}
