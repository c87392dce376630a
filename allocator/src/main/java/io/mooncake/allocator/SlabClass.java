package io.mooncake.allocator;

import java.util.Arrays;

/** The slot lengths that a slab can be cut into: from 64 B on, each a quarter longer than the one before. */
final class SlabClass {

    private static final int SMALLEST_BYTES = 64;
    private static final int ROUNDING_BYTES = 8;

    private static final int[] SLOT_BYTES = slotBytes();

    private SlabClass() {}

    private static int[] slotBytes() {
        int[] slots = new int[128];
        int count = 0;
        for (int slot = SMALLEST_BYTES; slot < SlabAllocator.SLAB_BYTES; slot = rounded(slot + slot / 4)) {
            slots[count++] = slot;
        }
        slots[count++] = Math.toIntExact(SlabAllocator.SLAB_BYTES);
        return Arrays.copyOf(slots, count);
    }

    private static int rounded(int bytes) {
        return (bytes + ROUNDING_BYTES - 1) / ROUNDING_BYTES * ROUNDING_BYTES;
    }

    static int count() {
        return SLOT_BYTES.length;
    }

    /** The first class whose slots hold this length, at most a slab. */
    static int of(long lengthBytes) {
        int found = Arrays.binarySearch(SLOT_BYTES, Math.toIntExact(lengthBytes));
        return found >= 0 ? found : -found - 1;
    }

    static int slotBytes(int slabClass) {
        return SLOT_BYTES[slabClass];
    }

    static int slotsPerSlab(int slabClass) {
        return Math.toIntExact(SlabAllocator.SLAB_BYTES / SLOT_BYTES[slabClass]);
    }
}
