package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The life of a write: start, end, revoke. */
final class PutOperations {

    private static final int MAXIMUM_REPLICAS = 64;
    private static final long MAXIMUM_SLICES = 1L << 20;

    private final MasterCoreConfig config;
    private final SegmentRegistry segments;
    private final Catalog catalog;
    private final RecencyList recency;
    private final Reclaimer reclaimer;
    private final EvictionAgent eviction;
    private final CoreState state;
    private final RandomGenerator random;
    private long nextPutId;
    private long nextPlacementStamp = 1;

    PutOperations(CoreState state, RandomGenerator random) {
        this.state = state;
        this.config = state.config;
        this.segments = state.segments;
        this.catalog = state.catalog;
        this.recency = state.recency;
        this.reclaimer = state.reclaimer;
        this.eviction = state.eviction;
        this.random = random;
        this.nextPutId = random.nextLong();
    }

    Outcome start(Operation.PutStart put, Client client, long nowNanos) {
        Failure wrong = check(put);
        if (wrong != null) {
            return new Outcome.Failed(wrong);
        }
        StoredObject existing = state.find(put.key(), nowNanos);
        if (existing != null && !isZombie(existing, nowNanos)) {
            return new Outcome.Failed(
                    ErrorCode.OBJECT_ALREADY_EXISTS,
                    existing.isOpen() ? "the key is being written" : "the key holds an object");
        }
        state.counters.valueSize(put.sizeBytes());
        long sliceBytes = sliceBytes(put);
        return put.sizeBytes() == 0 ? open(put, sliceBytes, List.of(), client, nowNanos) : place(put, client, nowNanos);
    }

    /** Whether a put may take over from this one, which its writer has not ended in time. */
    private boolean isZombie(StoredObject object, long nowNanos) {
        return object.isOpen()
                && nowNanos - object.usedNanos >= config.writeTimeouts().discardNanos();
    }

    private long sliceBytes(Operation.PutStart put) {
        return put.sliceBytes() == 0 ? config.defaultSliceBytes() : put.sliceBytes();
    }

    private @Nullable Failure check(Operation.PutStart put) {
        if (!put.key().isLegal()) {
            return CoreState.illegalKey();
        }
        if (put.sizeBytes() < 0) {
            return new Failure(ErrorCode.INVALID_PARAMS, "size_bytes must be at most " + Long.MAX_VALUE);
        }
        if (!SliceLimits.isLegal(sliceBytes(put))) {
            return new Failure(
                    ErrorCode.INVALID_PARAMS,
                    "slice_bytes must be " + SliceLimits.DESCRIPTION + ", is " + put.sliceBytes());
        }
        if (SliceLimits.count(put.sizeBytes(), sliceBytes(put)) > MAXIMUM_SLICES) {
            return new Failure(
                    ErrorCode.INVALID_PARAMS,
                    "slice_bytes must be at least size_bytes / " + MAXIMUM_SLICES + ", is " + sliceBytes(put));
        }
        int replicaNum = put.config().replicaNum();
        if (replicaNum < 1 || replicaNum > MAXIMUM_REPLICAS) {
            return new Failure(
                    ErrorCode.INVALID_PARAMS,
                    "replica_num must be from 1 to " + MAXIMUM_REPLICAS + ", is " + replicaNum);
        }
        if (put.sizeBytes() > config.placement().allocator().longestObjectBytes()) {
            return new Failure(
                    ErrorCode.INVALID_PARAMS,
                    "size_bytes must be at most "
                            + config.placement().allocator().longestObjectBytes()
                            + " with memory_allocator "
                            + config.placement().allocator().flagValue() + ", is " + put.sizeBytes());
        }
        String refusal = config.placement()
                .strategy()
                .policy()
                .refusal(replicaNum, put.config().preferredSegments());
        return refusal == null ? null : new Failure(ErrorCode.INVALID_PARAMS, refusal);
    }

    private Outcome place(Operation.PutStart put, Client client, long nowNanos) {
        PlacementRequest request = new PlacementRequest(
                put.sizeBytes(),
                sliceBytes(put),
                put.config(),
                Set.of(),
                client.host(),
                put.key().hashCode());
        Placement placement = new Placement(segments, eviction, config.placement(), random, request);
        int wanted = put.config().replicaNum();
        while (placement.plans().size() < wanted && placement.addReplica(nextPlacementStamp++, nowNanos)) {
            // Each turn places one more replica.
        }
        if (placement.plans().isEmpty()) {
            state.counters.putStartAllocationFailures++;
            return noRoom(put, placement);
        }
        state.counters.partialAllocations += placement.plans().size() < wanted ? 1 : 0;
        Outcome grant = open(put, request.sliceBytes(), placement.plans(), client, nowNanos);
        eviction.towardWatermark(nowNanos);
        return grant;
    }

    private Outcome noRoom(Operation.PutStart put, Placement placement) {
        long largestFree = 0;
        long placeableBytes = 0;
        for (Segment segment : segments.mounted()) {
            if (segment.isPlaceable()) {
                placeableBytes += segment.spec.sizeBytes();
                largestFree = Math.max(largestFree, segment.allocator.largestFreeBytes());
            }
        }
        return new Outcome.Failed(
                ErrorCode.NO_AVAILABLE_HANDLE,
                ("no room for %d bytes: placeable %d bytes, longest free range %d, leased objects passed over %d,"
                                + " open writes %d, fenced bytes %d")
                        .formatted(
                                put.sizeBytes(),
                                placeableBytes,
                                largestFree,
                                placement.leasedCount(),
                                catalog.openCount(),
                                segments.fencedBytes()));
    }

