package io.mooncake.master;

import com.google.protobuf.ByteString;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.ReplicaStatus;
import io.mooncake.master.core.ReplicaType;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ExistKeyOutcome;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.GetClusterInfoRequest;
import io.mooncake.protocol.v1.GetClusterInfoResponse;
import io.mooncake.protocol.v1.GetReplicaListOutcome;
import io.mooncake.protocol.v1.GetReplicaListRequest;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.RemoveAllRequest;
import io.mooncake.protocol.v1.RemoveAllResponse;
import io.mooncake.protocol.v1.RemoveRequest;
import io.mooncake.protocol.v1.Replica;
import io.mooncake.protocol.v1.ReplicaWrite;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.UpsertStartRequest;
import io.mooncake.protocol.v1.Uuid;
import io.mooncake.protocol.v1.VoidOutcome;
import io.mooncake.protocol.v1.WriteState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * By the unary calls of a master over a real socket. Of what comes back it keeps what a caller can tell: lengths,
 * identities, codes, counts; not where bytes lie.
 */
final class UnaryGateway implements ContractGateway {
    private final AtomicLong nowNanos = new AtomicLong();
    private final MasterFixture master = new MasterFixture(nowNanos::get);
    /** Writes that UpsertStart opened: they are ended by UpsertEnd and UpsertRevoke. */
    private final Set<Long> upserts = new HashSet<>();

    @Override
    public long epoch() {
        return MasterFixture.EPOCH;
    }

    @Override
    public void advance(long nanos) {
        nowNanos.addAndGet(nanos);
    }

    @Override
    public Outcome execute(Operation operation) {
        return switch (operation) {
            case Operation.MountSegment mount -> mount(mount);
            case Operation.Ping ping -> {
                master.stub.ping(PingRequest.newBuilder()
                        .setHeader(header(ping.context()))
                        .build());
                yield new Outcome.Done();
            }
            case Operation.PutStart start ->
                grant(master.stub
                        .putStart(PutStartRequest.newBuilder()
                                .setHeader(header(start.context()))
                                .setItem(item(start.key(), start.sizeBytes()))
                                .build())
                        .getOutcome());
            case Operation.UpsertStart start -> upsert(start);
            case Operation.PutEnd end -> end(end);
            case Operation.PutRevoke revoke -> revoke(revoke);
            case Operation.GetReplicaList get -> get(get);
            case Operation.ExistKey exist -> exist(exist);
            case Operation.Remove remove ->
                done(master.stub
                        .remove(RemoveRequest.newBuilder()
                                .setHeader(header(remove.context()))
                                .setKey(key(remove.key()))
                                .setForce(remove.force())
                                .build())
                        .getOutcome());
            case Operation.RemoveAll removeAll -> removeAll(removeAll);
            case Operation.GetClusterInfo _ -> clusterInfo();
            default -> throw new IllegalStateException("no unary call is written for " + operation);
        };
    }

    private Outcome mount(Operation.MountSegment mount) {
        SegmentSpec spec = mount.segment();
        return new Outcome.Registered(master.stub
                .mountSegment(MountSegmentRequest.newBuilder()
                        .setHeader(header(mount.context()))
                        .setSegment(Segment.newBuilder()
                                .setSegmentId(Uuid.newBuilder()
                                        .setHigh(spec.id().high())
                                        .setLow(spec.id().low()))
                                .setName(spec.name())
                                .setBase(spec.base())
                                .setSizeBytes(spec.sizeBytes())
                                .setTeEndpoint(spec.transferEndpoint())
                                .setProtocol(spec.protocol()))
                        .build())
                .getMasterEpoch());
    }

    private Outcome upsert(Operation.UpsertStart start) {
        Outcome outcome = grant(master.stub
                .upsertStart(UpsertStartRequest.newBuilder()
                        .setHeader(header(start.context()))
                        .setItem(item(start.key(), start.sizeBytes()))
                        .setMayOverwrite(start.mayOverwrite())
                        .build())
                .getOutcome());
        if (outcome instanceof Outcome.PutGrant granted) {
            upserts.add(granted.putId());
        }
        return outcome;
    }

    private Outcome end(Operation.PutEnd end) {
        PutEndItem.Builder item = PutEndItem.newBuilder()
                .setKey(key(end.key()))
                .setPutId(end.putId())
                .addAllWrites(writes(end.writes()));
        if (end.replicaType() != ReplicaType.ALL) {
            item.setReplicaTypeValue(end.replicaType().number());
        }
        PutEndRequest request = PutEndRequest.newBuilder()
                .setHeader(header(end.context()))
                .setItem(item)
                .build();
        return done((upserts.contains(end.putId()) ? master.stub.upsertEnd(request) : master.stub.putEnd(request))
                .getOutcome());
    }

    private Outcome revoke(Operation.PutRevoke revoke) {
        PutRevokeRequest request = PutRevokeRequest.newBuilder()
                .setHeader(header(revoke.context()))
                .setItem(PutRevokeItem.newBuilder()
                        .setKey(key(revoke.key()))
                        .setPutId(revoke.putId())
                        .addAllWrites(writes(revoke.writes())))
                .build();
        return done(
                (upserts.contains(revoke.putId()) ? master.stub.upsertRevoke(request) : master.stub.putRevoke(request))
                        .getOutcome());
    }

