package io.mooncake.client.gateway.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Checksums;
import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.PingAnswer;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.core.ReplicaWrite;
import io.mooncake.client.core.WriteState;
import io.mooncake.client.gateway.Clearing;
import io.mooncake.client.gateway.Cluster;
import io.mooncake.client.gateway.MatchPage;
import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.client.gateway.PutEnd;
import io.mooncake.client.gateway.PutPlan;
import io.mooncake.client.gateway.PutRevoke;
import io.mooncake.client.gateway.PutStart;
import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.BatchQueryIpResponse;
import io.mooncake.protocol.v1.BatchReplicaClearResponse;
import io.mooncake.protocol.v1.ClientInfo;
import io.mooncake.protocol.v1.ClientStatus;
import io.mooncake.protocol.v1.ExistKeyOutcome;
import io.mooncake.protocol.v1.Extent;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.GetClusterInfoResponse;
import io.mooncake.protocol.v1.GetReplicaListByRegexResponse;
import io.mooncake.protocol.v1.GetReplicaListOutcome;
import io.mooncake.protocol.v1.IpAddressList;
import io.mooncake.protocol.v1.LeftOut;
import io.mooncake.protocol.v1.LocatedObject;
import io.mooncake.protocol.v1.PingResponse;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.Replica;
import io.mooncake.protocol.v1.ReplicateConfig;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.SegmentInfo;
import io.mooncake.protocol.v1.SegmentLocation;
import io.mooncake.protocol.v1.Slice;
import io.mooncake.protocol.v1.Uuid;
import io.mooncake.protocol.v1.VoidOutcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Messages of the protocol from and to the client's own terms.
 *
 * <p>Thread safety: stateless.
 */
final class MasterMessages {

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private MasterMessages() {}

    static Uuid uuid(UUID id) {
        return Uuid.newBuilder()
                .setHigh(id.getMostSignificantBits())
                .setLow(id.getLeastSignificantBits())
                .build();
    }

    static UUID uuid(Uuid id) {
        return new UUID(id.getHigh(), id.getLow());
    }

    /** The key without a copy: it is never changed. */
    static ByteString key(Key key) {
        return UnsafeByteOperations.unsafeWrap(key.bytes());
    }

    static PutStartItem putStart(PutStart start, PutPlan plan) {
        return PutStartItem.newBuilder()
                .setKey(key(start.key()))
                .setSizeBytes(start.sizeBytes())
                .setSliceBytes(plan.sliceBytes())
                .build();
    }

    static ReplicateConfig config(PutPlan plan) {
        return ReplicateConfig.newBuilder()
                .setReplicaNum(plan.replicaNum())
                .addAllPreferredSegments(plan.preferredSegments())
                .build();
    }

    static PutEndItem putEnd(PutEnd end) {
        PutEndItem.Builder item = PutEndItem.newBuilder()
                .setKey(key(end.key()))
                .setPutId(end.end().putId())
                .addAllWrites(writes(end.end().writes()));
        Checksums checksums = end.end().checksums();
        if (checksums != null) {
            item.setChecksums(io.mooncake.protocol.v1.Checksums.newBuilder()
                    .addAllSliceCrc32C(checksums.slices())
                    .setObjectCrc32C(checksums.object()));
        }
        return item.build();
    }

    static PutRevokeItem putRevoke(PutRevoke revoke) {
        return PutRevokeItem.newBuilder()
                .setKey(key(revoke.key()))
                .setPutId(revoke.revoke().putId())
                .addAllWrites(writes(revoke.revoke().writes()))
                .build();
    }

    /** Gives up an open write that nothing was ever written to. */
    static PutRevokeItem neverWritten(PutStartItem start, io.mooncake.protocol.v1.PutGrant grant) {
        PutRevokeItem.Builder item =
                PutRevokeItem.newBuilder().setKey(start.getKey()).setPutId(grant.getPutId());
        for (Replica replica : grant.getReplicasList()) {
            item.addWrites(io.mooncake.protocol.v1.ReplicaWrite.newBuilder()
                    .setReplicaIndex(replica.getReplicaIndex())
                    .setState(state(WriteState.SETTLED)));
        }
        return item.build();
    }

