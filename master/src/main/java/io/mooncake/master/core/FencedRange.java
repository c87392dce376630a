package io.mooncake.master.core;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A range that waits until nothing can touch it any more. */
final class FencedRange {

    /** The one whose wait ends first comes first; among equals the one that began to wait first. */
    static final Comparator<FencedRange> BY_DEADLINE = (left, right) -> {
        int byDeadline = Long.signum(left.untilNanos - right.untilNanos);
        return byDeadline != 0 ? byDeadline : Long.compare(left.sequence, right.sequence);
    };

    final Extent extent;

    /** When it may be used again. */
    final long untilNanos;

    /** The write that it comes from when its writer is gone. */
    final @Nullable DiscardedPut discardedPut;

    private final long sequence;

    FencedRange(Extent extent, long untilNanos, long sequence, @Nullable DiscardedPut discardedPut) {
        this.extent = extent;
        this.untilNanos = untilNanos;
        this.sequence = sequence;
        this.discardedPut = discardedPut;
    }
}
