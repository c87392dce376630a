package io.mooncake.master.grpc;

import com.google.protobuf.ByteString;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.Checksums;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ClientReport;
import io.mooncake.master.core.ClientStatus;
import io.mooncake.master.core.ExtentDescriptor;
import io.mooncake.master.core.ExtentStatus;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.ReplicaStatus;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentReport;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.core.SliceDescriptor;
import io.mooncake.master.service.RegexService;
import io.mooncake.protocol.v1.BatchQueryIpResponse;
import io.mooncake.protocol.v1.BatchReplicaClearResponse;
import io.mooncake.protocol.v1.ClientInfo;
import io.mooncake.protocol.v1.ExistKeyOutcome;
import io.mooncake.protocol.v1.Extent;
import io.mooncake.protocol.v1.GetClusterInfoResponse;
import io.mooncake.protocol.v1.GetReplicaListByRegexResponse;
import io.mooncake.protocol.v1.GetReplicaListOutcome;
import io.mooncake.protocol.v1.IpAddressList;
import io.mooncake.protocol.v1.LeftOut;
import io.mooncake.protocol.v1.LocatedObject;
import io.mooncake.protocol.v1.PingResponse;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.RemoveByRegexResponse;
import io.mooncake.protocol.v1.Replica;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.SegmentInfo;
import io.mooncake.protocol.v1.Slice;
import io.mooncake.protocol.v1.Uuid;
import io.mooncake.protocol.v1.VoidOutcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Writes domain values as messages. An outcome that the operation does not have is a fault of the program. */
final class ProtocolWriter {
    private ProtocolWriter() {}

    /** The outcome as the kind that its operation has. */
    static <T extends Outcome> T expect(Class<T> kind, Outcome outcome) {
        if (!kind.isInstance(outcome)) {
            throw new IllegalStateException("expected " + kind.getSimpleName() + ", the core answered " + outcome);
        }
        return kind.cast(outcome);
    }

    static io.mooncake.protocol.v1.Failure failure(Failure failure) {
        return io.mooncake.protocol.v1.Failure.newBuilder()
                .setCode(failure.code().number())
                .setMessage(failure.message())
                .build();
    }