    private static List<io.mooncake.protocol.v1.ReplicaWrite> writes(List<ReplicaWrite> writes) {
        List<io.mooncake.protocol.v1.ReplicaWrite> messages = new ArrayList<>(writes.size());
        for (ReplicaWrite write : writes) {
            messages.add(io.mooncake.protocol.v1.ReplicaWrite.newBuilder()
                    .setReplicaIndex(write.replicaIndex())
                    .setState(state(write.state()))
                    .build());
        }
        return messages;
    }

    private static io.mooncake.protocol.v1.WriteState state(WriteState state) {
        return switch (state) {
            case ACKNOWLEDGED -> io.mooncake.protocol.v1.WriteState.WRITE_ACKNOWLEDGED;
            case SETTLED -> io.mooncake.protocol.v1.WriteState.WRITE_SETTLED;
            case UNCERTAIN -> io.mooncake.protocol.v1.WriteState.WRITE_UNCERTAIN;
        };
    }

    static Segment segment(OfferedSegment segment) {
        return Segment.newBuilder()
                .setSegmentId(uuid(segment.segmentId()))
                .setName(segment.name())
                .setBase(segment.base())
                .setSizeBytes(segment.sizeBytes())
                .setTeEndpoint(segment.endpoint())
                .setProtocol("tcp")
                .build();
    }

    static <T> Answer<T> refused(Failure failure) {
        ErrorCode code = ErrorCode.ofNumber(failure.getCode()).orElse(ErrorCode.INTERNAL_ERROR);
        String message = failure.getMessage().isEmpty() ? code.name() : failure.getMessage();
        return new Refused<>(code, code.number() == failure.getCode() ? message : failure.getCode() + ": " + message);
    }

    static Answer<Done> done(VoidOutcome outcome) {
        return outcome.hasFailure() ? refused(outcome.getFailure()) : new Accepted<>(Done.DONE);
    }

    static Answer<PutGrant> grant(PutStartOutcome outcome, List<SegmentLocation> segments) {
        return switch (outcome.getResultCase()) {
            case FAILURE -> refused(outcome.getFailure());
            case GRANT -> {
                io.mooncake.protocol.v1.PutGrant grant = outcome.getGrant();
                if (!namesOnly(grant.getReplicasList(), segments)) {
                    yield incomprehensible("PutStart with a segment that is not in its table");
                }
                yield new Accepted<>(new PutGrant(
                        grant.getPutId(), grant.getSliceBytes(), replicas(grant.getReplicasList(), segments)));
            }
            case RESULT_NOT_SET -> incomprehensible("PutStart without result");
        };
    }

    static Answer<ObjectLocation> location(GetReplicaListOutcome outcome, List<SegmentLocation> segments) {
        return switch (outcome.getResultCase()) {
            case FAILURE -> refused(outcome.getFailure());
            case OBJECT -> location(outcome.getObject(), segments);
            case RESULT_NOT_SET -> incomprehensible("GetReplicaList without result");
        };
    }

    private static Answer<ObjectLocation> location(
            io.mooncake.protocol.v1.ObjectLocation object, List<SegmentLocation> segments) {
        Checksums checksums = null;
        if (object.hasChecksums()) {
            checksums = new Checksums(
                    object.getChecksums().getSliceCrc32CList(),
                    object.getChecksums().getObjectCrc32C());
        }
        if (object.getSliceBytes() < 1 || !namesOnly(object.getReplicasList(), segments)) {
            return incomprehensible("GetReplicaList without slice length, or with a segment that is not in its table");
        }
        return new Accepted<>(new ObjectLocation(
                object.getSizeBytes(),
                object.getSliceBytes(),
                replicas(object.getReplicasList(), segments),
                checksums,
                object.getLeaseTtlMs() * NANOS_PER_MILLI));
    }

    private static boolean namesOnly(List<Replica> replicas, List<SegmentLocation> segments) {
        return replicas.stream()
                .flatMap(replica -> replica.getSlicesList().stream())
                .flatMap(slice -> slice.getExtentsList().stream())
                .allMatch(extent -> extent.getSegmentIndex() >= 0 && extent.getSegmentIndex() < segments.size());
    }

    private static List<ReplicaLocation> replicas(List<Replica> replicas, List<SegmentLocation> segments) {
        List<ReplicaLocation> locations = new ArrayList<>(replicas.size());
        for (Replica replica : replicas) {
            List<ExtentLocation> extents = new ArrayList<>();
            long offsetBytes = 0;
            for (Slice slice : replica.getSlicesList()) {
                for (Extent extent : slice.getExtentsList()) {
                    SegmentLocation segment = segments.get(extent.getSegmentIndex());
                    extents.add(new ExtentLocation(
                            uuid(segment.getSegmentId()),
                            segment.getTeEndpoint(),
                            extent.getAddress(),
                            extent.getLengthBytes(),
                            offsetBytes));
                    offsetBytes += extent.getLengthBytes();
                }
            }
            locations.add(new ReplicaLocation(replica.getReplicaIndex(), extents, replica.getSegmentCount()));
        }
        return locations;
    }

