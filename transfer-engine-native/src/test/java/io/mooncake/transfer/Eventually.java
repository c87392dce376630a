package io.mooncake.transfer;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a deadline. */
public final class Eventually {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Eventually() {}

    /** Returns when the condition holds; fails when it does not in time. */
    public static void holds(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(200_000);
        }
    }
}
