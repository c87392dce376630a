package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/** What changes no object: reads with their leases, listings, reports. */
final class ReadOperations {

    private static final int SLOTS_PER_PAGE = 128;

    private final CoreState state;

    ReadOperations(CoreState state) {
        this.state = state;
    }

    Outcome locate(ObjectKey key, long nowNanos) {
        CoreCounters counters = state.counters;
        counters.totalGets++;
        StoredObject object = state.find(key, nowNanos);
        if (object == null) {
            return new Outcome.Failed(CoreState.notFound(key));
        }
        if (object.isOpen()) {
            return notReady();
        }
        counters.validGets++;
        counters.memoryHits++;
        counters.memoryHitBytes += object.sizeBytes;
        object.leaseByRead(nowNanos, state.config.leaseTtlNanos());
        use(object, nowNanos);
        return new Outcome.Located(describe(object, nowNanos));
    }

    /** As {@link #locate}, but not counted as a read. */
    Outcome locateMatch(ObjectKey key, long nowNanos) {
        StoredObject object = state.find(key, nowNanos);
        if (object == null) {
            return new Outcome.Failed(CoreState.notFound(key));
        }
        if (object.isOpen()) {
            return notReady();
        }
        object.leaseByRead(nowNanos, state.config.leaseTtlNanos());
        use(object, nowNanos);
        return new Outcome.Located(describe(object, nowNanos));
    }

    Outcome query(ObjectKey key, long nowNanos) {
        StoredObject object = state.find(key, nowNanos);
        if (object == null) {
            return new Outcome.Failed(CoreState.notFound(key));
        }
        return object.isOpen() ? notReady() : new Outcome.Located(describe(object, nowNanos));
    }

    Outcome exists(ObjectKey key, long nowNanos) {
        StoredObject object = state.find(key, nowNanos);
        if (object == null && !key.isLegal()) {
            return new Outcome.Failed(CoreState.illegalKey(key));
        }
        if (object == null || object.isOpen()) {
            return new Outcome.Existence(false, 0);
        }
        if (!object.leaseByCheck(nowNanos, state.config.leaseTtlNanos())) {
            return new Outcome.Existence(true, 0);
        }
        use(object, nowNanos);
        return new Outcome.Existence(true, state.config.leaseTtlNanos());
    }

    private void use(StoredObject object, long nowNanos) {
        object.usedNanos = nowNanos;
        state.recency.touch(object);
    }

    private static Outcome notReady() {
        return new Outcome.Failed(ErrorCode.REPLICA_IS_NOT_READY, "the object is being written");
    }

    private static ObjectLocation describe(StoredObject object, long nowNanos) {
        List<ReplicaDescriptor> replicas = new ArrayList<>(object.replicas.length);
        List<ReplicaDescriptor> onSuspects = new ArrayList<>();
        for (StoredReplica replica : object.replicas) {
            (replica.isOnSuspectClient() ? onSuspects : replicas).add(replica.describe());
        }
        replicas.addAll(onSuspects);
        long leaseNanos = object.isLeased(nowNanos) ? object.leaseUntilNanos() - nowNanos : 0;
        return new ObjectLocation(object.sizeBytes, object.sliceBytes, replicas, object.checksums, leaseNanos);
    }

    Outcome listKeys(long cursor) {
        if (cursor < 0) {
            return new Outcome.Failed(ErrorCode.INVALID_PARAMS, "cursor must not be negative");
        }
        List<ObjectKey> keys = new ArrayList<>();
        long slotCount = state.catalog.slotCount();
        long end = Math.min(slotCount, cursor + SLOTS_PER_PAGE);
        for (long slot = cursor; slot < end; slot++) {
            StoredObject object = state.catalog.inSlot((int) slot);
            if (object != null && !object.isOpen()) {
                keys.add(object.key);
            }
        }
        return new Outcome.KeyPage(keys, end < slotCount ? end : 0);
    }

    Outcome clusterInfo() {
        SegmentRegistry segments = state.segments;
        List<ClientReport> clients = new ArrayList<>(state.clients.count());
        for (Client client : state.clients.all()) {
            clients.add(new ClientReport(client.id, !client.isAlive()));
        }
        List<SegmentReport> reports = new ArrayList<>(segments.mounted().size());
        for (Segment segment : segments.mounted()) {
            reports.add(segment.report());
        }
        return new Outcome.ClusterInfo(
                state.config.masterEpoch(),
                segments.capacityBytes(),
                segments.allocatedBytes(),
                state.config.evictionHighWatermarkRatio(),
                state.catalog.count(),
                segments.fencedBytes(),
                state.config.leaseTtlNanos(),
                state.config.clientTtlNanos(),
                clients,
                reports);
    }

    CoreReport report() {
        long suspects =
                state.clients.all().stream().filter(client -> !client.isAlive()).count();
        CoreReport.Gauges gauges = new CoreReport.Gauges(
                state.segments.capacityBytes(),
                state.segments.allocatedBytes(),
                state.segments.fencedBytes(),
                state.counters.discardedStagingBytes,
                state.catalog.count(),
                state.catalog.openCount(),
                state.catalog.memoryObjectCount(),
                state.clients.count(),
                suspects,
                state.segments.mounted().size());
        return new CoreReport(gauges, state.counters.counts(), state.counters.valueSizes(), state.counters.evictions());
    }
}
