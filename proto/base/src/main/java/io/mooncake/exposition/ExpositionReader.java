package io.mooncake.exposition;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus text 0.0.4 strictly: HELP and TYPE once per metric and before its samples, each series once,
 * buckets that grow to a count equal to +Inf.
 *
 * <p>Thread safety: immutable once read.
 *
 * <p>Errors: text that breaks a rule throws {@link IllegalArgumentException} that quotes the line.
 */
public final class ExpositionReader {
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*\\})? (\\S+)");
    private static final Pattern BOUND = Pattern.compile("\\{(?:(.*),)?le=\"([^\"]+)\"\\}");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, String> helps = new HashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();
    private final Map<String, List<Double>> bucketCounts = new HashMap<>();
    private final Map<String, Double> lastBounds = new HashMap<>();

    private ExpositionReader() {}

    /** Reads a whole answer of {@code /metrics}. */
    public static ExpositionReader read(String text) {
        ExpositionReader reader = new ExpositionReader();
        if (!text.isEmpty() && !text.endsWith("\n")) {
            throw new IllegalArgumentException("the last line does not end");
        }
        text.lines().forEach(reader::readLine);
        reader.checkHistograms();
        return reader;
    }

    private void readLine(String line) {
        Matcher comment = COMMENT.matcher(line);
        if (comment.matches()) {
            Map<String, String> seen = comment.group(1).equals("HELP") ? helps : types;
            require(seen.put(comment.group(2), comment.group(3)) == null, "given twice", line);
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches(), "not understood", line);
        String name = sample.group(1);
        String labels = Optional.ofNullable(sample.group(2)).orElse("");
        require(types.containsKey(metricOf(name)), "no TYPE before it", line);
        require(helps.containsKey(metricOf(name)), "no HELP before it", line);
        double value = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
        require(samples.put(name + labels, value) == null, "series given twice", line);
        Matcher bound = BOUND.matcher(labels);
        if (name.endsWith("_bucket") && bound.matches()) {
            String others = bound.group(1) == null ? "" : "{" + bound.group(1) + "}";
            readBucket(metricOf(name) + others, bound.group(2), value, line);
        }
    }

    private void readBucket(String metric, String boundText, double count, String line) {
        double bound = Double.parseDouble(boundText.replace("Inf", "Infinity"));
        List<Double> counts = bucketCounts.computeIfAbsent(metric, key -> new ArrayList<>());
        Double lastBound = lastBounds.put(metric, bound);
        require(lastBound == null || lastBound < bound, "bounds do not grow", line);
        require(counts.isEmpty() || counts.getLast() <= count, "buckets shrink", line);
        counts.add(count);
    }

    private void checkHistograms() {
        bucketCounts.forEach((series, counts) -> {
            int brace = series.indexOf('{');
            String name = brace < 0 ? series : series.substring(0, brace);
            String labels = brace < 0 ? "" : series.substring(brace);
            Double lastBound = lastBounds.get(series);
            require(lastBound != null && lastBound.isInfinite(), "no +Inf bucket", series);
            require(
                    counts.getLast().equals(samples.get(name + "_count" + labels)),
                    "count is not the +Inf bucket",
                    series);
            require(samples.containsKey(name + "_sum" + labels), "no sum", series);
        });
        samples.keySet().forEach(series -> {
            int brace = series.indexOf('{');
            String name = brace < 0 ? series : series.substring(0, brace);
            String metric = metricOf(name);
            require(
                    name.equals(metric) || bucketCounts.containsKey(metric + labelsOf(name, series)),
                    "no buckets",
                    series);
        });
    }

    private static String labelsOf(String name, String series) {
        String labels = series.substring(name.length());
        Matcher bound = BOUND.matcher(labels);
        if (!name.endsWith("_bucket") || !bound.matches()) {
            return labels;
        }
        return bound.group(1) == null ? "" : "{" + bound.group(1) + "}";
    }

    private String metricOf(String sampleName) {
        for (String suffix : List.of("_bucket", "_sum", "_count")) {
            if (sampleName.endsWith(suffix)) {
                String metric = sampleName.substring(0, sampleName.length() - suffix.length());
                if ("histogram".equals(types.get(metric))) {
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

    /** The types of all metrics by name, in the order of the text. */
    public Map<String, String> types() {
        return Map.copyOf(types);
    }

    /** The help texts of all metrics by name. */
    public Map<String, String> helps() {
        return Map.copyOf(helps);
    }

    /** The value of a series, named as it is written: {@code name} or {@code name{label="value"}}. */
    public Optional<Double> value(String series) {
        return Optional.ofNullable(samples.get(series));
    }

    /** All series and their values, in the order of the text. */
    public Map<String, Double> samples() {
        return new LinkedHashMap<>(samples);
    }
}
