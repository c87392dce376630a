package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;

/** Removal of one object, and of all. */
final class RemoveOperations {

    private static final int SLOTS_PER_STEP = 128;

    private final CoreState state;

    RemoveOperations(CoreState state) {
        this.state = state;
    }

    Outcome remove(Operation.Remove remove, long nowNanos) {
        StoredObject object = state.find(remove.key(), nowNanos);
        if (object == null) {
            return new Outcome.Failed(CoreState.notFound(remove.key()));
        }
        if (object.isOpen()) {
            return new Outcome.Failed(ErrorCode.REPLICA_IS_NOT_READY, "the object is being written");
        }
        if (object.isLeased(nowNanos) && !remove.force()) {
            return new Outcome.Failed(ErrorCode.OBJECT_HAS_LEASE, "a reader holds a lease on the object");
        }
        state.reclaimer.dropObject(object, nowNanos);
        return Outcome.Done.INSTANCE;
    }

    Outcome removeAllStep(Operation.RemoveAll removeAll, Client client, long nowNanos) {
        long operationId = removeAll.context().operationId();
        RemoveAllProgress progress = client.outcomes.progress(operationId, state.catalog.slotCount());
        int end = (int) Math.min(progress.endSlot, (long) progress.nextSlot + SLOTS_PER_STEP);
        while (progress.nextSlot < end) {
            StoredObject object = state.catalog.inSlot(progress.nextSlot++);
            if (object != null) {
                visit(object, removeAll.force(), progress, nowNanos);
            }
        }
        if (progress.isFinished()) {
            client.outcomes.finish(operationId);
        }
        return progress.outcome();
    }

    private void visit(StoredObject object, boolean force, RemoveAllProgress progress, long nowNanos) {
        StoredObject settled = state.find(object.key, nowNanos);
        if (settled == null) {
            return;
        }
        if (settled.isOpen()) {
            progress.incompleteCount++;
        } else if (settled.isLeased(nowNanos) && !force) {
            progress.leasedCount++;
        } else {
            state.reclaimer.dropObject(settled, nowNanos);
            progress.removedCount++;
        }
    }
}
