package io.mooncake.master;

import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaType;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.core.WriteState;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One key of one master, brought into a state of docs/SEMANTICS.md, and the operations of its rows on it.
 *
 * <p>Thread safety: none.
 */
final class SemanticsStage {

    /** An operation of the table. */
    interface Act {
        Outcome on(SemanticsStage stage);
    }

    private static final ObjectKey KEY = ObjectKey.of("key");
    private static final long OLD_BYTES = 100;
    private static final long NEW_BYTES = 200;
    private static final ClientId WRITER = new ClientId(1, 1);
    private static final ClientId OTHER = new ClientId(1, 2);

    private final ContractGateway gateway;
    private final Map<ClientId, Long> operationIds = new HashMap<>();

    /** The write that an End or Revoke names: the open one, else the last. */
    private long putId = 1;

    /** A master with one segment, an empty key, and two clients. */
    SemanticsStage(ContractGateway gateway) {
        this.gateway = gateway;
        for (ClientId client : List.of(WRITER, OTHER)) {
            SegmentSpec spec = new SegmentSpec(
                    new SegmentId(2, client.low()),
                    "host-" + client.low(),
                    client.low() << 30,
                    1 << 20,
                    "host-" + client.low() + ":1",
                    "tcp");
            gateway.execute(new Operation.MountSegment(change(client), spec));
        }
    }

    /** The states of the table, in the order of its columns. */
    static Map<String, Act> states() {
        Map<String, Act> states = new LinkedHashMap<>();
        states.put("absent", stage -> new Outcome.Done());
        states.put("open", stage -> stage.open(new Outcome.Done()));
        states.put("zombie", stage -> {
            Outcome opened = stage.open(new Outcome.Done());
            stage.pass(30);
            return opened;
        });
        states.put("readable", SemanticsStage::readable);
        states.put("leased", stage -> stage.leased(stage.readable()));
        states.put("updating", stage -> stage.open(stage.readable()));
        states.put("leased, updating", stage -> stage.open(stage.leased(stage.readable())));
        return states;
    }

    private Outcome readable() {
        Outcome started =
                gateway.execute(new Operation.PutStart(change(WRITER), KEY, OLD_BYTES, 0, ReplicateConfig.SINGLE));
        putId = ((Outcome.PutGrant) started).putId();
        return end(WRITER, putId, WriteState.ACKNOWLEDGED, ReplicaType.ALL);
    }

    private Outcome leased(Outcome before) {
        gateway.execute(new Operation.ExistKey(CallContext.anonymous(), KEY));
        return before;
    }

    private Outcome open(Outcome before) {
        Outcome started = upsert(WRITER, NEW_BYTES, false);
        putId = ((Outcome.PutGrant) started).putId();
        return before;
    }

    private void pass(long seconds) {
        gateway.advance(TimeUnit.SECONDS.toNanos(seconds));
        for (ClientId client : List.of(WRITER, OTHER)) {
            gateway.execute(new Operation.Ping(new CallContext(client, gateway.epoch(), 0, 0)));
        }
    }

