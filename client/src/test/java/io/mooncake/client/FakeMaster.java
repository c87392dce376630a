package io.mooncake.client;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.mooncake.error.ErrorCode;
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
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.BatchRemoveResponse;
import io.mooncake.protocol.v1.BatchUpsertStartRequest;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ClientStatus;
import io.mooncake.protocol.v1.ExistKeyOutcome;
import io.mooncake.protocol.v1.Extent;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.GetReplicaListOutcome;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.MountSegmentResponse;
import io.mooncake.protocol.v1.ObjectLocation;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PingResponse;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.ReMountSegmentResponse;
import io.mooncake.protocol.v1.Replica;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.SegmentLocation;
import io.mooncake.protocol.v1.ServiceReadyRequest;
import io.mooncake.protocol.v1.ServiceReadyResponse;
import io.mooncake.protocol.v1.Slice;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import io.mooncake.protocol.v1.UnmountSegmentResponse;
import io.mooncake.protocol.v1.Uuid;
import io.mooncake.protocol.v1.VoidOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A master for tests: one address after another in each segment, nothing is ever freed. Faults are planted through its
 * fields.
 *
 * <p>Thread safety: every method and field is used with the monitor of the master.
 */
final class FakeMaster extends MasterServiceGrpc.MasterServiceImplBase implements AutoCloseable {

    private final Server server;

    record Lent(Uuid owner, Segment segment) {}

    private record OperationName(Uuid clientId, long number) {}

    private record Stored(PutGrant grant, long sizeBytes, boolean readable, PutEndItem end) {}

    final Map<Uuid, Lent> segments = new LinkedHashMap<>();
    final List<Segment> everOffered = new ArrayList<>();
    final List<PutRevokeItem> revoked = new ArrayList<>();
    final List<PutEndItem> ended = new ArrayList<>();
    final List<Long> operationIds = new ArrayList<>();
    private final Map<Uuid, Long> used = new HashMap<>();
    private final Map<ByteString, Stored> objects = new HashMap<>();
    private final Map<ByteString, Stored> updates = new HashMap<>();
    final List<Boolean> overwriteWishes = new ArrayList<>();
    private final Map<OperationName, BatchPutStartResponse> firstAnswers = new HashMap<>();
    private final List<Uuid> registered = new ArrayList<>();

    long epoch = 1;
    long leaseTtlMillis = 5_000;
    long clientTtlMillis = 10_000;
    int startsWithoutAnswer;
    int startsForEverSilent;
    int endsForEverSilent;
    int restartsAfterStart;
    int wrongChecksums;
    boolean segmentsStayInUse;
    boolean grantsUnknownAddresses;
    /** Listed before the real replicas, as a replica at this endpoint. */
    String deadEndpoint = "";

    private long nextPutId = 1;

    FakeMaster() throws IOException {
        server = NettyServerBuilder.forPort(0).addService(this).build().start();
    }

    String address() {
        return "127.0.0.1:" + server.getPort();
    }

    /** Changes fields. */
    synchronized void plant(Runnable change) {
        change.run();
    }

    /** Forgets everything, as a master that was started anew. */
    synchronized void restart() {
        epoch++;
        segments.clear();
        used.clear();
        objects.clear();
        registered.clear();
        firstAnswers.clear();
    }

    /** Forgets its clients, but not their segments. */
    synchronized void forgetClients() {
        registered.clear();
    }

    synchronized int revokedCount() {
        return revoked.size();
    }

    @Override
    public void serviceReady(ServiceReadyRequest request, StreamObserver<ServiceReadyResponse> observer) {
        answer(
                observer,
                ServiceReadyResponse.newBuilder()
                        .setVersion("fake")
                        .setProtocol(1)
                        .setMasterEpoch(epoch)
                        .build());
    }

    @Override
    public synchronized void mountSegment(MountSegmentRequest request, StreamObserver<MountSegmentResponse> observer) {
        register(request.getHeader(), List.of(request.getSegment()));
        answer(observer, MountSegmentResponse.newBuilder().setMasterEpoch(epoch).build());
    }