    private Outcome get(Operation.GetReplicaList get) {
        GetReplicaListOutcome outcome = master.stub
                .getReplicaList(GetReplicaListRequest.newBuilder()
                        .setHeader(header(get.context()))
                        .setKey(key(get.key()))
                        .build())
                .getOutcome();
        if (outcome.hasFailure()) {
            return failed(outcome.getFailure());
        }
        return new Outcome.Located(new ObjectLocation(
                outcome.getObject().getSizeBytes(),
                outcome.getObject().getSliceBytes(),
                replicas(outcome.getObject().getReplicasList()),
                null,
                TimeUnit.MILLISECONDS.toNanos(outcome.getObject().getLeaseTtlMs())));
    }

    private Outcome exist(Operation.ExistKey exist) {
        ExistKeyOutcome outcome = master.stub
                .existKey(ExistKeyRequest.newBuilder()
                        .setHeader(header(exist.context()))
                        .setKey(key(exist.key()))
                        .build())
                .getOutcome();
        return outcome.hasFailure()
                ? failed(outcome.getFailure())
                : new Outcome.Existence(outcome.getExists(), TimeUnit.MILLISECONDS.toNanos(outcome.getLeaseTtlMs()));
    }

    private Outcome removeAll(Operation.RemoveAll removeAll) {
        RemoveAllResponse response = master.stub.removeAll(RemoveAllRequest.newBuilder()
                .setHeader(header(removeAll.context()))
                .setForce(removeAll.force())
                .build());
        return new Outcome.RemovedAll(
                response.getRemovedCount(), response.getLeasedCount(), response.getIncompleteCount(), true);
    }

    private Outcome clusterInfo() {
        GetClusterInfoResponse info = master.stub.getClusterInfo(GetClusterInfoRequest.getDefaultInstance());
        return new Outcome.ClusterInfo(
                info.getMasterEpoch(),
                info.getCapacityBytes(),
                info.getUsedBytes(),
                info.getEvictionHighWatermarkRatio(),
                info.getKeyCount(),
                info.getFencedBytes(),
                TimeUnit.MILLISECONDS.toNanos(info.getLeaseTtlMs()),
                TimeUnit.MILLISECONDS.toNanos(info.getClientTtlMs()),
                List.of(),
                List.of());
    }

    private static CallHeader header(CallContext context) {
        CallHeader.Builder header = CallHeader.newBuilder()
                .setMasterEpoch(context.masterEpoch())
                .setOperationId(context.operationId())
                .setOldestUnanswered(context.oldestUnanswered());
        ClientId client = context.clientId();
        if (client != null) {
            header.setClientId(Uuid.newBuilder().setHigh(client.high()).setLow(client.low()));
        }
        return header.build();
    }

    private static ByteString key(ObjectKey key) {
        return ByteString.copyFromUtf8(key.toString());
    }

    private static PutStartItem item(ObjectKey key, long sizeBytes) {
        return PutStartItem.newBuilder()
                .setKey(key(key))
                .setSizeBytes(sizeBytes)
                .build();
    }

    private static Outcome grant(PutStartOutcome outcome) {
        return outcome.hasFailure()
                ? failed(outcome.getFailure())
                : new Outcome.PutGrant(
                        outcome.getGrant().getPutId(),
                        replicas(outcome.getGrant().getReplicasList()),
                        outcome.getGrant().getSliceBytes());
    }

    private static List<ReplicaDescriptor> replicas(List<Replica> replicas) {
        List<ReplicaDescriptor> read = new ArrayList<>(replicas.size());
        for (Replica replica : replicas) {
            read.add(new ReplicaDescriptor(
                    replica.getReplicaIndex(),
                    ReplicaStatus.valueOf(replica.getStatus().name()),
                    List.of(),
                    replica.getSegmentCount()));
        }
        return read;
    }

    private static List<ReplicaWrite> writes(List<io.mooncake.master.core.ReplicaWrite> writes) {
        return writes.stream()
                .map(write -> ReplicaWrite.newBuilder()
                        .setReplicaIndex(write.replicaIndex())
                        .setState(
                                switch (write.state()) {
                                    case ACKNOWLEDGED -> WriteState.WRITE_ACKNOWLEDGED;
                                    case SETTLED -> WriteState.WRITE_SETTLED;
                                    case UNCERTAIN -> WriteState.WRITE_UNCERTAIN;
                                })
                        .build())
                .toList();
    }

    private static Outcome done(VoidOutcome outcome) {
        return outcome.hasFailure() ? failed(outcome.getFailure()) : new Outcome.Done();
    }

    private static Outcome failed(io.mooncake.protocol.v1.Failure failure) {
        return new Outcome.Failed(
                new Failure(ErrorCode.ofNumber(failure.getCode()).orElseThrow(), failure.getMessage()));
    }

    @Override
    public void close() {
        master.close();
    }
}
