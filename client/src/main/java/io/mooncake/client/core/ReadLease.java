package io.mooncake.client.core;

/**
 * Until when the bytes of a located object stay what they are. It runs from the moment before the request was queued,
 * so it ends before the master's own does, and a hundredth earlier, so that clocks of different pace do no harm.
 *
 * @param queuedNanos the clock before the request was queued
 * @param ttlNanos how long the master granted it
 */
public record ReadLease(long queuedNanos, long ttlNanos) {

    private static final long MARGIN_DIVISOR = 100;

    /** Whether a transfer that has ended by now read what the lease protects. */
    public boolean coversReadEndedAt(long nowNanos) {
        return nowNanos - queuedNanos < ttlNanos - ttlNanos / MARGIN_DIVISOR;
    }
}
