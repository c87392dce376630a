package io.mooncake.bench.replay;

import io.mooncake.client.ObjectKey;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * The bytes that belong to a key: every 64-bit word derives from the key and its place, so that a byte of another key
 * or from another place is seen.
 *
 * <p>Thread safety: immutable.
 */
final class BlockContent {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    /** The odd number next to 2^64 divided by the golden ratio: its multiples spread evenly over all words. */
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;

    private final long seed;

    private BlockContent(long seed) {
        this.seed = seed;
    }

    static BlockContent of(ObjectKey key) {
        long hash = FNV_OFFSET;
        for (byte b : key.toBytes()) {
            hash = (hash ^ (b & 0xFF)) * FNV_PRIME;
        }
        return new BlockContent(mix(hash));
    }

    /** The finalizer of the SplitMix64 generator. */
    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    private long word(long index) {
        long x = seed + index * GOLDEN_GAMMA;
        return x ^ (x >>> 32);
    }

    /** Writes the bytes to the whole region. */
    void fill(MemorySegment region) {
        long sizeBytes = region.byteSize();
        long words = sizeBytes >>> 3;
        for (long i = 0; i < words; i++) {
            region.set(WORD, i << 3, word(i));
        }
        for (long at = words << 3; at < sizeBytes; at++) {
            region.set(ValueLayout.JAVA_BYTE, at, byteAt(at));
        }
    }

    /** How many bytes of the region are not the bytes of the key. */
    long countWrong(MemorySegment region) {
        long sizeBytes = region.byteSize();
        long words = sizeBytes >>> 3;
        long wrong = 0;
        for (long i = 0; i < words; i++) {
            long difference = region.get(WORD, i << 3) ^ word(i);
            if (difference != 0) {
                wrong += nonZeroBytes(difference);
            }
        }
        for (long at = words << 3; at < sizeBytes; at++) {
            wrong += region.get(ValueLayout.JAVA_BYTE, at) == byteAt(at) ? 0 : 1;
        }
        return wrong;
    }

    private byte byteAt(long at) {
        return (byte) (word(at >>> 3) >>> ((at & 7) << 3));
    }

    private static int nonZeroBytes(long word) {
        int count = 0;
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            count += ((word >>> shift) & 0xFF) == 0 ? 0 : 1;
        }
        return count;
    }
}
