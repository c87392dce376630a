package io.mooncake.bench.measure.allocation;

import io.mooncake.allocator.PieceLimits;
import io.mooncake.bench.measure.BenchSettings;
import io.mooncake.bench.measure.Benchmark;
import io.mooncake.bench.measure.Row;
import io.mooncake.bench.measure.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** Utilisation and time of the allocator: one size, random sizes, pairs. */
public final class AllocatorBenchmark implements Benchmark {

    private static final String NAME = "allocator";
    private static final String UPSTREAM = "upstream allocator_bench";
    private static final int UNIFORM_STEPS = 11;
    private static final int[] PIECE_LIMITS = {1, 4, 16, 64};
    private static final long SMALLEST_PIECE_BYTES = 64L << 10;
    private static final long SHIPPED_ALIGNMENT_BYTES = 64;

    /** Upstream's figures on a machine of this kind. */
    private static final double UPSTREAM_RANDOM_AVERAGE = 0.8415;

    private static final double UPSTREAM_RANDOM_LEAST = 0.5423;
    private static final double UPSTREAM_RANDOM_NANOS = 101.8;
    private static final double UPSTREAM_PAIRED_AVERAGE = 0.9523;
    private static final double UPSTREAM_PAIRED_LEAST = 0.9518;
    private static final double UPSTREAM_PAIRED_NANOS = 393.3;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "utilisation and time of the allocator: one size, random sizes, pairs";
    }

    @Override
    public List<Row> run(BenchSettings settings) throws IOException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        // The first case would otherwise pay for the compiler.
        Workloads.uniform(9_011, settings, settings.seed());
        for (long size : uniformSizes()) {
            uniform(size, settings, rows);
        }
        for (int limit : PIECE_LIMITS) {
            random(limit, settings, rows);
        }
        paired(settings, rows);
        for (int limit : PIECE_LIMITS) {
            reads(limit, settings, rows);
        }
        return rows;
    }

    /** 32 · 4^k, and the same − 17, + 17, × 0.9 and × 1.1, ascending. */
    static List<Long> uniformSizes() {
        List<Long> sizes = new ArrayList<>();
        for (int k = 0; k < UNIFORM_STEPS; k++) {
            long size = 32L << (2 * k);
            sizes.addAll(List.of(size - 17, (long) (size * 0.9), size, size + 17, (long) (size * 1.1)));
        }
        sizes.sort(null);
        return sizes;
    }

    private static void uniform(long size, BenchSettings settings, List<Row> rows) {
        String name = "uniform " + size + " B";
        if (!settings.wants(name)) {
            return;
        }
        settings.progress().accept(name);
        Figures figures = measure(settings, seed -> Workloads.uniform(size, settings, seed));
        long poolBytes = Workloads.uniformPoolBytes(size);
        double bound = (double) (poolBytes / size * size) / poolBytes;
        String note = "bound %.4f".formatted(bound);
        UpstreamUniform recorded = UpstreamUniform.of(size);
        rows.add(beside(
                Row.alone(NAME, name, "average utilisation", figures.average, note), recorded.averageUtilisation()));
        rows.add(beside(Row.alone(NAME, name, "least utilisation", figures.least, note), recorded.leastUtilisation()));
        addTimes(rows, name, figures, recorded.nanos());
    }

    private static void random(int limit, BenchSettings settings, List<Row> rows) {
        String name = "random, at most " + limit + (limit == 1 ? " extent" : " extents");
        if (!settings.wants(name)) {
            return;
        }
        settings.progress().accept(name);
        PieceLimits limits = new PieceLimits(limit, SMALLEST_PIECE_BYTES);
        Figures figures = measure(settings, seed -> Workloads.random(limits, SHIPPED_ALIGNMENT_BYTES, settings, seed));
        rows.add(beside(Row.alone(NAME, name, "average utilisation", figures.average, ""), UPSTREAM_RANDOM_AVERAGE));
        rows.add(beside(Row.alone(NAME, name, "least utilisation", figures.least, ""), UPSTREAM_RANDOM_LEAST));
        rows.add(Row.alone(NAME, name, "mean extents", figures.meanPieces, ""));
        rows.add(Row.alone(NAME, name, "most extents", figures.mostPieces, ""));
        addTimes(rows, name, figures, UPSTREAM_RANDOM_NANOS);
    }

    private static void reads(int limit, BenchSettings settings, List<Row> rows)
            throws IOException, InterruptedException {
        String name = "get of 32 MiB, at most " + limit + (limit == 1 ? " extent" : " extents") + " a slice";
        if (settings.wants(name)) {
            settings.progress().accept(name);
            Samples micros = ExtentReads.measure(limit, settings);
            rows.add(Row.alone(NAME, name, "us/get", micros.median(), micros.spread()));
        }
    }

    private static void paired(BenchSettings settings, List<Row> rows) {
        String name = "pairs";
        if (!settings.wants(name)) {
            return;
        }
        settings.progress().accept(name);
        Figures figures = measure(settings, seed -> Workloads.paired(settings, seed));
        rows.add(beside(
                Row.alone(NAME, name, "average utilisation", figures.average, figures.samples + " samples"),
                UPSTREAM_PAIRED_AVERAGE));
        rows.add(beside(
                Row.alone(NAME, name, "least utilisation", figures.least, figures.samples + " samples"),
                UPSTREAM_PAIRED_LEAST));
        addTimes(rows, name, figures, UPSTREAM_PAIRED_NANOS);
    }

    private static void addTimes(List<Row> rows, String name, Figures figures, double recordedNanos) {
        Row wall = Row.alone(NAME, name, "ns/op", figures.nanos.median(), figures.nanos.spread());
        rows.add(beside(wall, recordedNanos));
        rows.add(Row.alone(NAME, name, "thread CPU ns/op", figures.cpuNanos.median(), figures.cpuNanos.spread()));
    }

    private static Row beside(Row row, double recorded) {
        return Row.recorded(row, recorded, UPSTREAM);
    }

    /** Averages of averages, least of leasts, all times. */
    private static final class Figures {
        private final Samples nanos = new Samples();
        private final Samples cpuNanos = new Samples();
        private double average;
        private double least = 1;
        private double meanPieces;
        private int mostPieces;
        private long samples;
    }

    private static Figures measure(BenchSettings settings, LongFunction<Workloads.Result> workload) {
        Figures figures = new Figures();
        for (int round = 0; round < settings.rounds(); round++) {
            Workloads.Result result = workload.apply(settings.seed() + 1000L * round);
            figures.nanos.add(result.nanosPerOperation());
            figures.cpuNanos.add(result.cpuNanosPerOperation());
            figures.average += result.utilisation().average() / settings.rounds();
            figures.least = Math.min(figures.least, result.utilisation().least());
            figures.meanPieces += result.meanPieces() / settings.rounds();
            figures.mostPieces = Math.max(figures.mostPieces, result.mostPieces());
            figures.samples += result.utilisation().count();
        }
        return figures;
    }
}