    static VoidOutcome voidOutcome(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return VoidOutcome.newBuilder()
                    .setFailure(failure(failed.failure()))
                    .build();
        }
        expect(Outcome.Done.class, outcome);
        return VoidOutcome.getDefaultInstance();
    }

    static PutStartOutcome putStart(Outcome outcome, SegmentTable table) {
        if (outcome instanceof Outcome.Failed failed) {
            return PutStartOutcome.newBuilder()
                    .setFailure(failure(failed.failure()))
                    .build();
        }
        Outcome.PutGrant grant = expect(Outcome.PutGrant.class, outcome);
        PutGrant.Builder message = PutGrant.newBuilder().setPutId(grant.putId()).setSliceBytes(grant.sliceBytes());
        grant.replicas().forEach(replica -> message.addReplicas(replica(replica, table)));
        return PutStartOutcome.newBuilder().setGrant(message).build();
    }

    static GetReplicaListOutcome located(Outcome outcome, SegmentTable table) {
        if (outcome instanceof Outcome.Failed failed) {
            return GetReplicaListOutcome.newBuilder()
                    .setFailure(failure(failed.failure()))
                    .build();
        }
        ObjectLocation object = expect(Outcome.Located.class, outcome).object();
        return GetReplicaListOutcome.newBuilder()
                .setObject(object(object, table))
                .build();
    }

    private static io.mooncake.protocol.v1.ObjectLocation object(ObjectLocation object, SegmentTable table) {
        io.mooncake.protocol.v1.ObjectLocation.Builder message = io.mooncake.protocol.v1.ObjectLocation.newBuilder()
                .setSizeBytes(object.sizeBytes())
                .setSliceBytes(object.sliceBytes())
                .setLeaseTtlMs(TimeUnit.NANOSECONDS.toMillis(object.leaseTtlNanos()));
        object.replicas().forEach(replica -> message.addReplicas(replica(replica, table)));
        Checksums checksums = object.checksums();
        if (checksums != null) {
            message.setChecksums(checksums(checksums));
        }
        return message.build();
    }

    static GetReplicaListByRegexResponse matches(RegexService.Matches matches) {
        SegmentTable table = new SegmentTable();
        GetReplicaListByRegexResponse.Builder message =
                GetReplicaListByRegexResponse.newBuilder().setNextCursor(matches.nextCursor());
        matches.failure().ifPresent(failure -> message.setFailure(failure(failure)));
        for (RegexService.Match match : matches.matches()) {
            message.addObjects(LocatedObject.newBuilder()
                    .setKey(ByteString.copyFrom(match.key().asByteBuffer()))
                    .setObject(object(match.object(), table)));
        }
        return message.addAllSegments(table.messages()).build();
    }

    static RemoveByRegexResponse removal(RegexService.Removal removal) {
        RemoveByRegexResponse.Builder message = RemoveByRegexResponse.newBuilder()
                .setRemovedCount(removal.removedCount())
                .setLeasedCount(removal.leasedCount())
                .setIncompleteCount(removal.incompleteCount());
        removal.failure().ifPresent(failure -> message.setFailure(failure(failure)));
        return message.build();
    }

    static BatchReplicaClearResponse cleared(List<ByteString> keys, List<Outcome> outcomes) {
        BatchReplicaClearResponse.Builder message = BatchReplicaClearResponse.newBuilder();
        Map<ErrorCode, Long> leftOut = new EnumMap<>(ErrorCode.class);
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Failed(Failure failure)) {
                leftOut.merge(failure.code(), 1L, Long::sum);
            } else {
                expect(Outcome.Done.class, outcomes.get(i));
                message.addClearedKeys(keys.get(i));
            }
        }
        leftOut.forEach((code, count) ->
                message.addLeftOut(LeftOut.newBuilder().setCode(code.number()).setCount(count)));
        return message.build();
    }

    static BatchQueryIpResponse addresses(Map<ClientId, List<String>> addresses) {
        BatchQueryIpResponse.Builder message = BatchQueryIpResponse.newBuilder();
        addresses.forEach((client, hosts) -> message.addClients(
                IpAddressList.newBuilder().setClientId(uuid(client)).addAllIpAddresses(hosts)));
        return message.build();
    }

    static ExistKeyOutcome existence(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return ExistKeyOutcome.newBuilder()
                    .setFailure(failure(failed.failure()))
                    .build();
        }
        Outcome.Existence existence = expect(Outcome.Existence.class, outcome);
        return ExistKeyOutcome.newBuilder()
                .setExists(existence.exists())
                .setLeaseTtlMs(TimeUnit.NANOSECONDS.toMillis(existence.leaseTtlNanos()))
                .build();
    }

    static PingResponse pong(Outcome.Pong pong) {
        PingResponse.Builder message = PingResponse.newBuilder()
                .setStatus(status(pong.status()))
                .setMasterEpoch(pong.masterEpoch())
                .setClientTtlMs(TimeUnit.NANOSECONDS.toMillis(pong.clientTtlNanos()));
        pong.segmentsInUse().forEach(segment -> message.addSegmentsInUse(uuid(segment)));
        return message.build();
    }

    static GetClusterInfoResponse clusterInfo(Outcome.ClusterInfo info) {
        GetClusterInfoResponse.Builder message = GetClusterInfoResponse.newBuilder()
                .setMasterEpoch(info.masterEpoch())
                .setCapacityBytes(info.capacityBytes())
                .setUsedBytes(info.usedBytes())
                .setEvictionHighWatermarkRatio(info.evictionHighWatermarkRatio())
                .setKeyCount(info.keyCount())
                .setFencedBytes(info.fencedBytes())
                .setLeaseTtlMs(TimeUnit.NANOSECONDS.toMillis(info.leaseTtlNanos()))
                .setClientTtlMs(TimeUnit.NANOSECONDS.toMillis(info.clientTtlNanos()));
        info.clients().forEach(client -> message.addClients(client(client)));
        info.segments().forEach(segment -> message.addSegments(segment(segment)));
        return message.build();
    }

    private static ClientInfo client(ClientReport client) {
        return ClientInfo.newBuilder()
                .setClientId(uuid(client.clientId()))
                .setSuspect(client.suspect())
                .build();
    }

    private static SegmentInfo segment(SegmentReport report) {
        SegmentSpec spec = report.spec();
        return SegmentInfo.newBuilder()
                .setSegment(Segment.newBuilder()
                        .setSegmentId(uuid(spec.id()))
                        .setName(spec.name())
                        .setBase(spec.base())
                        .setSizeBytes(spec.sizeBytes())
                        .setTeEndpoint(spec.transferEndpoint())
                        .setProtocol(spec.protocol()))
                .setClientId(uuid(report.clientId()))
                .setUsedBytes(report.usedBytes())
                .setLargestFreeBytes(report.largestFreeBytes())
                .build();
    }

    static Uuid uuid(SegmentId id) {
        return Uuid.newBuilder().setHigh(id.high()).setLow(id.low()).build();
    }

    private static Uuid uuid(ClientId id) {
        return Uuid.newBuilder().setHigh(id.high()).setLow(id.low()).build();
    }

    private static io.mooncake.protocol.v1.Checksums checksums(Checksums checksums) {
        io.mooncake.protocol.v1.Checksums.Builder message =
                io.mooncake.protocol.v1.Checksums.newBuilder().setObjectCrc32C(checksums.objectCrc32c());
        for (int i = 0; i < checksums.sliceCount(); i++) {
            message.addSliceCrc32C(checksums.sliceCrc32c(i));
        }
        return message.build();
    }

    private static Replica replica(ReplicaDescriptor replica, SegmentTable table) {
        Replica.Builder message = Replica.newBuilder()
                .setReplicaIndex(replica.replicaIndex())
                .setStatus(status(replica.status()))
                .setSegmentCount(replica.segmentCount());
        for (SliceDescriptor slice : replica.slices()) {
            Slice.Builder extents = message.addSlicesBuilder();
            for (ExtentDescriptor extent : slice.extents()) {
                extents.addExtents(Extent.newBuilder()
                        .setSegmentIndex(table.indexOf(extent.segment()))
                        .setAddress(extent.address())
                        .setLengthBytes(extent.lengthBytes())
                        .setStatus(status(extent.status())));
            }
        }
        return message.build();
    }

    private static io.mooncake.protocol.v1.ClientStatus status(ClientStatus status) {
        return switch (status) {
            case OK -> io.mooncake.protocol.v1.ClientStatus.CLIENT_OK;
            case NEED_REMOUNT -> io.mooncake.protocol.v1.ClientStatus.CLIENT_NEED_REMOUNT;
        };
    }

    private static io.mooncake.protocol.v1.ReplicaStatus status(ReplicaStatus status) {
        return switch (status) {
            case UNDEFINED -> io.mooncake.protocol.v1.ReplicaStatus.UNDEFINED;
            case INITIALIZED -> io.mooncake.protocol.v1.ReplicaStatus.INITIALIZED;
            case PROCESSING -> io.mooncake.protocol.v1.ReplicaStatus.PROCESSING;
            case COMPLETE -> io.mooncake.protocol.v1.ReplicaStatus.COMPLETE;
            case REMOVED -> io.mooncake.protocol.v1.ReplicaStatus.REMOVED;
            case FAILED -> io.mooncake.protocol.v1.ReplicaStatus.FAILED;
        };
    }

    private static io.mooncake.protocol.v1.ExtentStatus status(ExtentStatus status) {
        return switch (status) {
            case INIT -> io.mooncake.protocol.v1.ExtentStatus.EXTENT_INIT;
            case COMPLETE -> io.mooncake.protocol.v1.ExtentStatus.EXTENT_COMPLETE;
            case FAILED -> io.mooncake.protocol.v1.ExtentStatus.EXTENT_FAILED;
            case UNREGISTERED -> io.mooncake.protocol.v1.ExtentStatus.EXTENT_UNREGISTERED;
        };
    }
}
