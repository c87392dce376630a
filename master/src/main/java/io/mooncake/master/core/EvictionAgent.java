package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Evicts readable objects, the least recently used first, never a leased one, and never more than is needed: back to
 * the watermark, or until a write has room.
 */
final class EvictionAgent {

    /** Most objects that one operation looks at. */
    static final int MAXIMUM_VISITS = 4096;

    private final MasterCoreConfig config;
    private final SegmentRegistry segments;
    private final Catalog catalog;
    private final RecencyList recency;
    private final Reclaimer reclaimer;
    private final ExpiryAgent expiry;
    private final CoreCounters counters;

    EvictionAgent(
            MasterCoreConfig config,
            SegmentRegistry segments,
            Catalog catalog,
            RecencyList recency,
            Reclaimer reclaimer,
            ExpiryAgent expiry,
            CoreCounters counters) {
        this.config = config;
        this.segments = segments;
        this.catalog = catalog;
        this.recency = recency;
        this.reclaimer = reclaimer;
        this.expiry = expiry;
        this.counters = counters;
    }

    /** A walk from the oldest object on, within one operation. */
    final class Scan {
        private @Nullable StoredObject next = recency.oldest();
        private int visitsLeft;
        private final List<Segment> lastEvictedFrom = new ArrayList<>();
        private boolean evictedAny;
        private long leasedCount;
        private long busyCount;

        private final EvictionReason reason;

        private Scan(int maximumVisits, EvictionReason reason) {
            this.reason = reason;
            visitsLeft = maximumVisits;
            counters.evictionsAttempted++;
        }

        /** Leased objects that the walk has passed over. */
        long leasedCount() {
            return leasedCount;
        }

        /** Objects that the walk has passed over because a write is about to replace them. */
        long busyCount() {
            return busyCount;
        }

        /** The mounted segments on which the last evicted object lay; the list is the walk's own. */
        List<Segment> lastEvictedFrom() {
            return lastEvictedFrom;
        }

        /**
         * Evicts the next object that is not leased and has bytes on one of these segments, or no bytes at all; returns
         * its bytes on them, or -1 when the walk has come to its end.
         */
        long evictNext(Predicate<Segment> helpful, long nowNanos) {
            while (visitsLeft > 0 && next != null) {
                StoredObject object = next;
                next = object.newer;
                visitsLeft--;
                if (object.isLeased(nowNanos)) {
                    leasedCount++;
                    continue;
                }
                if (object.isBusy()) {
                    busyCount++;
                    continue;
                }
                long helpfulBytes = bytesOn(object, helpful);
                if (helpfulBytes > 0 || object.sizeBytes == 0) {
                    evict(object, nowNanos);
                    return helpfulBytes;
                }
            }
            return -1;
        }

        private long bytesOn(StoredObject object, Predicate<Segment> helpful) {
            long bytes = 0;
            for (StoredReplica replica : object.replicas) {
                for (Extent extent : replica.extents) {
                    bytes += helpful.test(extent.segment) ? extent.lengthBytes() : 0;
                }
            }
            return bytes;
        }

        private void evict(StoredObject object, long nowNanos) {
            if (!evictedAny) {
                evictedAny = true;
                counters.evictionsSuccessful++;
            }
            counters.evicted(reason, nowNanos - object.usedNanos);
            lastEvictedFrom.clear();
            for (StoredReplica replica : object.replicas) {
                for (Extent extent : replica.extents) {
                    if (extent.segment.mounted && !lastEvictedFrom.contains(extent.segment)) {
                        lastEvictedFrom.add(extent.segment);
                    }
                }
            }
            counters.evictedKeys++;
            counters.evictedBytes += object.sizeBytes * object.replicas.length;
            reclaimer.dropObject(object, nowNanos);
        }
    }

    /** Starts a walk for a write that has no room. */
    Scan scan() {
        return new Scan(MAXIMUM_VISITS, EvictionReason.ROOM);
    }

    /** Gives back what waits no longer, which comes before any eviction; returns whether that made room. */
    boolean releaseExpired(long nowNanos) {
        return expiry.makeRoom(nowNanos, MAXIMUM_VISITS);
    }

    boolean isAboveWatermark() {
        return segments.allocatedBytes() > (long) (config.evictionHighWatermarkRatio() * segments.capacityBytes());
    }

    /**
     * Evicts while more is used than the watermark allows, at most the configured share of all objects; returns whether
     * it stopped before its time because of that limit.
     */
    boolean towardWatermark(long nowNanos) {
        if (!isAboveWatermark() || (releaseExpired(nowNanos) && !isAboveWatermark())) {
            return false;
        }
        long limit = Math.max(1, (long) (config.evictionRatio() * catalog.count()));
        Scan scan = new Scan(MAXIMUM_VISITS, EvictionReason.WATERMARK);
        long evicted = 0;
        while (isAboveWatermark()) {
            if (evicted == limit) {
                return true;
            }
            if (scan.evictNext(segment -> segment.mounted, nowNanos) < 0) {
                return evicted > 0;
            }
            evicted++;
        }
        return false;
    }
}
