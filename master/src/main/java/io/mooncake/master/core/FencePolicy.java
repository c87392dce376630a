package io.mooncake.master.core;

/** How long a range waits that a late write may still land in: the client TTL plus twice the data deadline. */
final class FencePolicy {

    private static final long DATA_DEADLINE_BASE_NANOS = 5_000_000_000L;
    private static final long DATA_DEADLINE_BYTES_PER_MICROSECOND = 50;

    private FencePolicy() {}

    static long waitNanos(long clientTtlNanos, long sizeBytes) {
        return clientTtlNanos + 2 * dataDeadlineNanos(sizeBytes);
    }

    /** 5 s plus the time that the value takes at 50 MB/s. */
    static long dataDeadlineNanos(long sizeBytes) {
        return DATA_DEADLINE_BASE_NANOS + sizeBytes / DATA_DEADLINE_BYTES_PER_MICROSECOND * 1000;
    }
}
