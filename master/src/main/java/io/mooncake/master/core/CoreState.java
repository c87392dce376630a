package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Everything that the operations share, wired once. */
final class CoreState {

    final MasterCoreConfig config;
    final CoreCounters counters = new CoreCounters();
    final SegmentRegistry segments;
    final ClientRegistry clients;
    final Catalog catalog = new Catalog();
    final RecencyList recency = new RecencyList();
    final FenceQueue fences;
    final Reclaimer reclaimer;
    final ExpiryAgent expiry;
    final EvictionAgent eviction;

    CoreState(MasterCoreConfig config) {
        this.config = config;
        segments = new SegmentRegistry(config);
        clients = new ClientRegistry(segments);
        fences = new FenceQueue(segments, counters);
        reclaimer = new Reclaimer(config, segments, catalog, recency, fences, counters);
        expiry = new ExpiryAgent(config, segments, catalog, fences, reclaimer);
        eviction = new EvictionAgent(config, segments, catalog, recency, reclaimer, expiry, counters);
    }

    /**
     * The object with this key; {@code null} where there is none, also when the last of it is lost but not yet
     * dropped.
     */
    @Nullable
    StoredObject find(ObjectKey key, long nowNanos) {
        StoredObject object = catalog.find(key);
        if (object == null) {
            return null;
        }
        reclaimer.settle(object, nowNanos);
        return catalog.find(key);
    }

    /** The write of this key with this put_id; where there is none, what the key holds; {@code null}: nothing. */
    @Nullable
    StoredObject findWrite(ObjectKey key, long putId, long nowNanos) {
        StoredObject object = find(key, nowNanos);
        return object != null && object.update != null && object.update.putId == putId ? object.update : object;
    }

    /** Whether the client wrote, or writes, what the key holds. */
    boolean isWriter(StoredObject object, Client client) {
        StoredObject update = object.update;
        return object.writerId.equals(client.id) || (update != null && update.writerId.equals(client.id));
    }

    static Failure illegalKey(ObjectKey key) {
        return new Failure(ErrorCode.INVALID_KEY, key.limits());
    }

    /** Why there is no object with this key. */
    static Failure notFound(ObjectKey key) {
        return key.isLegal() ? new Failure(ErrorCode.OBJECT_NOT_FOUND, "no such object") : illegalKey(key);
    }
}
