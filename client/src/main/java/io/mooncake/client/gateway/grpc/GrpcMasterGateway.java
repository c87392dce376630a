package io.mooncake.client.gateway.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.mooncake.address.HostAndPort;
import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.PingAnswer;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.gateway.Clearing;
import io.mooncake.client.gateway.Cluster;
import io.mooncake.client.gateway.MasterGateway;
import io.mooncake.client.gateway.MasterStatus;
import io.mooncake.client.gateway.MatchPage;
import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.client.gateway.PutEnd;
import io.mooncake.client.gateway.PutPlan;
import io.mooncake.client.gateway.PutRevoke;
import io.mooncake.client.gateway.PutStart;
import io.mooncake.client.gateway.Removal;
import io.mooncake.client.gateway.WriteKind;
import io.mooncake.protocol.v1.BatchExistKeyRequest;
import io.mooncake.protocol.v1.BatchExistKeyResponse;
import io.mooncake.protocol.v1.BatchGetReplicaListRequest;
import io.mooncake.protocol.v1.BatchGetReplicaListResponse;
import io.mooncake.protocol.v1.BatchPutEndRequest;
import io.mooncake.protocol.v1.BatchPutEndResponse;
import io.mooncake.protocol.v1.BatchPutRevokeRequest;
import io.mooncake.protocol.v1.BatchPutRevokeResponse;
import io.mooncake.protocol.v1.BatchPutStartRequest;
import io.mooncake.protocol.v1.BatchPutStartResponse;
import io.mooncake.protocol.v1.BatchQueryIpRequest;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.BatchRemoveResponse;
import io.mooncake.protocol.v1.BatchReplicaClearRequest;
import io.mooncake.protocol.v1.BatchUpsertStartRequest;
import io.mooncake.protocol.v1.GetClusterInfoRequest;
import io.mooncake.protocol.v1.GetReplicaListByRegexRequest;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.RemoveAllRequest;
import io.mooncake.protocol.v1.RemoveByRegexRequest;
import io.mooncake.protocol.v1.ReplicateConfig;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.ServiceReadyRequest;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import io.mooncake.protocol.v1.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A master behind one connection of its own.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
public final class GrpcMasterGateway implements MasterGateway {

    private static final int PROTOCOL = 1;
    /** Answers of 1,024 items with many extents are longer than requests. */
    private static final int MAX_RESPONSE_BYTES = 64 << 20;

    private static final long SHUTDOWN_SECONDS = 5;

    private final ManagedChannel channel;
    private final MasterCalls calls;

    private GrpcMasterGateway(ManagedChannel channel, MasterCalls calls) {
        this.channel = channel;
        this.calls = calls;
    }

    /**
     * A gateway to this master; nothing is sent yet. All gateways of a client share its ledger.
     *
     * @param nanoClock the clock of all deadlines
     * @param meter is told of every call
     */
    public static GrpcMasterGateway open(
            HostAndPort master, UUID clientId, OperationLedger ledger, LongSupplier nanoClock, CallMeter meter) {
        Metadata versions = new Metadata();
        versions.put(Metadata.Key.of("mooncake-protocol-min", Metadata.ASCII_STRING_MARSHALLER), "" + PROTOCOL);
        versions.put(Metadata.Key.of("mooncake-protocol-max", Metadata.ASCII_STRING_MARSHALLER), "" + PROTOCOL);
        ManagedChannel channel = NettyChannelBuilder.forAddress(master.host(), master.port())
                .usePlaintext()
                .disableRetry()
                .maxInboundMessageSize(MAX_RESPONSE_BYTES)
                .intercept(MetadataUtils.newAttachHeadersInterceptor(versions))
                .build();
        CallRunner runner = new CallRunner(channel, master.toString(), nanoClock, meter);
        return new GrpcMasterGateway(channel, new MasterCalls(runner, clientId, ledger));
    }

    @Override
    public Answer<MasterStatus> status(long deadlineNanos) {
        return calls.read(
                MasterServiceGrpc.getServiceReadyMethod(),
                header -> ServiceReadyRequest.newBuilder().setHeader(header).build(),
                response -> new Accepted<>(new MasterStatus(response.getVersion(), response.getMasterEpoch())),
                deadlineNanos);
    }

