package io.mooncake.allocator;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** A slab that is cut into slots of one class. */
final class Slab {

    final int index;
    final int slabClass;

    /** Neighbours among the slabs of the class that have a free slot. */
    @Nullable
    Slab previous;

    @Nullable
    Slab next;

    private final int[] serials;
    private final BitSet used;
    private int usedCount;
    private int firstPossiblyFree;

    Slab(int index, int slabClass) {
        this.index = index;
        this.slabClass = slabClass;
        serials = new int[SlabClass.slotsPerSlab(slabClass)];
        used = new BitSet(serials.length);
    }

    boolean isFull() {
        return usedCount == serials.length;
    }

    boolean isEmpty() {
        return usedCount == 0;
    }

    int usedCount() {
        return usedCount;
    }

    /** Takes the first free slot; the serial tells this use from every other. */
    int take(int serial) {
        int slot = used.nextClearBit(firstPossiblyFree);
        used.set(slot);
        serials[slot] = serial;
        usedCount++;
        firstPossiblyFree = slot + 1;
        return slot;
    }

    /** Gives a slot back; false when this use of it has ended before. */
    boolean giveBack(int slot, int serial) {
        if (!used.get(slot) || serials[slot] != serial) {
            return false;
        }
        used.clear(slot);
        usedCount--;
        firstPossiblyFree = Math.min(firstPossiblyFree, slot);
        return true;
    }

    boolean countsRight() {
        return used.cardinality() == usedCount && used.length() <= serials.length;
    }
}