    static Answer<Boolean> exists(ExistKeyOutcome outcome) {
        return switch (outcome.getResultCase()) {
            case FAILURE -> refused(outcome.getFailure());
            case EXISTS -> new Accepted<>(outcome.getExists());
            case RESULT_NOT_SET -> incomprehensible("ExistKey without result");
        };
    }

    static Answer<MatchPage> matches(GetReplicaListByRegexResponse response) {
        if (response.hasFailure()) {
            return refused(response.getFailure());
        }
        List<MatchPage.Match> matches = new ArrayList<>(response.getObjectsCount());
        for (LocatedObject located : response.getObjectsList()) {
            Answer<ObjectLocation> object = location(located.getObject(), response.getSegmentsList());
            if (!(object instanceof Accepted<ObjectLocation>(ObjectLocation location))) {
                return incomprehensible("GetReplicaListByRegex with an object that makes no sense");
            }
            matches.add(new MatchPage.Match(Key.owning(located.getKey().toByteArray()), location));
        }
        return new Accepted<>(new MatchPage(matches, response.getNextCursor()));
    }

    static Clearing clearing(BatchReplicaClearResponse response) {
        List<Key> cleared = new ArrayList<>(response.getClearedKeysCount());
        for (ByteString key : response.getClearedKeysList()) {
            cleared.add(Key.owning(key.toByteArray()));
        }
        Map<ErrorCode, Long> leftOut = new EnumMap<>(ErrorCode.class);
        for (LeftOut reason : response.getLeftOutList()) {
            leftOut.merge(
                    ErrorCode.ofNumber(reason.getCode()).orElse(ErrorCode.INTERNAL_ERROR),
                    reason.getCount(),
                    Long::sum);
        }
        return new Clearing(cleared, leftOut);
    }

    static Map<UUID, List<String>> addresses(BatchQueryIpResponse response) {
        Map<UUID, List<String>> addresses = new LinkedHashMap<>();
        for (IpAddressList client : response.getClientsList()) {
            addresses.put(uuid(client.getClientId()), List.copyOf(client.getIpAddressesList()));
        }
        return addresses;
    }

    static PingAnswer ping(PingResponse response) {
        Set<UUID> inUse = new HashSet<>();
        for (Uuid id : response.getSegmentsInUseList()) {
            inUse.add(uuid(id));
        }
        return new PingAnswer(
                response.getStatus() == ClientStatus.CLIENT_OK,
                response.getMasterEpoch(),
                inUse,
                response.getClientTtlMs() * NANOS_PER_MILLI);
    }

    static Cluster cluster(GetClusterInfoResponse response) {
        List<Cluster.Member> members = new ArrayList<>();
        for (ClientInfo client : response.getClientsList()) {
            members.add(new Cluster.Member(uuid(client.getClientId()), client.getSuspect()));
        }
        List<Cluster.Lent> segments = new ArrayList<>();
        for (SegmentInfo info : response.getSegmentsList()) {
            Segment segment = info.getSegment();
            OfferedSegment offered = new OfferedSegment(
                    uuid(segment.getSegmentId()),
                    segment.getName(),
                    segment.getBase(),
                    segment.getSizeBytes(),
                    segment.getTeEndpoint());
            segments.add(new Cluster.Lent(
                    offered, uuid(info.getClientId()), info.getUsedBytes(), info.getLargestFreeBytes()));
        }
        return new Cluster(
                response.getMasterEpoch(),
                response.getCapacityBytes(),
                response.getUsedBytes(),
                response.getEvictionHighWatermarkRatio(),
                response.getKeyCount(),
                response.getFencedBytes(),
                response.getLeaseTtlMs() * NANOS_PER_MILLI,
                response.getClientTtlMs() * NANOS_PER_MILLI,
                members,
                segments);
    }

    private static <T> Answer<T> incomprehensible(String what) {
        return new Answer.Unanswered<>(ErrorCode.RPC_FAIL, "The master answered " + what, true);
    }
}
