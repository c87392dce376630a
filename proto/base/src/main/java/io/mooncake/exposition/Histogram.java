package io.mooncake.exposition;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts whole numbers by the smallest bound that holds them.
 *
 * <p>Thread safety: any thread may observe and read; a reader may miss observations that are under way, but its
 * buckets, count and +Inf always agree.
 */
public final class Histogram {
    private final long[] bounds;
    private final LongAdder[] counts;
    private final LongAdder sum = new LongAdder();

    Histogram(long[] bounds) {
        for (int i = 1; i < bounds.length; i++) {
            if (bounds[i] <= bounds[i - 1]) {
                throw new IllegalArgumentException("the bounds of a histogram must grow: " + bounds[i]);
            }
        }
        this.bounds = bounds.clone();
        this.counts = new LongAdder[bounds.length + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    /** Counts one value. */
    public void observe(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(value);
    }

    /** Upper bounds of the buckets. */
    public List<Long> bounds() {
        return Arrays.stream(bounds).boxed().toList();
    }

    /** How many values each bucket alone holds; the last one those above every bound. */
    public List<Long> bucketCounts() {
        return Arrays.stream(counts).map(LongAdder::sum).toList();
    }

    /** The sum of all values. */
    public long sum() {
        return sum.sum();
    }
}