    @Override
    public Answer<Long> mount(OfferedSegment segment, long deadlineNanos) {
        return calls.change(
                MasterServiceGrpc.getMountSegmentMethod(),
                header -> MountSegmentRequest.newBuilder()
                        .setHeader(header)
                        .setSegment(MasterMessages.segment(segment))
                        .build(),
                response -> response.hasFailure()
                        ? MasterMessages.refused(response.getFailure())
                        : new Accepted<>(response.getMasterEpoch()),
                0,
                deadlineNanos);
    }

    @Override
    public Answer<Long> remount(List<OfferedSegment> segments, long deadlineNanos) {
        List<Segment> messages = segments.stream().map(MasterMessages::segment).toList();
        return calls.change(
                MasterServiceGrpc.getReMountSegmentMethod(),
                header -> ReMountSegmentRequest.newBuilder()
                        .setHeader(header)
                        .addAllSegments(messages)
                        .build(),
                response -> response.hasFailure()
                        ? MasterMessages.refused(response.getFailure())
                        : new Accepted<>(response.getMasterEpoch()),
                0,
                deadlineNanos);
    }

    @Override
    public Answer<Done> unmount(UUID segmentId, long epoch, long deadlineNanos) {
        return calls.change(
                MasterServiceGrpc.getUnmountSegmentMethod(),
                header -> UnmountSegmentRequest.newBuilder()
                        .setHeader(header)
                        .setSegmentId(MasterMessages.uuid(segmentId))
                        .build(),
                response -> response.hasFailure()
                        ? MasterMessages.refused(response.getFailure())
                        : new Accepted<>(Done.DONE),
                epoch,
                deadlineNanos);
    }

    @Override
    public Answer<PingAnswer> ping(long epoch, long deadlineNanos) {
        return calls.read(
                MasterServiceGrpc.getPingMethod(),
                header -> PingRequest.newBuilder()
                        .setHeader(header.toBuilder().setMasterEpoch(epoch))
                        .build(),
                response -> new Accepted<>(MasterMessages.ping(response)),
                deadlineNanos);
    }

    @Override
    public List<Answer<PutGrant>> putStart(List<PutStart> items, PutPlan plan, long epoch, long deadlineNanos) {
        List<Answer<PutGrant>> answers = new ArrayList<>(items.size());
        List<PutStartItem> messages =
                items.stream().map(item -> MasterMessages.putStart(item, plan)).toList();
        ReplicateConfig config = MasterMessages.config(plan);
        for (List<PutStartItem> chunk : Chunks.of(messages, MessageLite::getSerializedSize)) {
            MasterCalls.Change change = new MasterCalls.Change(chunk.size(), epoch, deadlineNanos);
            Consumer<BatchPutStartResponse> late = response -> giveUp(chunk, response, epoch);
            Reply<BatchPutStartResponse> reply = switch (plan.kind()) {
                case PUT ->
                    calls.runSettled(
                            MasterServiceGrpc.getBatchPutStartMethod(),
                            header -> BatchPutStartRequest.newBuilder()
                                    .setHeader(header)
                                    .setConfig(config)
                                    .addAllItems(chunk)
                                    .build(),
                            change,
                            late);
                case UPSERT, OVERWRITING_UPSERT ->
                    calls.runSettled(
                            MasterServiceGrpc.getBatchUpsertStartMethod(),
                            header -> BatchUpsertStartRequest.newBuilder()
                                    .setHeader(header)
                                    .setConfig(config)
                                    .addAllItems(chunk)
                                    .setMayOverwrite(plan.kind() == WriteKind.OVERWRITING_UPSERT)
                                    .build(),
                            change,
                            late);
            };
            answers.addAll(MasterCalls.several(
                    reply,
                    BatchPutStartResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.grant(outcome, response.getSegmentsList()),
                    chunk.size()));
        }
        return answers;
    }

