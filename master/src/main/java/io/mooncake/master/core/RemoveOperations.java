package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;

/** Removal of one object, of some, and of all. */
final class RemoveOperations {

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
        SweepProgress progress = client.outcomes.progress(operationId, state.catalog.slotCount());
        for (ObjectKey key : progress.page(state.catalog)) {
            visit(key, removeAll.force(), progress, nowNanos);
        }
        progress.stepDone();
        if (progress.isFinished()) {
            client.outcomes.finish(operationId);
        }
        return new Outcome.RemovedAll(
                progress.removedCount, progress.leasedCount, progress.incompleteCount, progress.isFinished());
    }

    Outcome removeByRegexStep(Operation.RemoveByRegex sweep, Client client, long nowNanos) {
        if (sweep.matches().size() > SweepProgress.SLOTS_PER_STEP) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS,
                    "matches of a page are at most " + SweepProgress.SLOTS_PER_STEP + ", are "
                            + sweep.matches().size());
        }
        long operationId = sweep.context().operationId();
        SweepProgress progress = client.outcomes.progress(operationId, state.catalog.slotCount());
        if (sweep.cursor() == progress.cursor()) {
            for (ObjectKey key : sweep.matches()) {
                visit(key, sweep.force(), progress, nowNanos);
            }
            progress.stepDone();
        }
        if (progress.isFinished()) {
            client.outcomes.finish(operationId);
        }
        return new Outcome.RegexSweep(
                progress.removedCount,
                progress.leasedCount,
                progress.incompleteCount,
                progress.cursor(),
                progress.page(state.catalog),
                progress.isFinished());
    }

    private void visit(ObjectKey key, boolean force, SweepProgress progress, long nowNanos) {
        StoredObject object = state.find(key, nowNanos);
        if (object == null) {
            return;
        }
        if (object.isOpen()) {
            progress.incompleteCount++;
        } else if (object.isLeased(nowNanos) && !force) {
            progress.leasedCount++;
        } else {
            state.reclaimer.dropObject(object, nowNanos);
            progress.removedCount++;
        }
    }

    Outcome clearReplicas(Operation.ClearReplicas clear, long nowNanos) {
        StoredObject object = state.find(clear.key(), nowNanos);
        if (object == null) {
            return new Outcome.Failed(CoreState.notFound(clear.key()));
        }
        if (!object.writerId.equals(clear.writerId())) {
            return new Outcome.Failed(ErrorCode.ILLEGAL_CLIENT, "another client wrote the object");
        }
        if (object.isOpen()) {
            return new Outcome.Failed(ErrorCode.REPLICA_IS_NOT_READY, "the object is being written");
        }
        if (object.isLeased(nowNanos)) {
            return new Outcome.Failed(ErrorCode.OBJECT_HAS_LEASE, "a reader holds a lease on the object");
        }
        if (clear.segmentName().isEmpty()) {
            state.reclaimer.dropObject(object, nowNanos);
            return Outcome.Done.INSTANCE;
        }
        return state.reclaimer.dropReplicasOn(object, clear.segmentName(), nowNanos)
                ? Outcome.Done.INSTANCE
                : new Outcome.Failed(ErrorCode.REPLICA_NOT_FOUND, "no replica lies on segment " + clear.segmentName());
    }
}