    @Override
    public synchronized void reMountSegment(
            ReMountSegmentRequest request, StreamObserver<ReMountSegmentResponse> observer) {
        register(request.getHeader(), request.getSegmentsList());
        answer(
                observer,
                ReMountSegmentResponse.newBuilder().setMasterEpoch(epoch).build());
    }

    private void register(CallHeader header, List<Segment> offered) {
        segments.values().removeIf(lent -> lent.owner().equals(header.getClientId()));
        for (Segment segment : offered) {
            segments.put(segment.getSegmentId(), new Lent(header.getClientId(), segment));
            everOffered.add(segment);
        }
        registered.add(header.getClientId());
    }

    @Override
    public synchronized void unmountSegment(
            UnmountSegmentRequest request, StreamObserver<UnmountSegmentResponse> observer) {
        segments.remove(request.getSegmentId());
        answer(observer, UnmountSegmentResponse.getDefaultInstance());
    }

    @Override
    public synchronized void ping(PingRequest request, StreamObserver<PingResponse> observer) {
        boolean known = refusal(request.getHeader()) == ErrorCode.OK;
        PingResponse.Builder response = PingResponse.newBuilder()
                .setStatus(known ? ClientStatus.CLIENT_OK : ClientStatus.CLIENT_NEED_REMOUNT)
                .setMasterEpoch(epoch)
                .setClientTtlMs(clientTtlMillis);
        if (!known && segmentsStayInUse) {
            response.addAllSegmentsInUse(segments.keySet());
        }
        answer(observer, response.build());
    }

    @Override
    public synchronized void batchPutStart(
            BatchPutStartRequest request, StreamObserver<BatchPutStartResponse> observer) {
        CallHeader header = request.getHeader();
        operationIds.add(header.getOperationId());
        BatchPutStartResponse first = firstAnswers.computeIfAbsent(
                new OperationName(header.getClientId(), header.getOperationId()), id -> startAll(request));
        if (restartsAfterStart > 0) {
            restartsAfterStart--;
            restart();
        }
        if (startsForEverSilent > 0) {
            startsForEverSilent--;
            return;
        }
        if (startsWithoutAnswer > 0) {
            startsWithoutAnswer--;
            observer.onError(Status.UNAVAILABLE.withDescription("planted").asRuntimeException());
            return;
        }
        answer(observer, first);
    }

    @Override
    public synchronized void batchUpsertStart(
            BatchUpsertStartRequest request, StreamObserver<BatchPutStartResponse> observer) {
        overwriteWishes.add(request.getMayOverwrite());
        Map<ByteString, Stored> old = new HashMap<>();
        for (PutStartItem item : request.getItemsList()) {
            Stored stored = objects.remove(item.getKey());
            if (stored != null && stored.readable()) {
                old.put(item.getKey(), stored);
            }
        }
        BatchPutStartResponse response = startAll(BatchPutStartRequest.newBuilder()
                .setHeader(request.getHeader())
                .setConfig(request.getConfig())
                .addAllItems(request.getItemsList())
                .build());
        old.forEach((key, stored) -> {
            Stored update = objects.put(key, stored);
            if (update != null) {
                updates.put(key, update);
            }
        });
        answer(observer, response);
    }

    private BatchPutStartResponse startAll(BatchPutStartRequest request) {
        BatchPutStartResponse.Builder response = BatchPutStartResponse.newBuilder();
        segments.values().forEach(lent -> response.addSegments(location(lent.segment())));
        for (PutStartItem item : request.getItemsList()) {
            response.addOutcomes(
                    start(request.getHeader(), item, request.getConfig().getReplicaNum()));
        }
        return response.build();
    }

