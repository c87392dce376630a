package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a removal over the whole catalog has come: a cursor over the slots that the catalog had when it began, and
 * what it counted.
 */
final class SweepProgress {

    static final int SLOTS_PER_STEP = 128;

    private final int endSlot;
    private int nextSlot;

    long removedCount;
    long leasedCount;
    long incompleteCount;

    SweepProgress(int endSlot) {
        this.endSlot = endSlot;
    }

    /** First slot of the next step. */
    int cursor() {
        return nextSlot;
    }

    /** The keys of the next step. */
    List<ObjectKey> page(Catalog catalog) {
        List<ObjectKey> keys = new ArrayList<>();
        for (int slot = nextSlot; slot < endOfStep(); slot++) {
            StoredObject object = catalog.inSlot(slot);
            if (object != null) {
                keys.add(object.key);
            }
        }
        return keys;
    }

    void stepDone() {
        nextSlot = endOfStep();
    }

    private int endOfStep() {
        return (int) Math.min(endSlot, (long) nextSlot + SLOTS_PER_STEP);
    }

    boolean isFinished() {
        return nextSlot >= endSlot;
    }
}
