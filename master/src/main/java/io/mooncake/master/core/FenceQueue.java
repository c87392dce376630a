package io.mooncake.master.core;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The ranges that wait before they are used again, by deadline. */
final class FenceQueue {

    private final SegmentRegistry segments;
    private final CoreCounters counters;
    private final TreeSet<FencedRange> byDeadline = new TreeSet<>(FencedRange.BY_DEADLINE);
    private long sequence;

    FenceQueue(SegmentRegistry segments, CoreCounters counters) {
        this.segments = segments;
        this.counters = counters;
    }

    /** Takes the range out of its replica and keeps it from being used until then. */
    void fence(Extent extent, long untilNanos, @Nullable DiscardedPut discardedPut) {
        FencedRange range = new FencedRange(extent, untilNanos, sequence++, discardedPut);
        segments.use(extent, Extent.Use.FENCED);
        extent.replica = null;
        extent.fence = range;
        byDeadline.add(range);
        if (discardedPut != null) {
            discardedPut.waitingExtentCount++;
            counters.discardedStagingBytes += extent.lengthBytes();
        }
    }

    /** Gives back ranges whose time is up, at most this many; returns whether more are due. */
    boolean release(long nowNanos, int maximumRanges) {
        for (int released = 0; released < maximumRanges; released++) {
            FencedRange range = due(nowNanos);
            if (range == null) {
                return false;
            }
            end(range.extent);
        }
        return due(nowNanos) != null;
    }

    private @Nullable FencedRange due(long nowNanos) {
        FencedRange first = first();
        return first != null && first.untilNanos - nowNanos <= 0 ? first : null;
    }

    private @Nullable FencedRange first() {
        return byDeadline.isEmpty() ? null : byDeadline.first();
    }

    /** Ends the wait of a range: its time is up, its segment is gone, or nothing can land in it any more. */
    void end(Extent extent) {
        FencedRange range = extent.fence;
        if (range == null || !byDeadline.remove(range)) {
            throw new IllegalStateException("range at " + extent.address() + " does not wait");
        }
        extent.fence = null;
        segments.free(extent);
        DiscardedPut discardedPut = range.discardedPut;
        if (discardedPut != null) {
            counters.discardedStagingBytes -= extent.lengthBytes();
            discardedPut.waitingExtentCount--;
            if (discardedPut.waitingExtentCount == 0) {
                discardedPut.forget();
                counters.putStartReleases++;
            }
        }
    }

    /** Ends the wait of what still waits of this replica of a write that has given way. */
    void endAll(DiscardedPut discardedPut, StoredReplica replica) {
        for (Extent extent : replica.extents) {
            FencedRange range = extent.fence;
            if (range != null && range.discardedPut == discardedPut) {
                end(extent);
            }
        }
    }

    /** The earlier of this time and the next deadline. */
    long nextDeadline(long latestNanos) {
        FencedRange first = first();
        return first != null && first.untilNanos - latestNanos < 0 ? first.untilNanos : latestNanos;
    }

    /** Ranges that wait. */
    long count() {
        return byDeadline.size();
    }
}
