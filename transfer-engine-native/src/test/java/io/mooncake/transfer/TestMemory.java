package io.mooncake.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;

/** Contents of memory in tests. */
final class TestMemory {
    private TestMemory() {}

    static void fillRandomly(MemorySegment memory, long seed) {
        Random random = new Random(seed);
        long words = memory.byteSize() / Long.BYTES;
        for (long i = 0; i < words; i++) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES, random.nextLong());
        }
        for (long i = words * Long.BYTES; i < memory.byteSize(); i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
    }

    static boolean isFilledWith(MemorySegment memory, int value) {
        for (long i = 0; i < memory.byteSize(); i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) value) {
                return false;
            }
        }
        return true;
    }

    static boolean equal(MemorySegment one, MemorySegment other) {
        return one.mismatch(other) < 0;
    }
}
