package io.mooncake.exposition;

import java.util.concurrent.atomic.LongAdder;

/**
 * A number that only grows.
 *
 * <p>Thread safety: any thread may add and read.
 */
public final class Counter {
    private final LongAdder sum = new LongAdder();

    Counter() {}

    /** Adds one. */
    public void increment() {
        sum.increment();
    }

    /** Adds {@code amount}, which must not be negative. */
    public void add(long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("a counter cannot shrink by " + -amount);
        }
        sum.add(amount);
    }

    /** The sum so far. */
    public long value() {
        return sum.sum();
    }
}