    private PutStartOutcome start(CallHeader header, PutStartItem item, int replicaNum) {
        PutStartOutcome.Builder outcome = PutStartOutcome.newBuilder();
        ErrorCode refusal = refusal(header);
        if (refusal == ErrorCode.OK && objects.containsKey(item.getKey())) {
            refusal = ErrorCode.OBJECT_ALREADY_EXISTS;
        }
        if (refusal == ErrorCode.OK && segments.isEmpty()) {
            refusal = ErrorCode.NO_AVAILABLE_HANDLE;
        }
        if (refusal != ErrorCode.OK) {
            return outcome.setFailure(failure(refusal)).build();
        }
        PutGrant.Builder grant = PutGrant.newBuilder().setPutId(nextPutId++).setSliceBytes(item.getSliceBytes());
        List<Lent> owners = List.copyOf(segments.values());
        for (int replica = 0; replica < Math.min(replicaNum, owners.size()); replica++) {
            grant.addReplicas(place(replica, owners.get(replica).segment(), item.getSizeBytes(), item.getSliceBytes()));
        }
        objects.put(
                item.getKey(), new Stored(grant.build(), item.getSizeBytes(), false, PutEndItem.getDefaultInstance()));
        return outcome.setGrant(grant).build();
    }

    private Replica place(int index, Segment segment, long sizeBytes, long sliceBytes) {
        Replica.Builder replica = Replica.newBuilder().setReplicaIndex(index).setSegmentCount(1);
        long unknown = grantsUnknownAddresses ? 1L << 50 : 0;
        long next = unknown + segment.getBase() + used.getOrDefault(segment.getSegmentId(), 0L);
        for (long done = 0; done < sizeBytes; done += sliceBytes) {
            long lengthBytes = Math.min(sliceBytes, sizeBytes - done);
            replica.addSlices(Slice.newBuilder()
                    .addExtents(Extent.newBuilder()
                            .setSegmentIndex(index)
                            .setAddress(next)
                            .setLengthBytes(lengthBytes)));
            next += lengthBytes;
        }
        used.put(segment.getSegmentId(), next - unknown - segment.getBase());
        return replica.build();
    }

    private static SegmentLocation location(Segment segment) {
        return SegmentLocation.newBuilder()
                .setSegmentId(segment.getSegmentId())
                .setName(segment.getName())
                .setTeEndpoint(segment.getTeEndpoint())
                .setProtocol(segment.getProtocol())
                .build();
    }

    private ErrorCode refusal(CallHeader header) {
        return header.getMasterEpoch() == epoch && registered.contains(header.getClientId())
                ? ErrorCode.OK
                : ErrorCode.CLIENT_NOT_FOUND;
    }

    @Override
    public synchronized void batchPutEnd(BatchPutEndRequest request, StreamObserver<BatchPutEndResponse> observer) {
        if (endsForEverSilent > 0) {
            endsForEverSilent--;
            return;
        }
        BatchPutEndResponse.Builder response = BatchPutEndResponse.newBuilder();
        for (PutEndItem item : request.getItemsList()) {
            ended.add(item);
            ErrorCode refusal = refusal(request.getHeader());
            Stored update = updates.get(item.getKey());
            boolean isUpdate = update != null && update.grant().getPutId() == item.getPutId();
            Stored stored = isUpdate ? updates.remove(item.getKey()) : objects.get(item.getKey());
            if (refusal == ErrorCode.OK && (stored == null || stored.grant().getPutId() != item.getPutId())) {
                refusal = ErrorCode.INVALID_WRITE;
            }
            if (refusal == ErrorCode.OK && stored != null) {
                objects.put(item.getKey(), new Stored(stored.grant(), stored.sizeBytes(), true, item));
            }
            response.addOutcomes(outcome(refusal));
        }
        answer(observer, response.build());
    }

    @Override
    public synchronized void batchPutRevoke(
            BatchPutRevokeRequest request, StreamObserver<BatchPutRevokeResponse> observer) {
        BatchPutRevokeResponse.Builder response = BatchPutRevokeResponse.newBuilder();
        for (PutRevokeItem item : request.getItemsList()) {
            revoked.add(item);
            Stored update = updates.get(item.getKey());
            if (update != null && update.grant().getPutId() == item.getPutId()) {
                updates.remove(item.getKey());
            } else {
                objects.remove(item.getKey());
            }
            response.addOutcomes(outcome(refusal(request.getHeader())));
        }
        answer(observer, response.build());
    }

