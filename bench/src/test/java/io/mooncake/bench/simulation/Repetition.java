package io.mooncake.bench.simulation;

import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.Operation;

/** The same change under an operation id that nobody drew: the planted fault of a network that renumbers messages. */
final class Repetition {
    private static final long FAR_AHEAD = 1_000_000_000L;

    private Repetition() {}

    static Operation renumbered(Operation operation) {
        return switch (operation) {
            case Operation.PutStart start ->
                new Operation.PutStart(
                        other(start.context()), start.key(), start.sizeBytes(), start.sliceBytes(), start.config());
            case Operation.UpsertStart start ->
                new Operation.UpsertStart(
                        other(start.context()),
                        start.key(),
                        start.sizeBytes(),
                        start.sliceBytes(),
                        start.config(),
                        start.mayOverwrite());
            case Operation.PutEnd end ->
                new Operation.PutEnd(
                        other(end.context()), end.key(), end.putId(), end.checksums(), end.writes(), end.replicaType());
            case Operation.PutRevoke revoke ->
                new Operation.PutRevoke(
                        other(revoke.context()), revoke.key(), revoke.putId(), revoke.writes(), revoke.replicaType());
            case Operation.Remove remove -> new Operation.Remove(other(remove.context()), remove.key(), remove.force());
            case Operation.ClearReplicas clear ->
                new Operation.ClearReplicas(other(clear.context()), clear.key(), clear.writerId(), clear.segmentName());
            case Operation.RemoveByRegex sweep ->
                new Operation.RemoveByRegex(other(sweep.context()), sweep.force(), sweep.cursor(), sweep.matches());
            case Operation.MountSegment _,
                    Operation.UnmountSegment _,
                    Operation.ReMountSegment _,
                    Operation.Ping _,
                    Operation.GetReplicaList _,
                    Operation.ExistKey _,
                    Operation.Batch _,
                    Operation.LocateMatch _,
                    Operation.RemoveAll _,
                    Operation.QueryIp _,
                    Operation.GetClusterInfo _,
                    Operation.ListKeys _,
                    Operation.QueryKey _ -> operation;
        };
    }

    private static CallContext other(CallContext context) {
        return new CallContext(
                context.clientId(),
                context.masterEpoch(),
                context.operationId() + FAR_AHEAD,
                context.oldestUnanswered());
    }
}
