package io.mooncake.master.core;

import org.jspecify.annotations.Nullable;

/** Drops writes that nobody has ended for the release timeout, and gives back ranges whose wait is over. */
final class ExpiryAgent {

    private final long releaseNanos;
    private final SegmentRegistry segments;
    private final Catalog catalog;
    private final FenceQueue fences;
    private final Reclaimer reclaimer;

    ExpiryAgent(
            MasterCoreConfig config,
            SegmentRegistry segments,
            Catalog catalog,
            FenceQueue fences,
            Reclaimer reclaimer) {
        this.releaseNanos = config.writeTimeouts().releaseNanos();
        this.segments = segments;
        this.catalog = catalog;
        this.fences = fences;
        this.reclaimer = reclaimer;
    }

    /** Drops at most this many writes and gives back as many ranges; returns whether more are due. */
    boolean step(long nowNanos, int maximumItems) {
        for (int dropped = 0; dropped < maximumItems; dropped++) {
            StoredObject zombie = zombie(nowNanos);
            if (zombie == null) {
                break;
            }
            reclaimer.discardZombie(zombie);
        }
        return fences.release(nowNanos, maximumItems) || zombie(nowNanos) != null;
    }

    /** What is over makes room before anything is evicted; returns whether it made any. */
    boolean makeRoom(long nowNanos, int maximumItems) {
        long allocatedBytes = segments.allocatedBytes();
        step(nowNanos, maximumItems);
        return segments.allocatedBytes() < allocatedBytes;
    }

    private @Nullable StoredObject zombie(long nowNanos) {
        StoredObject oldest = catalog.oldestOpen();
        return oldest != null && nowNanos - oldest.usedNanos >= releaseNanos ? oldest : null;
    }
}
