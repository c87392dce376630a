package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Finds room for a write and opens it: as a new object, or beside the readable one that it will replace. */
final class WriteOpener {

    private final CoreState state;
    private final RandomGenerator random;
    private long nextPutId;
    private long nextPlacementStamp = 1;

    WriteOpener(CoreState state, RandomGenerator random) {
        this.state = state;
        this.random = random;
        this.nextPutId = random.nextLong();
    }

    /** Opens a write in fresh space, where an open one of the same key gives way. */
    Outcome open(WriteRequest request, @Nullable StoredObject replaced, Client client, long nowNanos) {
        state.counters.valueSize(request.sizeBytes());
        if (request.sizeBytes() == 0) {
            return open(request, List.of(), client, nowNanos);
        }
        EarlierPlacement earlier = replaced == null ? EarlierPlacement.NONE : EarlierPlacement.of(replaced, request);
        Placement placement = new Placement(
                state.segments,
                state.eviction,
                state.config.placement(),
                random,
                new PlacementRequest(
                        request.sizeBytes(),
                        request.sliceBytes(),
                        request.config(),
                        Set.of(),
                        client.host(),
                        request.key().hashCode(),
                        earlier));
        place(placement, request.config().replicaNum(), replaced, nowNanos);
        if (placement.plans().isEmpty()) {
            state.counters.putStartAllocationFailures++;
            return noRoom(request, placement);
        }
        state.counters.partialAllocations +=
                placement.plans().size() < request.config().replicaNum() ? 1 : 0;
        Outcome grant = open(request, placement.plans(), client, nowNanos);
        state.eviction.towardWatermark(nowNanos);
        return grant;
    }

    /** Makes plans while the object that is replaced may not be evicted. */
    private void place(Placement placement, int wanted, @Nullable StoredObject replaced, long nowNanos) {
        if (replaced != null) {
            replaced.makingRoom = true;
        }
        while (placement.plans().size() < wanted && placement.addReplica(nextPlacementStamp++, nowNanos)) {
            // Each turn places one more replica.
        }
        if (replaced != null) {
            replaced.makingRoom = false;
        }
    }

    private Outcome noRoom(WriteRequest request, Placement placement) {
        long largestFree = 0;
        long placeableBytes = 0;
        for (Segment segment : state.segments.mounted()) {
            if (segment.isPlaceable()) {
                placeableBytes += segment.spec.sizeBytes();
                largestFree = Math.max(largestFree, segment.allocator.largestFreeBytes());
            }
        }
        return new Outcome.Failed(
                ErrorCode.NO_AVAILABLE_HANDLE,
                ("no room for %d bytes: placeable %d bytes, longest free range %d, leased objects passed over %d,"
                                + " busy ones %d, open writes %d, fenced bytes %d")
                        .formatted(
                                request.sizeBytes(),
                                placeableBytes,
                                largestFree,
                                placement.leasedCount(),
                                placement.busyCount(),
                                state.catalog.openCount(),
                                state.segments.fencedBytes()));
    }

    private Outcome open(WriteRequest request, List<ReplicaPlan> plans, Client client, long nowNanos) {
        StoredObject write = newWrite(request, client, nowNanos);
        int count = request.sizeBytes() == 0 ? request.config().replicaNum() : plans.size();
        StoredReplica[] replicas = new StoredReplica[count];
        for (int index = 0; index < count; index++) {
            replicas[index] = request.sizeBytes() == 0
                    ? new StoredReplica(write, index, 0, new Extent[0])
                    : plans.get(index).toReplica(write, index);
        }
        write.replicas = replicas;
        StoredObject earlier = giveWay(request.key());
        if (earlier == null) {
            state.catalog.add(write);
        } else {
            state.catalog.addUpdate(earlier, write);
        }
        client.addOpenPut(write);
        return grant(write);
    }

    /** Drops an open write of this key; returns the readable object that stays, or {@code null}. */
    private @Nullable StoredObject giveWay(ObjectKey key) {
        StoredObject front = state.catalog.find(key);
        StoredObject open = front == null || front.isOpen() ? front : front.update;
        if (open != null) {
            state.reclaimer.discardZombie(open);
        }
        return open == front ? null : front;
    }

    /** Opens a write in the space of a readable object, which nobody can read from now on. */
    Outcome overwrite(WriteRequest request, StoredObject object, Client client, long nowNanos) {
        state.counters.valueSize(request.sizeBytes());
        giveWay(request.key());
        state.recency.remove(object);
        state.catalog.remove(object);
        StoredObject write = newWrite(request, client, nowNanos);
        StoredReplica[] replicas = new StoredReplica[object.replicas.length];
        for (int index = 0; index < replicas.length; index++) {
            StoredReplica replica = object.replicas[index];
            for (Extent extent : replica.extents) {
                state.segments.use(extent, Extent.Use.OPEN);
            }
            replicas[index] = new StoredReplica(write, index, replica.segmentCount, replica.extents);
        }
        write.replicas = replicas;
        state.catalog.add(write);
        client.addOpenPut(write);
        return grant(write);
    }

    private StoredObject newWrite(WriteRequest request, Client client, long nowNanos) {
        StoredObject write =
                new StoredObject(request.key(), request.sizeBytes(), request.sliceBytes(), nextPutId++, client);
        write.usedNanos = nowNanos;
        return write;
    }

    private static Outcome grant(StoredObject write) {
        List<ReplicaDescriptor> descriptors = new ArrayList<>(write.replicas.length);
        for (StoredReplica replica : write.replicas) {
            descriptors.add(replica.describe());
        }
        return new Outcome.PutGrant(write.putId, descriptors, write.sliceBytes);
    }
}