    private Outcome open(
            Operation.PutStart put, long sliceBytes, List<ReplicaPlan> plans, Client client, long nowNanos) {
        StoredObject zombie = catalog.find(put.key());
        if (zombie != null) {
            reclaimer.discardZombie(zombie);
        }
        StoredObject object = new StoredObject(put.key(), put.sizeBytes(), sliceBytes, nextPutId++, client);
        object.usedNanos = nowNanos;
        int count = put.sizeBytes() == 0 ? put.config().replicaNum() : plans.size();
        StoredReplica[] replicas = new StoredReplica[count];
        List<ReplicaDescriptor> descriptors = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            replicas[index] = put.sizeBytes() == 0
                    ? new StoredReplica(object, index, 0, new Extent[0])
                    : plans.get(index).toReplica(object, index);
            descriptors.add(replicas[index].describe());
        }
        object.replicas = replicas;
        catalog.add(object);
        client.addOpenPut(object);
        return new Outcome.PutGrant(object.putId, descriptors, sliceBytes);
    }

    Outcome end(Operation.PutEnd end, Client client, long nowNanos) {
        StoredObject object = state.find(end.key(), nowNanos);
        WriteState[] states = object == null ? new WriteState[0] : states(object, end.writes());
        Failure wrong = checkWrite(object, end.putId(), client, end.key(), states);
        if (wrong != null || object == null) {
            return new Outcome.Failed(wrong == null ? CoreState.notFound(end.key()) : wrong);
        }
        Checksums checksums = end.checksums();
        if (checksums != null && checksums.sliceCount() != object.sliceCount()) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS,
                    "slice_crc32c must have " + object.sliceCount() + " entries, has " + checksums.sliceCount());
        }
        return settle(object, checksums, states, nowNanos);
    }

    /** Ends the write: the object becomes readable when a replica was written, and goes otherwise. */
    private Outcome settle(StoredObject object, @Nullable Checksums checksums, WriteState[] states, long nowNanos) {
        List<StoredReplica> complete = new ArrayList<>(object.replicas.length);
        boolean writtenOneLost = false;
        for (int i = 0; i < object.replicas.length; i++) {
            StoredReplica replica = object.replicas[i];
            boolean written = states[i] == WriteState.ACKNOWLEDGED || object.sizeBytes == 0;
            if (written && !replica.lost) {
                complete.add(replica);
            } else {
                writtenOneLost |= written;
                reclaimer.returnWritten(replica, states[i], nowNanos);
            }
        }
        if (complete.isEmpty()) {
            reclaimer.closeWrite(object);
            return writtenOneLost || allLost(object)
                    ? new Outcome.Failed(
                            ErrorCode.REPLICA_IS_GONE, "the segments of every written replica are gone: not stored")
                    : new Outcome.Failed(ErrorCode.WRITE_FAIL, "no replica was acknowledged: not stored");
        }
        object.replicas = complete.toArray(new StoredReplica[0]);
        object.checksums = checksums;
        for (StoredReplica replica : object.replicas) {
            for (Extent extent : replica.extents) {
                segments.use(extent, Extent.Use.STORED);
            }
        }
        object.openWriter().removeOpenPut(object);
        object.writer = null;
        catalog.completed(object);
        object.usedNanos = nowNanos;
        recency.add(object);
        return Outcome.Done.INSTANCE;
    }

    private static boolean allLost(StoredObject object) {
        for (StoredReplica replica : object.replicas) {
            if (!replica.lost) {
                return false;
            }
        }
        return true;
    }

    Outcome revoke(Operation.PutRevoke revoke, Client client, long nowNanos) {
        StoredObject object = state.find(revoke.key(), nowNanos);
        WriteState[] states = object == null ? new WriteState[0] : states(object, revoke.writes());
        Failure wrong = checkWrite(object, revoke.putId(), client, revoke.key(), states);
        if (wrong != null || object == null) {
            return new Outcome.Failed(wrong == null ? CoreState.notFound(revoke.key()) : wrong);
        }
        reclaimer.closeWrite(object);
        for (int i = 0; i < object.replicas.length; i++) {
            reclaimer.returnWritten(object.replicas[i], states[i], nowNanos);
        }
        return Outcome.Done.INSTANCE;
    }

    private static @Nullable Failure checkWrite(
            @Nullable StoredObject object, long putId, Client client, ObjectKey key, WriteState[] states) {
        if (object == null) {
            return key.isLegal() ? CoreState.notFound(key) : CoreState.illegalKey();
        }
        if (!object.writerId.equals(client.id)) {
            return new Failure(ErrorCode.ILLEGAL_CLIENT, "the key was written by another client");
        }
        if (object.putId != putId) {
            return new Failure(ErrorCode.INVALID_WRITE, "the key belongs to another put_id");
        }
        if (!object.isOpen()) {
            return new Failure(ErrorCode.INVALID_WRITE, "the write has ended");
        }
        return states.length == 0
                ? new Failure(
                        ErrorCode.INVALID_PARAMS,
                        "writes must name replicas from 0 to " + (object.replicas.length - 1) + ", each once")
                : null;
    }

    /**
     * What the writer says of each replica, uncertain where it says nothing; empty when what it says makes no
     * sense.
     */
    private static WriteState[] states(StoredObject object, List<ReplicaWrite> writes) {
        @Nullable WriteState[] said = new @Nullable WriteState[object.replicas.length];
        for (ReplicaWrite write : writes) {
            int index = write.replicaIndex();
            if (index < 0 || index >= said.length || said[index] != null) {
                return new WriteState[0];
            }
            said[index] = write.state();
        }
        WriteState[] states = new WriteState[said.length];
        for (int i = 0; i < states.length; i++) {
            WriteState state = said[i];
            states[i] = state == null ? WriteState.UNCERTAIN : state;
        }
        return states;
    }
}
