package io.mooncake.master.core;

/** How far a RemoveAll has come: a cursor over the slots that the catalog had when it began, and what it counted. */
final class RemoveAllProgress {

    final int endSlot;
    int nextSlot;
    long removedCount;
    long leasedCount;
    long incompleteCount;

    RemoveAllProgress(int endSlot) {
        this.endSlot = endSlot;
    }

    boolean isFinished() {
        return nextSlot >= endSlot;
    }

    Outcome.RemovedAll outcome() {
        return new Outcome.RemovedAll(removedCount, leasedCount, incompleteCount, isFinished());
    }
}
