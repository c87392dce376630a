package io.mooncake.transfer.memory;

import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Draws region bases: random multiples of 1 GiB below 2^62, never zero, whose ranges never overlap one drawn before,
 * also not one of a region that is gone.
 *
 * <p>Thread safety: guarded by its user.
 */
final class RegionBases {
    /** Alignment of a base: 1 GiB. */
    static final int ALIGNMENT_BITS = 30;

    /** Every address of a region is below this. */
    static final long END = 1L << 62;

    private final RandomGenerator random;

    /** Every range ever drawn: base to end. */
    private final TreeMap<Long, Long> drawn = new TreeMap<>();

    RegionBases(RandomGenerator random) {
        this.random = random;
    }

    long draw(long lengthBytes) {
        long lastUnit = (END - lengthBytes) >> ALIGNMENT_BITS;
        while (true) {
            long base = random.nextLong(1, lastUnit + 1) << ALIGNMENT_BITS;
            long end = base + lengthBytes;
            Map.Entry<Long, Long> below = drawn.lowerEntry(end);
            if (below == null || below.getValue() <= base) {
                drawn.put(base, end);
                return base;
            }
        }
    }
}
