package io.mooncake.transfer;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Stops batches whose deadline has passed, on a thread of its own.
 *
 * <p>It sleeps until the earliest deadline it has seen, then looks at all live batches; finished ones have left by
 * themselves, so that an engine that keeps its deadlines wakes it about once per deadline span.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
final class DeadlineAgent implements AutoCloseable {
    /** Shortest sleep: an injected clock may stand still. */
    private static final long SHORTEST_SLEEP_NANOS = 1_000_000;

    /** Longest sleep, also when nothing is live. */
    private static final long LONGEST_SLEEP_NANOS = 1_000_000_000;

    private final LongSupplier nanoClock;
    private final Set<TransferBatch> live = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile long wakeNanos;
    private volatile boolean closed;

    DeadlineAgent(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.wakeNanos = nanoClock.getAsLong();
        this.thread =
                Thread.ofPlatform().daemon().name("mooncake-transfer-deadline").start(this::run);
    }

    /** A thread that is none of the caller's. */
    Thread thread() {
        return thread;
    }

    void add(TransferBatch batch) {
        live.add(batch);
        if (batch.deadlineNanos() - wakeNanos < 0) {
            wakeNanos = batch.deadlineNanos();
            LockSupport.unpark(thread);
        }
    }

    void remove(TransferBatch batch) {
        live.remove(batch);
    }

    void stopAll(Transfer.StopCause cause) {
        for (TransferBatch batch : live) {
            batch.stop(cause);
        }
    }

    void awaitAll() {
        for (TransferBatch batch : live) {
            batch.awaitAll();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /** Stops what is late; returns the next time to look. */
    long step(long nowNanos) {
        long next = nowNanos + LONGEST_SLEEP_NANOS;
        wakeNanos = next;
        for (TransferBatch batch : live) {
            if (batch.deadlineNanos() - nowNanos <= 0) {
                batch.stop(Transfer.StopCause.DEADLINE);
            } else if (batch.deadlineNanos() - next < 0) {
                next = batch.deadlineNanos();
            }
        }
        if (next - wakeNanos < 0) {
            wakeNanos = next;
        }
        return wakeNanos;
    }

    private void run() {
        while (!closed) {
            long sleepNanos = step(nanoClock.getAsLong()) - nanoClock.getAsLong();
            LockSupport.parkNanos(this, Math.clamp(sleepNanos, SHORTEST_SLEEP_NANOS, LONGEST_SLEEP_NANOS));
        }
    }
}
