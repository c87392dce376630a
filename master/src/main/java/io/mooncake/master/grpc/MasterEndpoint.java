package io.mooncake.master.grpc;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.mooncake.config.SoftwareVersion;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.SegmentSpec;
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
import io.mooncake.protocol.v1.BatchQueryIpResponse;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.BatchRemoveResponse;
import io.mooncake.protocol.v1.BatchReplicaClearRequest;
import io.mooncake.protocol.v1.BatchReplicaClearResponse;
import io.mooncake.protocol.v1.BatchUpsertStartRequest;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.ExistKeyResponse;
import io.mooncake.protocol.v1.GetClusterInfoRequest;
import io.mooncake.protocol.v1.GetClusterInfoResponse;
import io.mooncake.protocol.v1.GetReplicaListByRegexRequest;
import io.mooncake.protocol.v1.GetReplicaListByRegexResponse;
import io.mooncake.protocol.v1.GetReplicaListRequest;
import io.mooncake.protocol.v1.GetReplicaListResponse;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.MountSegmentResponse;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PingResponse;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutEndResponse;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutRevokeResponse;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.PutStartResponse;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.ReMountSegmentResponse;
import io.mooncake.protocol.v1.RemoveAllRequest;
import io.mooncake.protocol.v1.RemoveAllResponse;
import io.mooncake.protocol.v1.RemoveByRegexRequest;
import io.mooncake.protocol.v1.RemoveByRegexResponse;
import io.mooncake.protocol.v1.RemoveRequest;
import io.mooncake.protocol.v1.RemoveResponse;
import io.mooncake.protocol.v1.ServiceReadyRequest;
import io.mooncake.protocol.v1.ServiceReadyResponse;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import io.mooncake.protocol.v1.UnmountSegmentResponse;
import io.mooncake.protocol.v1.UpsertStartRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of the control plane: message to domain, use case, domain to message.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Errors: what went wrong with an item is in its outcome; a call that was not executed ends with a gRPC status, see
 * {@link CallGate}.
 */
final class MasterEndpoint implements MasterServiceGrpc.AsyncService {
    /** Most bytes of one request message. */
    static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

    private static final Logger LOGGER = LoggerFactory.getLogger(MasterEndpoint.class);

    private final long masterEpoch;
    private final UseCases useCases;
    private final CallGate gate;
    private final String version = SoftwareVersion.current();

    MasterEndpoint(long masterEpoch, UseCases useCases, CallGate gate) {
        this.masterEpoch = masterEpoch;
        this.useCases = useCases;
        this.gate = gate;
    }

    @Override
    public void serviceReady(ServiceReadyRequest request, StreamObserver<ServiceReadyResponse> observer) {
        answer(
                observer,
                request.getHeader(),
                () -> ServiceReadyResponse.newBuilder()
                        .setVersion(version)
                        .setProtocol(ProtocolVersions.PROTOCOL)
                        .setMasterEpoch(masterEpoch)
                        .setMaxBatchItems(CallGate.MAX_BATCH_ITEMS)
                        .setMaxMessageBytes(MAX_MESSAGE_BYTES)
                        .build());
    }

    @Override
    public void getClusterInfo(GetClusterInfoRequest request, StreamObserver<GetClusterInfoResponse> observer) {
        answer(
                observer,
                request.getHeader(),
                () -> ProtocolWriter.clusterInfo(useCases.cluster().info()));
    }

