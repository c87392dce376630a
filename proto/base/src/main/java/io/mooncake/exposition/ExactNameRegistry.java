package io.mooncake.exposition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * The metrics of one component under their exact names. The Prometheus client library ends every counter in
 * {@code _total}; dashboards of the C++ store ask for counters without it, so the text is written here.
 *
 * <p>Thread safety: metrics are added by the thread that wires the component; any thread may scrape.
 *
 * <p>Errors: adding a name twice throws {@link IllegalArgumentException}.
 */
public final class ExactNameRegistry {
    private final List<MetricCollector> collectors = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, String> constantLabels;

    /** An empty registry. */
    public ExactNameRegistry() {
        this(Map.of());
    }

    /** An empty registry of metrics whose series all have these labels, besides their own. */
    public ExactNameRegistry(Map<String, String> constantLabels) {
        this.constantLabels = new TreeMap<>(constantLabels);
    }

    /** A new counter. */
    public synchronized Counter counter(String name, String help) {
        claim(name);
        Counter counter = new Counter();
        collectors.add(writer -> writer.counter(name, help, counter.value()));
        return counter;
    }

    /** New counters told apart by one label. */
    public synchronized CounterFamily counters(String name, String help, String label) {
        claim(name);
        CounterFamily family = new CounterFamily();
        collectors.add(writer -> {
            Map<String, Long> values = new TreeMap<>();
            family.counters().forEach((value, counter) -> values.put(value, counter.value()));
            writer.counters(name, help, label, values);
        });
        return family;
    }

    /** A gauge that is read at each scrape. */
    public synchronized void gauge(String name, String help, LongSupplier value) {
        claim(name);
        collectors.add(writer -> writer.gauge(name, help, value.getAsLong()));
    }

    /** A new histogram of whole numbers with these upper bounds, growing. */
    public synchronized Histogram histogram(String name, String help, long... bounds) {
        claim(name);
        Histogram histogram = new Histogram(bounds);
        collectors.add(
                writer -> writer.histogram(name, help, histogram.bounds(), histogram.bucketCounts(), histogram.sum()));
        return histogram;
    }

    /** New histograms of whole numbers with these upper bounds, growing, told apart by one label. */
    public synchronized HistogramFamily histograms(String name, String help, String label, long... bounds) {
        claim(name);
        HistogramFamily family = new HistogramFamily(bounds);
        collectors.add(writer -> writer.histograms(name, help, label, family.histograms()));
        return family;
    }

    /** Metrics whose values come from one report, taken at each scrape. */
    public synchronized void collector(MetricCollector collector) {
        collectors.add(collector);
    }

    private void claim(String name) {
        if (!names.add(name)) {
            throw new IllegalArgumentException("the metric " + name + " is there already");
        }
    }

    /** All metrics as Prometheus text 0.0.4, in the order in which they were added. */
    public String scrape() {
        List<MetricCollector> now;
        synchronized (this) {
            now = List.copyOf(collectors);
        }
        ExpositionWriter writer = new ExpositionWriter(constantLabels);
        now.forEach(collector -> collector.collect(writer));
        return writer.text();
    }
}
