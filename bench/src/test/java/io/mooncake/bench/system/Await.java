package io.mooncake.bench.system;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, with a deadline. */
public final class Await {

    private static final long POLL_NANOS = 20_000_000L;

    private Await() {}

    /** Returns when the condition holds; fails when it does not in time. */
    public static void until(String what, Duration limit, Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("not in " + limit + ": " + what);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /** Returns when so much time has passed: for faults that are a length of time. */
    public static void passed(Duration duration) {
        long start = System.nanoTime();
        long left = duration.toNanos();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = duration.toNanos() - (System.nanoTime() - start);
        }
    }
}
