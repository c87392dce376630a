package io.mooncake.master.service;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Lets one line pass per interval.
 *
 * <p>Thread safety: any thread.
 */
public final class LogRate {
    private final long intervalNanos;
    private final AtomicLong nextNanos;

    /** The first line passes at once. */
    public LogRate(long intervalNanos, long nowNanos) {
        this.intervalNanos = intervalNanos;
        this.nextNanos = new AtomicLong(nowNanos);
    }

    /** Whether a line may be written now. */
    public boolean pass(long nowNanos) {
        long next = nextNanos.get();
        return nowNanos - next >= 0 && nextNanos.compareAndSet(next, nowNanos + intervalNanos);
    }
}
