package io.mooncake.master.grpc;

import com.google.protobuf.ByteString;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.Checksums;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.ReplicaType;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.core.WriteState;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.Uuid;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads messages into domain values. Ranges are the core's to judge. */
final class ProtocolReader {
    private ProtocolReader() {}

    /** Who calls; of item {@code index} of a batch. */
    static CallContext context(CallHeader header, int index) {
        @Nullable ClientId client = header.hasClientId() ? clientId(header.getClientId()) : null;
        return new CallContext(
                client, header.getMasterEpoch(), header.getOperationId() + index, header.getOldestUnanswered());
    }

    /** Who calls, of a call that changes nothing that is remembered: all items share it. */
    static CallContext context(CallHeader header) {
        return context(header, 0);
    }

    static ObjectKey key(ByteString bytes) {
        return ObjectKey.of(bytes.toByteArray());
    }

    static List<ObjectKey> keys(List<ByteString> keys) {
        return keys.stream().map(ProtocolReader::key).toList();
    }

    static ClientId clientId(Uuid id) {
        return new ClientId(id.getHigh(), id.getLow());
    }

    static SegmentId segmentId(Uuid id) {
        return new SegmentId(id.getHigh(), id.getLow());
    }

    static SegmentSpec segment(Segment segment) {
        return new SegmentSpec(
                segmentId(segment.getSegmentId()),
                segment.getName(),
                segment.getBase(),
                segment.getSizeBytes(),
                segment.getTeEndpoint(),
                segment.getProtocol());
    }

    /** A request without configuration asks for one replica anywhere. */
    static ReplicateConfig config(boolean present, io.mooncake.protocol.v1.ReplicateConfig config) {
        return present
                ? new ReplicateConfig(config.getReplicaNum(), config.getPreferredSegmentsList())
                : ReplicateConfig.SINGLE;
    }

    static Operation.PutStart putStart(CallContext context, PutStartItem item, ReplicateConfig config) {
        return new Operation.PutStart(context, key(item.getKey()), item.getSizeBytes(), item.getSliceBytes(), config);
    }

    static Operation.UpsertStart upsertStart(
            CallContext context, PutStartItem item, ReplicateConfig config, boolean mayOverwrite) {
        return new Operation.UpsertStart(
                context, key(item.getKey()), item.getSizeBytes(), item.getSliceBytes(), config, mayOverwrite);
    }

    static Operation.PutEnd putEnd(CallContext context, PutEndItem item) {
        @Nullable Checksums checksums = item.hasChecksums() ? checksums(item.getChecksums()) : null;
        return new Operation.PutEnd(
                context,
                key(item.getKey()),
                item.getPutId(),
                checksums,
                writes(item.getWritesList()),
                type(item.hasReplicaType(), item.getReplicaType()));
    }

    static Operation.PutRevoke putRevoke(CallContext context, PutRevokeItem item) {
        return new Operation.PutRevoke(
                context,
                key(item.getKey()),
                item.getPutId(),
                writes(item.getWritesList()),
                type(item.hasReplicaType(), item.getReplicaType()));
    }

    /** A type that this build does not know selects nothing that it has. */
    private static ReplicaType type(boolean present, io.mooncake.protocol.v1.ReplicaType type) {
        if (!present) {
            return ReplicaType.ALL;
        }
        return switch (type) {
            case REPLICA_MEMORY -> ReplicaType.MEMORY;
            case REPLICA_DISK -> ReplicaType.DISK;
            case REPLICA_LOCAL_DISK -> ReplicaType.LOCAL_DISK;
            case REPLICA_NOF_SSD -> ReplicaType.NOF_SSD;
            case REPLICA_ALL -> ReplicaType.ALL;
            case REPLICA_DFS, UNRECOGNIZED -> ReplicaType.DFS;
        };
    }

    private static Checksums checksums(io.mooncake.protocol.v1.Checksums checksums) {
        int[] slices = checksums.getSliceCrc32CList().stream()
                .mapToInt(Integer::intValue)
                .toArray();
        return Checksums.of(slices, checksums.getObjectCrc32C());
    }

    private static List<ReplicaWrite> writes(List<io.mooncake.protocol.v1.ReplicaWrite> writes) {
        List<ReplicaWrite> read = new ArrayList<>(writes.size());
        for (io.mooncake.protocol.v1.ReplicaWrite write : writes) {
            read.add(new ReplicaWrite(write.getReplicaIndex(), state(write.getState())));
        }
        return read;
    }

    /** What is not said, or not understood, may still land. */
    private static WriteState state(io.mooncake.protocol.v1.WriteState state) {
        return switch (state) {
            case WRITE_ACKNOWLEDGED -> WriteState.ACKNOWLEDGED;
            case WRITE_SETTLED -> WriteState.SETTLED;
            case WRITE_UNCERTAIN, WRITE_UNDEFINED, UNRECOGNIZED -> WriteState.UNCERTAIN;
        };
    }
}
