package io.mooncake.bench.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Virtual time: actions run one after another at the moment they were scheduled for, ties in the order of scheduling.
 *
 * <p>Thread safety: one thread only.
 */
final class Scheduler {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::atNanos).thenComparingLong(Entry::sequence));
    private long nowNanos;
    private long nextSequence;

    /** A scheduled action. */
    private record Entry(long atNanos, long sequence, Runnable action) {}

    /** Virtual nanoseconds since the start. */
    long nowNanos() {
        return nowNanos;
    }

    /** Runs the action {@code delayNanos} from now. */
    void after(long delayNanos, Runnable action) {
        at(nowNanos + Math.max(0, delayNanos), action);
    }

    /** Runs the action at the given moment, or now when that has passed. */
    void at(long atNanos, Runnable action) {
        entries.add(new Entry(Math.max(atNanos, nowNanos), nextSequence++, action));
    }

    /** Runs everything up to and including the given moment. */
    void runUntil(long endNanos) {
        while (!entries.isEmpty() && entries.peek().atNanos() <= endNanos) {
            Entry entry = entries.remove();
            nowNanos = entry.atNanos();
            entry.action().run();
        }
        nowNanos = endNanos;
    }
}
