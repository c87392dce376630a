package io.mooncake.master.core;

/**
 * When a write that its writer neither ends nor revokes gives way, counted from its start.
 *
 * @param discardNanos a put may take over the key
 * @param releaseNanos its space is free again, unless a late write may still land there
 */
public record WriteTimeouts(long discardNanos, long releaseNanos) {

    /** 30 s and 600 s. */
    public static final WriteTimeouts DEFAULT = new WriteTimeouts(30_000_000_000L, 600_000_000_000L);

    /** Rejects values that contradict each other. */
    public WriteTimeouts {
        if (discardNanos < 0 || releaseNanos <= discardNanos) {
            throw new IllegalArgumentException("releaseNanos must be above discardNanos, which must not be negative");
        }
    }
}