    @Override
    public List<Answer<Done>> putEnd(List<PutEnd> items, long epoch, long deadlineNanos) {
        List<Answer<Done>> answers = new ArrayList<>(items.size());
        List<PutEndItem> messages = items.stream().map(MasterMessages::putEnd).toList();
        for (List<PutEndItem> chunk : Chunks.of(messages, MessageLite::getSerializedSize)) {
            Reply<BatchPutEndResponse> reply = calls.runSettled(
                    MasterServiceGrpc.getBatchPutEndMethod(),
                    header -> BatchPutEndRequest.newBuilder()
                            .setHeader(header)
                            .addAllItems(chunk)
                            .build(),
                    new MasterCalls.Change(chunk.size(), epoch, deadlineNanos),
                    response -> {});
            answers.addAll(MasterCalls.several(
                    reply,
                    BatchPutEndResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.done(outcome),
                    chunk.size()));
        }
        return answers;
    }

    @Override
    public List<Answer<Done>> putRevoke(List<PutRevoke> items, long epoch, long deadlineNanos) {
        List<Answer<Done>> answers = new ArrayList<>(items.size());
        List<PutRevokeItem> messages =
                items.stream().map(MasterMessages::putRevoke).toList();
        for (List<PutRevokeItem> chunk : Chunks.of(messages, MessageLite::getSerializedSize)) {
            Reply<BatchPutRevokeResponse> reply = calls.runSettled(
                    MasterServiceGrpc.getBatchPutRevokeMethod(),
                    header -> BatchPutRevokeRequest.newBuilder()
                            .setHeader(header)
                            .addAllItems(chunk)
                            .build(),
                    new MasterCalls.Change(chunk.size(), epoch, deadlineNanos),
                    response -> {});
            answers.addAll(MasterCalls.several(
                    reply,
                    BatchPutRevokeResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.done(outcome),
                    chunk.size()));
        }
        return answers;
    }

    @Override
    public List<Answer<ObjectLocation>> locate(List<Key> keys, long deadlineNanos) {
        List<Answer<ObjectLocation>> answers = new ArrayList<>(keys.size());
        for (List<ByteString> chunk : keyChunks(keys)) {
            answers.addAll(calls.reads(
                    MasterServiceGrpc.getBatchGetReplicaListMethod(),
                    header -> BatchGetReplicaListRequest.newBuilder()
                            .setHeader(header)
                            .addAllKeys(chunk)
                            .build(),
                    BatchGetReplicaListResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.location(outcome, response.getSegmentsList()),
                    new MasterCalls.Change(chunk.size(), 0, deadlineNanos)));
        }
        return answers;
    }

    @Override
    public List<Answer<Boolean>> exists(List<Key> keys, long deadlineNanos) {
        List<Answer<Boolean>> answers = new ArrayList<>(keys.size());
        for (List<ByteString> chunk : keyChunks(keys)) {
            answers.addAll(calls.reads(
                    MasterServiceGrpc.getBatchExistKeyMethod(),
                    header -> BatchExistKeyRequest.newBuilder()
                            .setHeader(header)
                            .addAllKeys(chunk)
                            .build(),
                    BatchExistKeyResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.exists(outcome),
                    new MasterCalls.Change(chunk.size(), 0, deadlineNanos)));
        }
        return answers;
    }

    @Override
    public List<Answer<Done>> remove(List<Key> keys, boolean force, long epoch, long deadlineNanos) {
        List<Answer<Done>> answers = new ArrayList<>(keys.size());
        for (List<ByteString> chunk : keyChunks(keys)) {
            answers.addAll(calls.changes(
                    MasterServiceGrpc.getBatchRemoveMethod(),
                    header -> BatchRemoveRequest.newBuilder()
                            .setHeader(header)
                            .setForce(force)
                            .addAllKeys(chunk)
                            .build(),
                    BatchRemoveResponse::getOutcomesList,
                    (response, outcome) -> MasterMessages.done(outcome),
                    new MasterCalls.Change(chunk.size(), epoch, deadlineNanos)));
        }
        return answers;
    }

    @Override
    public Answer<Removal> removeAll(boolean force, long epoch, long deadlineNanos) {
        return calls.change(
                MasterServiceGrpc.getRemoveAllMethod(),
                header -> RemoveAllRequest.newBuilder()
                        .setHeader(header)
                        .setForce(force)
                        .build(),
                response -> response.hasFailure()
                        ? MasterMessages.refused(response.getFailure())
                        : new Accepted<>(new Removal(
                                response.getRemovedCount(), response.getLeasedCount(), response.getIncompleteCount())),
                epoch,
                deadlineNanos);
    }

