package io.mooncake.exposition;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads Prometheus text 0.0.4 strictly: HELP and TYPE once per metric and before its samples, the samples of a metric
 * side by side, each series once, the same labels in all series of a metric, counters that are not negative, histograms
 * whose buckets grow to a count equal to +Inf and have the same bounds in all series.
 *
 * <p>Thread safety: immutable once read.
 *
 * <p>Errors: text that breaks a rule throws {@link IllegalArgumentException} that quotes the line.
 */
public final class ExpositionReader {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\[\\\\\"n])*)\"(,|$)");
    private static final Set<String> TYPES = Set.of("counter", "gauge", "histogram", "summary", "untyped");
    private static final String HISTOGRAM = "histogram";
    private static final String BOUND = "le";

    private final Map<String, Family> families = new LinkedHashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Set<String> series = new HashSet<>();
    private String openFamily = "";

    private ExpositionReader() {}

    /**
     * A metric as it was read.
     *
     * @param type in words of the format
     * @param help what it means
     * @param labels names of the labels that tell its series apart, in order of the alphabet; without {@code le}
     * @param bounds upper bounds of the buckets of a histogram, +Inf left out
     */
    public record Metric(String type, String help, List<String> labels, List<Double> bounds) {
        /** Keeps copies. */
        public Metric {
            labels = List.copyOf(labels);
            bounds = List.copyOf(bounds);
        }
    }