    /** The operations of the table, by the names of its rows. */
    static Map<String, Act> operations() {
        Map<String, Act> acts = new LinkedHashMap<>();
        acts.put(
                "PutStart",
                stage -> stage.gateway.execute(
                        new Operation.PutStart(stage.change(OTHER), KEY, NEW_BYTES, 0, ReplicateConfig.SINGLE)));
        acts.put("UpsertStart", stage -> stage.upsert(OTHER, NEW_BYTES, false));
        acts.put("UpsertStart, may_overwrite, same length", stage -> stage.upsert(OTHER, OLD_BYTES, true));
        acts.put(
                "End, acknowledged", stage -> stage.end(WRITER, stage.putId, WriteState.ACKNOWLEDGED, ReplicaType.ALL));
        acts.put("End, settled", stage -> stage.end(WRITER, stage.putId, WriteState.SETTLED, ReplicaType.ALL));
        acts.put("End, uncertain", stage -> stage.end(WRITER, stage.putId, WriteState.UNCERTAIN, ReplicaType.ALL));
        acts.put(
                "End of another put_id",
                stage -> stage.end(WRITER, stage.putId + 7, WriteState.ACKNOWLEDGED, ReplicaType.ALL));
        acts.put(
                "End by another client",
                stage -> stage.end(OTHER, stage.putId, WriteState.ACKNOWLEDGED, ReplicaType.ALL));
        acts.put(
                "End of type MEMORY",
                stage -> stage.end(WRITER, stage.putId, WriteState.ACKNOWLEDGED, ReplicaType.MEMORY));
        acts.put(
                "End of type DISK", stage -> stage.end(WRITER, stage.putId, WriteState.ACKNOWLEDGED, ReplicaType.DISK));
        acts.put("Revoke, settled", stage -> stage.revoke(WRITER, stage.putId, WriteState.SETTLED));
        acts.put("Revoke, uncertain", stage -> stage.revoke(WRITER, stage.putId, WriteState.UNCERTAIN));
        acts.put("Revoke by another client", stage -> stage.revoke(OTHER, stage.putId, WriteState.SETTLED));
        acts.put("GetReplicaList", SemanticsStage::get);
        acts.put("ExistKey", stage -> stage.gateway.execute(new Operation.ExistKey(CallContext.anonymous(), KEY)));
        acts.put("Remove", stage -> stage.gateway.execute(new Operation.Remove(stage.change(OTHER), KEY, false)));
        acts.put("Remove, force", stage -> stage.gateway.execute(new Operation.Remove(stage.change(OTHER), KEY, true)));
        acts.put("RemoveAll", stage -> stage.gateway.execute(new Operation.RemoveAll(stage.change(OTHER), false)));
        acts.put(
                "RemoveAll, force", stage -> stage.gateway.execute(new Operation.RemoveAll(stage.change(OTHER), true)));
        return acts;
    }

    private Outcome upsert(ClientId client, long sizeBytes, boolean mayOverwrite) {
        return gateway.execute(
                new Operation.UpsertStart(change(client), KEY, sizeBytes, 0, ReplicateConfig.SINGLE, mayOverwrite));
    }

    private Outcome end(ClientId client, long named, WriteState state, ReplicaType type) {
        return gateway.execute(
                new Operation.PutEnd(change(client), KEY, named, null, List.of(new ReplicaWrite(0, state)), type));
    }

    private Outcome revoke(ClientId client, long named, WriteState state) {
        return gateway.execute(
                new Operation.PutRevoke(change(client), KEY, named, List.of(new ReplicaWrite(0, state))));
    }

    private Outcome get() {
        return gateway.execute(new Operation.GetReplicaList(CallContext.anonymous(), KEY));
    }

    /** What an operation answered, in the words of the table. */
    static String wordOf(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Failed failed -> failed.failure().code().name();
            case Outcome.Existence existence -> existence.exists() ? "true" : "false";
            case Outcome.RemovedAll(long removed, long leased, long incomplete, boolean _) ->
                removed + " removed, " + leased + " leased, " + incomplete + " incomplete";
            case Outcome.PutGrant _, Outcome.Done _, Outcome.Located _ -> "OK";
            default -> throw new IllegalStateException("the table has no word for " + outcome);
        };
    }

    /** What a read finds now, and whether bytes wait before they are used again, in the words of the table. */
    String effect() {
        boolean waiting = ((Outcome.ClusterInfo) gateway.execute(new Operation.GetClusterInfo())).fencedBytes() > 0;
        String found = switch (get()) {
            case Outcome.Located(var object) -> object.sizeBytes() == OLD_BYTES ? "old" : "new";
            case Outcome.Failed(var failure) ->
                switch (failure.code()) {
                    case OBJECT_NOT_FOUND -> "nothing";
                    case REPLICA_IS_NOT_READY -> "not ready";
                    default -> failure.toString();
                };
            default -> throw new IllegalStateException("no answer to a read");
        };
        return waiting ? found + ", waits" : found;
    }

    private CallContext change(ClientId client) {
        return new CallContext(client, gateway.epoch(), operationIds.merge(client, 1L, Long::sum), 0);
    }
}
