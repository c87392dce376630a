package io.mooncake.client.segment;

import org.slf4j.Logger;

/**
 * Warnings of one kind that may come often: the first at once, then one every 30 seconds with the number of those that
 * were left out.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
final class RateLimitedLog {

    private static final long INTERVAL_NANOS = 30_000_000_000L;

    private final Logger log;
    private boolean quiet;
    private long lastNanos;
    private long leftOut;

    RateLimitedLog(Logger log) {
        this.log = log;
    }

    /** Something is wrong. */
    synchronized void warn(String message, long nowNanos) {
        if (quiet && nowNanos - lastNanos < INTERVAL_NANOS) {
            leftOut++;
            return;
        }
        if (leftOut > 0) {
            log.warn("{} ({} more since the last such line)", message, leftOut);
        } else {
            log.warn("{}", message);
        }
        quiet = true;
        lastNanos = nowNanos;
        leftOut = 0;
    }

    /** It is well again: the next warning comes at once. */
    synchronized void reset() {
        quiet = false;
        leftOut = 0;
    }
}
