package io.mooncake.exposition;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Counters of one name, told apart by the value of one label.
 *
 * <p>Thread safety: any thread. The values of the label must come from a small fixed set: each is kept for good.
 */
public final class CounterFamily {
    private final Map<String, Counter> counters = new ConcurrentSkipListMap<>();

    CounterFamily() {}

    /** The counter with this value of the label; made at the first call. */
    public Counter labelled(String value) {
        return counters.computeIfAbsent(value, key -> new Counter());
    }

    /** The sum of all of them. */
    public long total() {
        return counters.values().stream().mapToLong(Counter::value).sum();
    }

    Map<String, Counter> counters() {
        return counters;
    }
}