    @Override
    public Answer<MatchPage> locateByRegex(String regex, long cursor, long deadlineNanos) {
        return calls.read(
                MasterServiceGrpc.getGetReplicaListByRegexMethod(),
                header -> GetReplicaListByRegexRequest.newBuilder()
                        .setHeader(header)
                        .setKeyRegex(regex)
                        .setCursor(cursor)
                        .build(),
                MasterMessages::matches,
                deadlineNanos);
    }

    @Override
    public Answer<Removal> removeByRegex(String regex, boolean force, long epoch, long deadlineNanos) {
        return calls.change(
                MasterServiceGrpc.getRemoveByRegexMethod(),
                header -> RemoveByRegexRequest.newBuilder()
                        .setHeader(header)
                        .setKeyRegex(regex)
                        .setForce(force)
                        .build(),
                response -> response.hasFailure()
                        ? MasterMessages.refused(response.getFailure())
                        : new Accepted<>(new Removal(
                                response.getRemovedCount(), response.getLeasedCount(), response.getIncompleteCount())),
                epoch,
                deadlineNanos);
    }

    @Override
    public Answer<Clearing> clearReplicas(
            List<Key> keys, UUID writerId, String segmentName, long epoch, long deadlineNanos) {
        List<ByteString> messages = keys.stream().map(MasterMessages::key).toList();
        return calls.change(
                MasterServiceGrpc.getBatchReplicaClearMethod(),
                header -> BatchReplicaClearRequest.newBuilder()
                        .setHeader(header)
                        .addAllObjectKeys(messages)
                        .setClientId(MasterMessages.uuid(writerId))
                        .setSegmentName(segmentName)
                        .build(),
                response -> new Accepted<>(MasterMessages.clearing(response)),
                new MasterCalls.Change(keys.size(), epoch, deadlineNanos));
    }

    @Override
    public Answer<Map<UUID, List<String>>> queryIps(List<UUID> clientIds, long deadlineNanos) {
        List<Uuid> messages = clientIds.stream().map(MasterMessages::uuid).toList();
        return calls.read(
                MasterServiceGrpc.getBatchQueryIpMethod(),
                header -> BatchQueryIpRequest.newBuilder()
                        .setHeader(header)
                        .addAllClientIds(messages)
                        .build(),
                response -> new Accepted<>(MasterMessages.addresses(response)),
                deadlineNanos);
    }

    @Override
    public Answer<Cluster> cluster(long deadlineNanos) {
        return calls.read(
                MasterServiceGrpc.getGetClusterInfoMethod(),
                header -> GetClusterInfoRequest.newBuilder().setHeader(header).build(),
                response -> new Accepted<>(MasterMessages.cluster(response)),
                deadlineNanos);
    }

    /** Ends the connection, and waits until its loop has let go of it. */
    @Override
    public void close() {
        channel.shutdownNow();
        try {
            boolean ended = channel.awaitTermination(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                throw new IllegalStateException("The connection to the master did not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<List<ByteString>> keyChunks(List<Key> keys) {
        return Chunks.of(keys.stream().map(MasterMessages::key).toList(), ByteString::size);
    }

    /** Writes that were opened by a start whose answer nobody waits for any more. */
    private void giveUp(List<PutStartItem> items, BatchPutStartResponse response, long epoch) {
        List<PutRevokeItem> revokes = new ArrayList<>();
        for (int item = 0; item < Math.min(items.size(), response.getOutcomesCount()); item++) {
            if (response.getOutcomes(item).hasGrant()) {
                revokes.add(MasterMessages.neverWritten(
                        items.get(item), response.getOutcomes(item).getGrant()));
            }
        }
        if (!revokes.isEmpty()) {
            BatchPutRevokeRequest request =
                    BatchPutRevokeRequest.newBuilder().addAllItems(revokes).build();
            calls.repeatLater(
                    MasterServiceGrpc.getBatchPutRevokeMethod(),
                    header -> request.toBuilder().setHeader(header).build(),
                    revokes.size(),
                    epoch);
        }
    }

    @Override
    public int unsettledCalls() {
        return calls.unsettledCount();
    }

    @Override
    public void settle(long deadlineNanos) {
        calls.settle(deadlineNanos);
    }
}