    @Override
    public synchronized void batchGetReplicaList(
            BatchGetReplicaListRequest request, StreamObserver<BatchGetReplicaListResponse> observer) {
        BatchGetReplicaListResponse.Builder response = BatchGetReplicaListResponse.newBuilder();
        segments.values().forEach(lent -> response.addSegments(location(lent.segment())));
        int dead = response.getSegmentsCount();
        response.addSegments(SegmentLocation.newBuilder().setTeEndpoint(deadEndpoint));
        for (ByteString key : request.getKeysList()) {
            response.addOutcomes(locate(key, dead));
        }
        answer(observer, response.build());
    }

    private GetReplicaListOutcome locate(ByteString key, int deadSegment) {
        Stored stored = objects.get(key);
        if (stored == null || !stored.readable()) {
            ErrorCode code = stored == null ? ErrorCode.OBJECT_NOT_FOUND : ErrorCode.REPLICA_IS_NOT_READY;
            return GetReplicaListOutcome.newBuilder().setFailure(failure(code)).build();
        }
        ObjectLocation.Builder object = ObjectLocation.newBuilder()
                .setSizeBytes(stored.sizeBytes())
                .setSliceBytes(stored.grant().getSliceBytes())
                .setLeaseTtlMs(leaseTtlMillis);
        if (!deadEndpoint.isEmpty()) {
            object.addReplicas(onDeadSegment(stored.grant().getReplicas(0), deadSegment));
        }
        object.addAllReplicas(stored.grant().getReplicasList());
        if (stored.end().hasChecksums()) {
            object.setChecksums(stored.end().getChecksums());
        }
        if (wrongChecksums > 0 && object.getChecksums().getSliceCrc32CCount() > 0) {
            wrongChecksums--;
            object.getChecksumsBuilder()
                    .setSliceCrc32C(0, ~object.getChecksums().getSliceCrc32C(0));
        }
        return GetReplicaListOutcome.newBuilder().setObject(object).build();
    }

    private static Replica onDeadSegment(Replica replica, int deadSegment) {
        Replica.Builder moved = replica.toBuilder();
        for (Slice.Builder slice : moved.getSlicesBuilderList()) {
            slice.getExtentsBuilderList().forEach(extent -> extent.setSegmentIndex(deadSegment));
        }
        return moved.build();
    }

    @Override
    public synchronized void batchExistKey(
            BatchExistKeyRequest request, StreamObserver<BatchExistKeyResponse> observer) {
        BatchExistKeyResponse.Builder response = BatchExistKeyResponse.newBuilder();
        for (ByteString key : request.getKeysList()) {
            Stored stored = objects.get(key);
            response.addOutcomes(ExistKeyOutcome.newBuilder().setExists(stored != null && stored.readable()));
        }
        answer(observer, response.build());
    }

    @Override
    public synchronized void batchRemove(BatchRemoveRequest request, StreamObserver<BatchRemoveResponse> observer) {
        BatchRemoveResponse.Builder response = BatchRemoveResponse.newBuilder();
        for (ByteString key : request.getKeysList()) {
            ErrorCode refusal = refusal(request.getHeader());
            if (refusal == ErrorCode.OK && objects.remove(key) == null) {
                refusal = ErrorCode.OBJECT_NOT_FOUND;
            }
            response.addOutcomes(outcome(refusal));
        }
        answer(observer, response.build());
    }

    private static VoidOutcome outcome(ErrorCode code) {
        return code == ErrorCode.OK
                ? VoidOutcome.getDefaultInstance()
                : VoidOutcome.newBuilder().setFailure(failure(code)).build();
    }

    private static Failure failure(ErrorCode code) {
        return Failure.newBuilder().setCode(code.number()).setMessage("fake").build();
    }

    private static <T> void answer(StreamObserver<T> observer, T response) {
        observer.onNext(response);
        observer.onCompleted();
    }

    @Override
    public void close() {
        server.shutdownNow();
        try {
            if (!server.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The fake master did not end");
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