    /** Reads a whole answer of {@code /metrics}. */
    public static ExpositionReader read(String text) {
        ExpositionReader reader = new ExpositionReader();
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line does not end");
        }
        text.lines().forEach(reader::readLine);
        reader.families.forEach((name, family) -> family.checkWhole(name));
        return reader;
    }

    private void readLine(String line) {
        Matcher comment = COMMENT.matcher(line);
        if (comment.matches()) {
            open(comment.group(2), line);
            families.computeIfAbsent(comment.group(2), name -> new Family())
                    .describe(comment.group(1), comment.group(3), line);
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches(), "not understood", line);
        String name = sample.group(1);
        String metric = metricOf(name);
        open(metric, line);
        Family family = families.get(metric);
        if (family == null || family.type == null || family.help == null) {
            throw new IllegalArgumentException("no TYPE or no HELP before it: " + line);
        }
        SortedMap<String, String> labels = labels(Optional.ofNullable(sample.group(2)), line);
        double value = number(sample.group(3), line);
        require(series.add(name + labels), "series given twice", line);
        samples.put(line.substring(0, line.lastIndexOf(' ')), value);
        family.add(name.substring(metric.length()), labels, value, line);
    }

    /** The lines of one metric stand side by side. */
    private void open(String metric, String line) {
        if (!openFamily.equals(metric)) {
            require(!families.containsKey(metric), "another metric stands between this and its lines before", line);
            openFamily = metric;
        }
    }

    private static SortedMap<String, String> labels(Optional<String> text, String line) {
        SortedMap<String, String> labels = new TreeMap<>();
        Matcher matcher = LABEL.matcher(text.orElse(""));
        int end = 0;
        while (end < text.orElse("").length()) {
            require(matcher.find(end) && matcher.start() == end, "labels not understood", line);
            require(labels.put(matcher.group(1), matcher.group(2)) == null, "label given twice", line);
            end = matcher.end();
        }
        return labels;
    }

    private static double number(String text, String line) {
        try {
            return Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no number: " + line, e);
        }
    }

    private String metricOf(String sampleName) {
        for (String suffix : List.of("_bucket", "_sum", "_count")) {
            if (sampleName.endsWith(suffix)) {
                String metric = sampleName.substring(0, sampleName.length() - suffix.length());
                Family family = families.get(metric);
                if (family != null && HISTOGRAM.equals(family.type)) {
                    return metric;
                }
            }
        }
        return sampleName;
    }

    private static void require(boolean condition, String fault, String line) {
        if (!condition) {
            throw new IllegalArgumentException(fault + ": " + line);
        }
    }

    /** All metrics by name, in the order of the text. */
    public Map<String, Metric> metrics() {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        families.forEach((name, family) -> metrics.put(name, family.metric()));
        return metrics;
    }

    /** The types of all metrics by name, in the order of the text. */
    public Map<String, String> types() {
        Map<String, String> types = new LinkedHashMap<>();
        metrics().forEach((name, metric) -> types.put(name, metric.type()));
        return types;
    }

    /** The value of a series, named as it is written: {@code name} or {@code name{label="value"}}. */
    public Optional<Double> value(String name) {
        return Optional.ofNullable(samples.get(name));
    }

    /** All series and their values, in the order of the text. */
    public Map<String, Double> samples() {
        return new LinkedHashMap<>(samples);
    }

    /** What was read of one metric so far. */
    private static final class Family {
        private @Nullable String type;
        private @Nullable String help;
        private @Nullable Set<String> labelNames;
        private final Map<SortedMap<String, String>, Buckets> histograms = new LinkedHashMap<>();

        void describe(String what, String text, String line) {
            if (what.equals("HELP")) {
                require(help == null, "given twice", line);
                help = text;
            } else {
                require(type == null, "given twice", line);
                require(TYPES.contains(text), "no type", line);
                type = text;
            }
        }

        void add(String suffix, SortedMap<String, String> labels, double value, String line) {
            require(!"counter".equals(type) || value >= 0, "a counter is not negative", line);
            if (!HISTOGRAM.equals(type)) {
                checkLabels(labels, line);
                return;
            }
            String bound = labels.remove(BOUND);
            require(suffix.equals("_bucket") == (bound != null), "le is for buckets", line);
            checkLabels(labels, line);
            Buckets buckets = histograms.computeIfAbsent(labels, key -> new Buckets());
            switch (suffix) {
                case "_bucket" -> buckets.add(number(String.valueOf(bound), line), value, line);
                case "_sum" -> buckets.sum = value;
                case "_count" -> buckets.count = value;
                default -> throw new IllegalArgumentException("no sample of a histogram: " + line);
            }
        }

        private void checkLabels(SortedMap<String, String> labels, String line) {
            if (labelNames == null) {
                labelNames = Set.copyOf(labels.keySet());
            }
            require(labels.keySet().equals(labelNames), "other labels than the series before", line);
        }

        void checkWhole(String name) {
            require(type != null && help != null, "no TYPE or no HELP", name);
            Set<List<Double>> bounds = new HashSet<>();
            histograms.forEach((labels, buckets) -> {
                String of = name + labels;
                List<Double> all = buckets.bounds;
                require(!all.isEmpty() && all.getLast().isInfinite(), "no +Inf bucket", of);
                require(buckets.counts.getLast().equals(buckets.count), "count is not the +Inf bucket", of);
                require(buckets.sum != null, "no sum", of);
                bounds.add(all);
                require(bounds.size() == 1, "other buckets than the series before", of);
            });
        }

        Metric metric() {
            List<Double> bounds = histograms.values().stream()
                    .findFirst()
                    .map(buckets -> buckets.bounds.subList(0, buckets.bounds.size() - 1))
                    .orElse(List.of());
            Set<String> labels = labelNames == null ? Set.of() : labelNames;
            return new Metric(
                    String.valueOf(type),
                    String.valueOf(help),
                    labels.stream().sorted().toList(),
                    bounds);
        }
    }

    /** The samples of one series of a histogram. */
    private static final class Buckets {
        private final List<Double> bounds = new ArrayList<>();
        private final List<Double> counts = new ArrayList<>();
        private @Nullable Double sum;
        private @Nullable Double count;

        void add(double bound, double value, String line) {
            require(bounds.isEmpty() || bounds.getLast() < bound, "bounds do not grow", line);
            require(counts.isEmpty() || counts.getLast() <= value, "buckets shrink", line);
            bounds.add(bound);
            counts.add(value);
        }
    }
}
