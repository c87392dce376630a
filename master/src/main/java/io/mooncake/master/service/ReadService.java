package io.mooncake.master.service;

import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.BatchCall;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.List;

/**
 * Finding objects.
 *
 * <p>Thread safety: any thread.
 */
public final class ReadService {
    private final Door door;
    private final RequestCounters counters;

    /** Works through this door. */
    public ReadService(Door door, RequestCounters counters) {
        this.door = door;
        this.counters = counters;
    }

    /** {@link Outcome.Located} or a failure; grants a lease. */
    public Outcome locate(CallContext context, ObjectKey key) {
        return counters.count(Call.GET_REPLICA_LIST, door.execute(new Operation.GetReplicaList(context, key)));
    }

    /** {@link Outcome.Located} or a failure, per key; grants leases. */
    public List<Outcome> locateAll(CallContext context, List<ObjectKey> keys) {
        List<Operation.GetReplicaList> items = keys.stream()
                .map(key -> new Operation.GetReplicaList(context, key))
                .toList();
        return counters.countBatch(BatchCall.GET_REPLICA_LIST, door.executeAll(items));
    }

    /** {@link Outcome.Existence} or a failure; grants a lease where the object is readable. */
    public Outcome exists(CallContext context, ObjectKey key) {
        return counters.count(Call.EXIST_KEY, door.execute(new Operation.ExistKey(context, key)));
    }

    /** {@link Outcome.Existence} or a failure, per key; grants leases where the objects are readable. */
    public List<Outcome> existAll(CallContext context, List<ObjectKey> keys) {
        List<Operation.ExistKey> items =
                keys.stream().map(key -> new Operation.ExistKey(context, key)).toList();
        return counters.countBatch(BatchCall.EXIST_KEY, door.executeAll(items));
    }
}
