package io.mooncake.bench.interop;

import io.mooncake.transfer.memory.SegmentMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * The memory that a peer offers: filled from a seed, judged by its CRC-32.
 *
 * <p>Thread safety: one thread fills and sums; the engine reads and writes as its peers ask.
 *
 * <p>Ownership: owns its pages; close it after the engine.
 */
final class PeerMemory implements AutoCloseable {
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Bytes that one step of a sum looks at. */
    private static final long WINDOW_BYTES = 1 << 20;

    private final SegmentMemory pages;

    PeerMemory(long lengthBytes) {
        pages = SegmentMemory.allocate(lengthBytes);
    }

    MemorySegment all() {
        return pages.memory();
    }

    MemorySegment range(long offset, long lengthBytes) {
        return pages.memory().asSlice(offset, lengthBytes);
    }

    /** Fills a range with what the seed says; returns its sum. */
    long fill(long offset, long lengthBytes, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        MemorySegment range = range(offset, lengthBytes);
        long words = lengthBytes >>> 3;
        for (long i = 0; i < words; i++) {
            range.set(WORD, i << 3, random.nextLong());
        }
        for (long at = words << 3; at < lengthBytes; at++) {
            range.set(ValueLayout.JAVA_BYTE, at, (byte) random.nextInt());
        }
        return sum(offset, lengthBytes);
    }

    /** The CRC-32 of a range. */
    long sum(long offset, long lengthBytes) {
        CRC32 crc = new CRC32();
        for (long at = 0; at < lengthBytes; at += WINDOW_BYTES) {
            crc.update(
                    range(offset + at, Math.min(WINDOW_BYTES, lengthBytes - at)).asByteBuffer());
        }
        return crc.getValue();
    }

    @Override
    public void close() {
        pages.close();
    }
}
