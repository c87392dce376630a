package io.mooncake.exposition;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Histograms of one name and the same bounds, told apart by the value of one label.
 *
 * <p>Thread safety: any thread. The values of the label must come from a small fixed set: each is kept for good.
 */
public final class HistogramFamily {
    private final long[] bounds;
    private final Map<String, Histogram> histograms = new ConcurrentSkipListMap<>();

    HistogramFamily(long[] bounds) {
        this.bounds = bounds.clone();
    }

    /** The histogram with this value of the label; made at the first call. */
    public Histogram labelled(String value) {
        return histograms.computeIfAbsent(value, key -> new Histogram(bounds));
    }

    Map<String, Histogram> histograms() {
        return histograms;
    }
}
