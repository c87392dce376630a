package io.mooncake.master.service;

import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.BatchCall;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Removing objects.
 *
 * <p>Thread safety: any thread.
 */
public final class RemoveService {
    private final Door door;
    private final RequestCounters counters;

    /** Works through this door. */
    public RemoveService(Door door, RequestCounters counters) {
        this.door = door;
        this.counters = counters;
    }

    /** {@link Outcome.Done} or a failure. */
    public Outcome remove(Operation.Remove item) {
        return counters.count(Call.REMOVE, door.execute(item));
    }

    /** {@link Outcome.Done} or a failure, per item; each counts as a Remove. */
    public List<Outcome> removeAll(List<Operation.Remove> items) {
        return counters.countItems(Call.REMOVE, door.executeAll(items));
    }

    /** {@link Outcome.Done} or the reason why it was left out, per item. */
    public List<Outcome> clearAll(List<Operation.ClearReplicas> items) {
        return counters.countBatch(BatchCall.REPLICA_CLEAR, door.executeAll(items));
    }

    /**
     * Removes every object that may be removed, step by step, leaving the door between them;
     * {@link Outcome.RemovedAll} or a failure.
     *
     * @param abandoned whether nobody waits any longer; then it stops, and the last outcome is not finished
     */
    public Outcome removeEverything(CallContext context, boolean force, BooleanSupplier abandoned) {
        Operation operation = new Operation.RemoveAll(context, force);
        Outcome outcome = door.execute(operation);
        while (outcome instanceof Outcome.RemovedAll progress && !progress.finished() && !abandoned.getAsBoolean()) {
            outcome = door.execute(operation);
        }
        return counters.count(Call.REMOVE_ALL, outcome);
    }
}
