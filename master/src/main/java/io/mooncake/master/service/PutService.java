package io.mooncake.master.service;

import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.BatchCall;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.List;

/**
 * Opening, committing and giving up writes of puts and upserts, counted together.
 *
 * <p>Thread safety: any thread.
 */
public final class PutService {
    private final Door door;
    private final RequestCounters counters;

    /** Works through this door. */
    public PutService(Door door, RequestCounters counters) {
        this.door = door;
        this.counters = counters;
    }

    /** {@link Outcome.PutGrant} or a failure. */
    public Outcome start(Operation.PutStart item) {
        return counters.count(Call.PUT_START, door.execute(item));
    }

    /** {@link Outcome.PutGrant} or a failure. */
    public Outcome start(Operation.UpsertStart item) {
        return counters.count(Call.PUT_START, door.execute(item));
    }

    /** {@link Outcome.PutGrant} or a failure, per item, each a put or an upsert. */
    public List<Outcome> startAll(List<? extends Operation.ItemOperation> items) {
        return counters.countBatch(BatchCall.PUT_START, door.executeAll(items));
    }

    /** {@link Outcome.Done} or a failure. */
    public Outcome end(Operation.PutEnd item) {
        return counters.count(Call.PUT_END, door.execute(item));
    }

    /** {@link Outcome.Done} or a failure, per item. */
    public List<Outcome> endAll(List<Operation.PutEnd> items) {
        return counters.countBatch(BatchCall.PUT_END, door.executeAll(items));
    }

    /** {@link Outcome.Done} or a failure. */
    public Outcome revoke(Operation.PutRevoke item) {
        return counters.count(Call.PUT_REVOKE, door.execute(item));
    }

    /** {@link Outcome.Done} or a failure, per item. */
    public List<Outcome> revokeAll(List<Operation.PutRevoke> items) {
        return counters.countBatch(BatchCall.PUT_REVOKE, door.executeAll(items));
    }
}
