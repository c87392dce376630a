package io.mooncake.master.core;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The ranges that wait before they are used again, by deadline. */
final class FenceQueue {

    private final SegmentRegistry segments;
    private final CoreCounters counters;
    private final PriorityQueue<FencedRange> byDeadline = new PriorityQueue<>(FencedRange.BY_DEADLINE);
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
            byDeadline.remove();
            if (range.isInForce()) {
                end(range.extent);
            }
        }
        return due(nowNanos) != null;
    }

    private @Nullable FencedRange due(long nowNanos) {
        FencedRange first = byDeadline.peek();
        return first != null && first.untilNanos - nowNanos <= 0 ? first : null;
    }

    /** Ends the wait of a range: its time is up, or its segment is gone. */
    void end(Extent extent) {
        FencedRange range = extent.fence;
        if (range == null) {
            throw new IllegalStateException("range at " + extent.address() + " does not wait");
        }
        extent.fence = null;
        segments.free(extent);
        DiscardedPut discardedPut = range.discardedPut;
        if (discardedPut != null) {
            counters.discardedStagingBytes -= extent.lengthBytes();
            discardedPut.waitingExtentCount--;
            if (discardedPut.waitingExtentCount == 0) {
                counters.putStartReleases++;
            }
        }
    }

    /** The earlier of this time and the next deadline. */
    long nextDeadline(long latestNanos) {
        FencedRange first = byDeadline.peek();
        return first != null && first.untilNanos - latestNanos < 0 ? first.untilNanos : latestNanos;
    }

    /** Ranges that wait, counted one by one. */
    long countInForce() {
        return byDeadline.stream().filter(FencedRange::isInForce).count();
    }
}