    @Override
    public void mountSegment(MountSegmentRequest request, StreamObserver<MountSegmentResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkPresent("segment", request.hasSegment());
            Outcome outcome = useCases.segments()
                    .mount(ProtocolReader.context(request.getHeader()), ProtocolReader.segment(request.getSegment()));
            if (outcome instanceof Outcome.Failed failed) {
                return MountSegmentResponse.newBuilder()
                        .setFailure(ProtocolWriter.failure(failed.failure()))
                        .setMasterEpoch(masterEpoch)
                        .build();
            }
            long epoch =
                    ProtocolWriter.expect(Outcome.Registered.class, outcome).masterEpoch();
            return MountSegmentResponse.newBuilder().setMasterEpoch(epoch).build();
        });
    }

    @Override
    public void unmountSegment(UnmountSegmentRequest request, StreamObserver<UnmountSegmentResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkPresent("segment_id", request.hasSegmentId());
            Outcome outcome = useCases.segments()
                    .unmount(
                            ProtocolReader.context(request.getHeader()),
                            ProtocolReader.segmentId(request.getSegmentId()));
            if (outcome instanceof Outcome.Failed failed) {
                return UnmountSegmentResponse.newBuilder()
                        .setFailure(ProtocolWriter.failure(failed.failure()))
                        .build();
            }
            ProtocolWriter.expect(Outcome.Done.class, outcome);
            return UnmountSegmentResponse.getDefaultInstance();
        });
    }

    @Override
    public void reMountSegment(ReMountSegmentRequest request, StreamObserver<ReMountSegmentResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            List<SegmentSpec> segments = request.getSegmentsList().stream()
                    .map(ProtocolReader::segment)
                    .toList();
            Outcome outcome = useCases.segments().remount(ProtocolReader.context(request.getHeader()), segments);
            if (outcome instanceof Outcome.Failed failed) {
                return ReMountSegmentResponse.newBuilder()
                        .setFailure(ProtocolWriter.failure(failed.failure()))
                        .setMasterEpoch(masterEpoch)
                        .build();
            }
            long epoch =
                    ProtocolWriter.expect(Outcome.Registered.class, outcome).masterEpoch();
            return ReMountSegmentResponse.newBuilder().setMasterEpoch(epoch).build();
        });
    }

    @Override
    public void ping(PingRequest request, StreamObserver<PingResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Outcome outcome = useCases.segments().ping(ProtocolReader.context(request.getHeader()));
            if (outcome instanceof Outcome.Failed(Failure failure)) {
                throw CallGate.refusal(Status.INVALID_ARGUMENT, failure.code(), failure.message());
            }
            return ProtocolWriter.pong(ProtocolWriter.expect(Outcome.Pong.class, outcome));
        });
    }

    @Override
    public void putStart(PutStartRequest request, StreamObserver<PutStartResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            ReplicateConfig config = ProtocolReader.config(request.hasConfig(), request.getConfig());
            CallContext context = ProtocolReader.context(request.getHeader());
            SegmentTable table = new SegmentTable();
            Outcome outcome = useCases.puts().start(ProtocolReader.putStart(context, request.getItem(), config));
            return PutStartResponse.newBuilder()
                    .setOutcome(ProtocolWriter.putStart(outcome, table))
                    .addAllSegments(table.messages())
                    .build();
        });
    }

    @Override
    public void batchPutStart(BatchPutStartRequest request, StreamObserver<BatchPutStartResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("items", request.getItemsCount());
            ReplicateConfig config = ProtocolReader.config(request.hasConfig(), request.getConfig());
            List<Operation.PutStart> items = new ArrayList<>(request.getItemsCount());
            for (int i = 0; i < request.getItemsCount(); i++) {
                CallContext context = ProtocolReader.context(request.getHeader(), i);
                items.add(ProtocolReader.putStart(context, request.getItems(i), config));
            }
            return granted(useCases.puts().startAll(items));
        });
    }

    private static BatchPutStartResponse granted(List<Outcome> outcomes) {
        SegmentTable table = new SegmentTable();
        BatchPutStartResponse.Builder response = BatchPutStartResponse.newBuilder();
        for (Outcome outcome : outcomes) {
            response.addOutcomes(ProtocolWriter.putStart(outcome, table));
        }
        return response.addAllSegments(table.messages()).build();
    }

    @Override
    public void putEnd(PutEndRequest request, StreamObserver<PutEndResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            CallContext context = ProtocolReader.context(request.getHeader());
            Outcome outcome = useCases.puts().end(ProtocolReader.putEnd(context, request.getItem()));
            return PutEndResponse.newBuilder()
                    .setOutcome(ProtocolWriter.voidOutcome(outcome))
                    .build();
        });
    }

    @Override
    public void batchPutEnd(BatchPutEndRequest request, StreamObserver<BatchPutEndResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("items", request.getItemsCount());
            List<Operation.PutEnd> items = new ArrayList<>(request.getItemsCount());
            for (int i = 0; i < request.getItemsCount(); i++) {
                items.add(ProtocolReader.putEnd(ProtocolReader.context(request.getHeader(), i), request.getItems(i)));
            }
            BatchPutEndResponse.Builder response = BatchPutEndResponse.newBuilder();
            useCases.puts().endAll(items).forEach(outcome -> response.addOutcomes(ProtocolWriter.voidOutcome(outcome)));
            return response.build();
        });
    }

    @Override
    public void putRevoke(PutRevokeRequest request, StreamObserver<PutRevokeResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            CallContext context = ProtocolReader.context(request.getHeader());
            Outcome outcome = useCases.puts().revoke(ProtocolReader.putRevoke(context, request.getItem()));
            return PutRevokeResponse.newBuilder()
                    .setOutcome(ProtocolWriter.voidOutcome(outcome))
                    .build();
        });
    }

    @Override
    public void batchPutRevoke(BatchPutRevokeRequest request, StreamObserver<BatchPutRevokeResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("items", request.getItemsCount());
            List<Operation.PutRevoke> items = new ArrayList<>(request.getItemsCount());
            for (int i = 0; i < request.getItemsCount(); i++) {
                items.add(
                        ProtocolReader.putRevoke(ProtocolReader.context(request.getHeader(), i), request.getItems(i)));
            }
            BatchPutRevokeResponse.Builder response = BatchPutRevokeResponse.newBuilder();
            useCases.puts()
                    .revokeAll(items)
                    .forEach(outcome -> response.addOutcomes(ProtocolWriter.voidOutcome(outcome)));
            return response.build();
        });
    }

    @Override
    public void upsertStart(UpsertStartRequest request, StreamObserver<PutStartResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            ReplicateConfig config = ProtocolReader.config(request.hasConfig(), request.getConfig());
            CallContext context = ProtocolReader.context(request.getHeader());
            SegmentTable table = new SegmentTable();
            Outcome outcome = useCases.puts()
                    .start(ProtocolReader.upsertStart(context, request.getItem(), config, request.getMayOverwrite()));
            return PutStartResponse.newBuilder()
                    .setOutcome(ProtocolWriter.putStart(outcome, table))
                    .addAllSegments(table.messages())
                    .build();
        });
    }

    @Override
    public void batchUpsertStart(BatchUpsertStartRequest request, StreamObserver<BatchPutStartResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("items", request.getItemsCount());
            ReplicateConfig config = ProtocolReader.config(request.hasConfig(), request.getConfig());
            List<Operation.UpsertStart> items = new ArrayList<>(request.getItemsCount());
            for (int i = 0; i < request.getItemsCount(); i++) {
                CallContext context = ProtocolReader.context(request.getHeader(), i);
                items.add(ProtocolReader.upsertStart(context, request.getItems(i), config, request.getMayOverwrite()));
            }
            return granted(useCases.puts().startAll(items));
        });
    }

    @Override
    public void upsertEnd(PutEndRequest request, StreamObserver<PutEndResponse> observer) {
        putEnd(request, observer);
    }

    @Override
    public void batchUpsertEnd(BatchPutEndRequest request, StreamObserver<BatchPutEndResponse> observer) {
        batchPutEnd(request, observer);
    }

    @Override
    public void upsertRevoke(PutRevokeRequest request, StreamObserver<PutRevokeResponse> observer) {
        putRevoke(request, observer);
    }

    @Override
    public void batchUpsertRevoke(BatchPutRevokeRequest request, StreamObserver<BatchPutRevokeResponse> observer) {
        batchPutRevoke(request, observer);
    }

    @Override
    public void getReplicaList(GetReplicaListRequest request, StreamObserver<GetReplicaListResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            SegmentTable table = new SegmentTable();
            Outcome outcome = useCases.reads()
                    .locate(ProtocolReader.context(request.getHeader()), ProtocolReader.key(request.getKey()));
            return GetReplicaListResponse.newBuilder()
                    .setOutcome(ProtocolWriter.located(outcome, table))
                    .addAllSegments(table.messages())
                    .build();
        });
    }

    @Override
    public void batchGetReplicaList(
            BatchGetReplicaListRequest request, StreamObserver<BatchGetReplicaListResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("keys", request.getKeysCount());
            SegmentTable table = new SegmentTable();
            BatchGetReplicaListResponse.Builder response = BatchGetReplicaListResponse.newBuilder();
            CallContext context = ProtocolReader.context(request.getHeader());
            for (Outcome outcome : useCases.reads().locateAll(context, ProtocolReader.keys(request.getKeysList()))) {
                response.addOutcomes(ProtocolWriter.located(outcome, table));
            }
            return response.addAllSegments(table.messages()).build();
        });
    }

    @Override
    public void getReplicaListByRegex(
            GetReplicaListByRegexRequest request, StreamObserver<GetReplicaListByRegexResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Context call = Context.current();
            return ProtocolWriter.matches(useCases.regexes()
                    .locate(
                            ProtocolReader.context(request.getHeader()),
                            request.getKeyRegex(),
                            request.getCursor(),
                            call::isCancelled));
        });
    }

    @Override
    public void batchQueryIp(BatchQueryIpRequest request, StreamObserver<BatchQueryIpResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("client_ids", request.getClientIdsCount());
            List<ClientId> clients = request.getClientIdsList().stream()
                    .map(ProtocolReader::clientId)
                    .toList();
            return ProtocolWriter.addresses(useCases.segments().queryIps(clients));
        });
    }

    @Override
    public void existKey(ExistKeyRequest request, StreamObserver<ExistKeyResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Outcome outcome = useCases.reads()
                    .exists(ProtocolReader.context(request.getHeader()), ProtocolReader.key(request.getKey()));
            return ExistKeyResponse.newBuilder()
                    .setOutcome(ProtocolWriter.existence(outcome))
                    .build();
        });
    }

    @Override
    public void batchExistKey(BatchExistKeyRequest request, StreamObserver<BatchExistKeyResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("keys", request.getKeysCount());
            BatchExistKeyResponse.Builder response = BatchExistKeyResponse.newBuilder();
            CallContext context = ProtocolReader.context(request.getHeader());
            useCases.reads()
                    .existAll(context, ProtocolReader.keys(request.getKeysList()))
                    .forEach(outcome -> response.addOutcomes(ProtocolWriter.existence(outcome)));
            return response.build();
        });
    }

    @Override
    public void remove(RemoveRequest request, StreamObserver<RemoveResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Outcome outcome =
                    useCases.removals().remove(removal(request.getHeader(), 0, request.getKey(), request.getForce()));
            return RemoveResponse.newBuilder()
                    .setOutcome(ProtocolWriter.voidOutcome(outcome))
                    .build();
        });
    }

    @Override
    public void batchRemove(BatchRemoveRequest request, StreamObserver<BatchRemoveResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("keys", request.getKeysCount());
            List<Operation.Remove> items = new ArrayList<>(request.getKeysCount());
            for (int i = 0; i < request.getKeysCount(); i++) {
                items.add(removal(request.getHeader(), i, request.getKeys(i), request.getForce()));
            }
            BatchRemoveResponse.Builder response = BatchRemoveResponse.newBuilder();
            useCases.removals()
                    .removeAll(items)
                    .forEach(outcome -> response.addOutcomes(ProtocolWriter.voidOutcome(outcome)));
            return response.build();
        });
    }

    private static Operation.Remove removal(CallHeader header, int index, ByteString key, boolean force) {
        return new Operation.Remove(ProtocolReader.context(header, index), ProtocolReader.key(key), force);
    }

    @Override
    public void removeByRegex(RemoveByRegexRequest request, StreamObserver<RemoveByRegexResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Context call = Context.current();
            return ProtocolWriter.removal(useCases.regexes()
                    .remove(
                            ProtocolReader.context(request.getHeader()),
                            request.getKeyRegex(),
                            request.getForce(),
                            call::isCancelled));
        });
    }

    @Override
    public void batchReplicaClear(
            BatchReplicaClearRequest request, StreamObserver<BatchReplicaClearResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            gate.checkItems("object_keys", request.getObjectKeysCount());
            gate.checkPresent("client_id", request.hasClientId());
            ClientId writer = ProtocolReader.clientId(request.getClientId());
            List<Operation.ClearReplicas> items = new ArrayList<>(request.getObjectKeysCount());
            for (int i = 0; i < request.getObjectKeysCount(); i++) {
                items.add(new Operation.ClearReplicas(
                        ProtocolReader.context(request.getHeader(), i),
                        ProtocolReader.key(request.getObjectKeys(i)),
                        writer,
                        request.getSegmentName()));
            }
            return ProtocolWriter.cleared(
                    request.getObjectKeysList(), useCases.removals().clearAll(items));
        });
    }

    @Override
    public void removeAll(RemoveAllRequest request, StreamObserver<RemoveAllResponse> observer) {
        answer(observer, request.getHeader(), () -> {
            Context call = Context.current();
            Outcome outcome = useCases.removals()
                    .removeEverything(
                            ProtocolReader.context(request.getHeader()), request.getForce(), call::isCancelled);
            if (outcome instanceof Outcome.Failed failed) {
                return RemoveAllResponse.newBuilder()
                        .setFailure(ProtocolWriter.failure(failed.failure()))
                        .build();
            }
            Outcome.RemovedAll removed = ProtocolWriter.expect(Outcome.RemovedAll.class, outcome);
            RemoveAllResponse.Builder response = RemoveAllResponse.newBuilder()
                    .setRemovedCount(removed.removedCount())
                    .setLeasedCount(removed.leasedCount())
                    .setIncompleteCount(removed.incompleteCount());
            if (!removed.finished()) {
                response.setFailure(ProtocolWriter.failure(
                        new Failure(ErrorCode.RPC_TIMEOUT, "the caller gave up before every object was looked at")));
            }
            return response.build();
        });
    }

    /** Runs a call that is still wanted and answers it, whatever happens. */
    private <R> void answer(StreamObserver<R> observer, CallHeader header, Supplier<R> call) {
        if (observer instanceof ServerCallStreamObserver<R> stream) {
            // With a handler, answering a call that was cancelled meanwhile is dropped instead of thrown.
            stream.setOnCancelHandler(() -> LOGGER.debug("a caller gave up"));
        }
        try {
            gate.checkTime(header);
            R response = call.get();
            observer.onNext(response);
            observer.onCompleted();
        } catch (StatusRuntimeException refused) {
            observer.onError(refused);
        } catch (RuntimeException fault) {
            LOGGER.error("a call failed", fault);
            observer.onError(CallGate.refusal(Status.INTERNAL, ErrorCode.INTERNAL_ERROR, String.valueOf(fault)));
        }
    }
}
