package io.mooncake.exposition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes metrics as Prometheus text 0.0.4, under exactly the names it is given: nothing is appended to a counter.
 *
 * <p>Thread safety: one thread.
 *
 * <p>Errors: a name or label that the format does not allow, or a name written twice, is a fault of the program and
 * throws {@link IllegalArgumentException}.
 */
public final class ExpositionWriter {
    /** The content type of the text. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Pattern METRIC_NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    private final StringBuilder text = new StringBuilder();
    private final Set<String> names = new HashSet<>();
    /** Labels that every series has, as they are written; empty: none. */
    private final String constantLabels;

    /** Writes series that all have these labels, besides their own. */
    ExpositionWriter(Map<String, String> constantLabels) {
        this.constantLabels = labels(List.copyOf(constantLabels.keySet()), List.copyOf(constantLabels.values()));
    }

    /** A counter without labels. */
    public void counter(String name, String help, long value) {
        header(name, help, "counter");
        sample(name, "", value);
    }

    /** Counters told apart by one label. */
    public void counters(String name, String help, String label, Map<String, Long> values) {
        header(name, help, "counter");
        values.forEach((labelValue, value) -> sample(name, labels(List.of(label), List.of(labelValue)), value));
    }

    /** Counters told apart by several labels; each key holds a value per label, in their order. */
    public void counters(String name, String help, List<String> labels, Map<List<String>, Long> values) {
        header(name, help, "counter");
        values.forEach((labelValues, value) -> sample(name, labels(labels, labelValues), value));
    }

    /** A gauge without labels. */
    public void gauge(String name, String help, long value) {
        header(name, help, "gauge");
        sample(name, "", value);
    }

    /** Gauges told apart by one label. */
    public void gauges(String name, String help, String label, Map<String, Long> values) {
        header(name, help, "gauge");
        values.forEach((labelValue, value) -> sample(name, labels(List.of(label), List.of(labelValue)), value));
    }

    /**
     * A histogram.
     *
     * @param bounds upper bounds of the buckets, inclusive, growing
     * @param bucketCounts how many values each bucket alone holds; one more than bounds, the last above them all
     * @param sum of all values
     */
    public void histogram(String name, String help, List<Long> bounds, List<Long> bucketCounts, long sum) {
        if (bucketCounts.size() != bounds.size() + 1) {
            throw new IllegalArgumentException(name + " needs one bucket more than it has bounds");
        }
        header(name, help, "histogram");
        buckets(name, "", bounds, bucketCounts, sum);
    }

    /** Histograms told apart by one label. */
    void histograms(String name, String help, String label, Map<String, Histogram> histograms) {
        header(name, help, "histogram");
        histograms.forEach((value, histogram) -> buckets(
                name,
                labels(List.of(label), List.of(value)),
                histogram.bounds(),
                histogram.bucketCounts(),
                histogram.sum()));
    }

    private void buckets(String name, String labels, List<Long> bounds, List<Long> bucketCounts, long sum) {
        long cumulative = 0;
        for (int i = 0; i < bounds.size(); i++) {
            cumulative += bucketCounts.get(i);
            sample(name + "_bucket", joined(labels, "le=\"" + bounds.get(i) + "\""), cumulative);
        }
        cumulative += bucketCounts.getLast();
        sample(name + "_bucket", joined(labels, "le=\"+Inf\""), cumulative);
        sample(name + "_sum", labels, sum);
        sample(name + "_count", labels, cumulative);
    }

    /** Labels as they are written between braces. */
    private static String labels(List<String> names, List<String> values) {
        if (names.size() != values.size()) {
            throw new IllegalArgumentException("the labels " + names + " do not fit the values " + values);
        }
        List<String> pairs = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            if (!LABEL_NAME.matcher(names.get(i)).matches()) {
                throw new IllegalArgumentException("no label name: " + names.get(i));
            }
            pairs.add(names.get(i) + "=\"" + escapeLabel(values.get(i)) + "\"");
        }
        return String.join(",", pairs);
    }

    private static String joined(String left, String right) {
        return left.isEmpty() || right.isEmpty() ? left + right : left + "," + right;
    }

    private void header(String name, String help, String type) {
        if (!METRIC_NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no metric name: " + name);
        }
        if (!names.add(name)) {
            throw new IllegalArgumentException("the metric " + name + " is written twice");
        }
        text.append("# HELP ").append(name).append(' ').append(escapeHelp(help)).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private void sample(String name, String labels, long value) {
        String all = joined(constantLabels, labels);
        text.append(name);
        if (!all.isEmpty()) {
            text.append('{').append(all).append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    private static String escapeHelp(String help) {
        return help.replace("\\", "\\\\").replace("\n", "\\n");
    }

    private static String escapeLabel(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    String text() {
        return text.toString();
    }
}
