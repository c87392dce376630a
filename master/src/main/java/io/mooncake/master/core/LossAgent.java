package io.mooncake.master.core;

/** Drops, a few at a time, what lay on segments that are gone and what clients that are gone were writing. */
final class LossAgent {

    private final SegmentRegistry segments;
    private final ClientRegistry clients;
    private final FenceQueue fences;
    private final Reclaimer reclaimer;

    LossAgent(SegmentRegistry segments, ClientRegistry clients, FenceQueue fences, Reclaimer reclaimer) {
        this.segments = segments;
        this.clients = clients;
        this.fences = fences;
        this.reclaimer = reclaimer;
    }

    /** Drops at most this many writes and replicas; returns whether any are left. */
    boolean step(long nowNanos, int maximumItems) {
        int items = 0;
        while (items < maximumItems && dropOne(nowNanos)) {
            items++;
        }
        return clients.departed() != null || segments.draining() != null;
    }

    private boolean dropOne(long nowNanos) {
        Client departed = clients.departed();
        if (departed != null && departed.firstOpenPut != null) {
            reclaimer.discard(departed.firstOpenPut, nowNanos);
            return true;
        }
        Segment segment = segments.draining();
        Extent extent = segment == null ? null : segment.firstExtent();
        if (extent == null) {
            return false;
        }
        if (extent.fence != null) {
            fences.end(extent);
        } else {
            reclaimer.lose(extent.holder(), nowNanos);
        }
        return true;
    }
}
