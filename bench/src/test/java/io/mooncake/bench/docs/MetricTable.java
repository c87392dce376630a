package io.mooncake.bench.docs;

import io.mooncake.exposition.ExpositionReader;
import io.mooncake.exposition.ExpositionReader.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The metrics that a process may expose: those of the C++ store, exactly as they are there, and those that only this
 * store has.
 */
public final class MetricTable {
    private static final String NONE = "-";

    /** One row: labels in order of the alphabet; bounds without +Inf. */
    private record Row(String type, List<String> labels, List<Double> bounds) {}

    private final Map<String, Row> upstream;
    private final Map<String, Row> own;
    private final String process;

    private MetricTable(String process, Map<String, Row> upstream, Map<String, Row> own) {
        this.process = process;
        this.upstream = upstream;
        this.own = own;
    }

    /** What {@code master} or {@code client} may expose. */
    public static MetricTable of(String process) {
        return new MetricTable(
                process, rows("/reference/upstream-metrics.txt", process), rows("/reference/own-metrics.txt", process));
    }

    private static Map<String, Row> rows(String resource, String process) {
        try (InputStream stream = MetricTable.class.getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("no " + resource);
            }
            return rows(
                    new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList(),
                    process);
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
    }

    private static Map<String, Row> rows(List<String> lines, String process) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] cells = line.split(" ", -1);
            if (cells.length != 5) {
                throw new IllegalStateException("five cells are needed: " + line);
            }
            if (!cells[0].equals(process)) {
                continue;
            }
            List<Double> bounds = cells[4].equals(NONE)
                    ? List.of()
                    : Arrays.stream(cells[4].split(",", -1))
                            .map(Double::valueOf)
                            .toList();
            List<String> labels = cells[3].equals(NONE)
                    ? List.of()
                    : Arrays.stream(cells[3].split(",", -1)).sorted().toList();
            if (rows.put(cells[1], new Row(cells[2], labels, bounds)) != null) {
                throw new IllegalStateException("two rows for " + cells[1]);
            }
        }
        return rows;
    }

    /** Each metric that is in neither list, or not what its row says. */
    public List<String> faults(ExpositionReader read) {
        List<String> faults = new ArrayList<>();
        read.metrics().forEach((name, metric) -> {
            Row row = upstream.getOrDefault(name, own.get(name));
            if (row == null) {
                faults.add(process + " exposes " + name + ", which is in neither list");
                return;
            }
            compare(faults, name, "type", metric.type(), row.type());
            if (hasSeries(read, name)) {
                compare(faults, name, "labels", metric.labels(), row.labels());
                compare(faults, name, "bounds", metric.bounds(), row.bounds());
            }
        });
        return faults;
    }

    /** Metrics told apart by a label have no series before the first event. */
    private static boolean hasSeries(ExpositionReader read, String name) {
        return read.samples().keySet().stream()
                .anyMatch(series ->
                        series.equals(name) || series.startsWith(name + "{") || series.startsWith(name + "_count"));
    }

    private static void compare(List<String> faults, String name, String what, Object actual, Object expected) {
        if (!actual.equals(expected)) {
            faults.add(name + ": " + what + " " + actual + " instead of " + expected);
        }
    }

    /** Rows that are no metric of ours: own ones that the process does not expose, and names that stand in both. */
    public List<String> staleRows(Map<String, Metric> exposed) {
        Set<String> stale = new TreeSet<>();
        own.keySet().stream().filter(name -> !exposed.containsKey(name)).forEach(stale::add);
        own.keySet().stream().filter(upstream::containsKey).forEach(stale::add);
        return List.copyOf(stale);
    }
}
