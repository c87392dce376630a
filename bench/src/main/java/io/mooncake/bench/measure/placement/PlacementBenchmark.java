package io.mooncake.bench.measure.placement;

import io.mooncake.bench.measure.BenchSettings;
import io.mooncake.bench.measure.Benchmark;
import io.mooncake.bench.measure.Row;
import io.mooncake.bench.measure.Samples;
import io.mooncake.master.core.placement.AllocationStrategy;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Cost and evenness of placement, over 1 to 512 segments, in a cluster that evicts all the time. */
public final class PlacementBenchmark implements Benchmark {

    private static final String NAME = "placement";
    private static final String UPSTREAM = "upstream allocation_strategy_bench, 1 TB segments";
    private static final String P50 = "p50 ns";
    private static final int GROWTH_TURNS = 100;
    private static final int PUTS_PER_TURN = 1000;
    private static final long ROOMY_SEGMENT_BYTES = 1L << 40;
    private static final int FEW_SEGMENTS = 16;
    private static final int MANY_SEGMENTS = 512;
    private static final long OBJECT_BYTES = 3_274_752;

    /** Replicas that the whole cluster has room for: the same work whatever the number of segments. */
    private static final int REPLICAS_IN_ALL = 100_000;

    private static final int PUTS = 100_000;
    private static final int CONVERGENCE_SEGMENTS = 16;
    private static final double CONVERGED_SHARE = 0.9;
    private static final int CONVERGENCE_LIMIT = 10;
    private static final int CHECKS_PER_FILL = 200;
    private static final long HIGHEST_NANOS = 10_000_000_000L;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "cost and evenness of placement over 1 to 512 segments, and how fast new segments fill";
    }

    @Override
    public List<Row> run(BenchSettings settings) {
        List<Row> rows = new ArrayList<>();
        // The first case would otherwise pay for the compiler.
        measure(new PlacementCase(AllocationStrategy.RANDOM, false, 2, 16), settings, 0);
        measure(new PlacementCase(AllocationStrategy.FREE_RATIO_FIRST, false, 2, 16), settings, 0);
        for (PlacementCase wanted : PlacementCase.all()) {
            if (settings.wants(wanted.caseName())) {
                settings.progress().accept(wanted.caseName());
                rows.addAll(rows(wanted, settings));
                if (wanted.segmentCount() == MANY_SEGMENTS) {
                    Samples growth = growth(wanted, settings);
                    rows.add(Row.alone(
                            NAME, wanted.caseName(), "p50 over that of /16", growth.median(), growth.spread()));
                }
            }
        }
        for (AllocationStrategy strategy : List.of(AllocationStrategy.RANDOM, AllocationStrategy.FREE_RATIO_FIRST)) {
            String name = strategy.flagValue() + ", " + CONVERGENCE_SEGMENTS + " segments join as many full ones";
            if (settings.wants(name)) {
                settings.progress().accept(name);
                rows.add(Row.alone(
                        NAME,
                        name,
                        "fills to converge",
                        convergence(strategy, settings),
                        "puts until the new ones are " + CONVERGED_SHARE
                                + " as full as the old ones, as multiples of what they hold"));
            }
        }
        return rows;
    }

    /**
     * What an allocation costs with many segments, as a multiple of what it costs with few: segments of 1 TiB, as
     * many objects in either, the oldest removed before each put. Both take turns; each pair of turns gives a ratio of
     * its medians, so that a machine that grows slower meanwhile changes none, and the first turns are for the
     * compiler.
     */
    private static Samples growth(PlacementCase many, BenchSettings settings) {
        PlacementCase few = new PlacementCase(many.strategy(), many.skewed(), many.replicaNum(), FEW_SEGMENTS);
        SimulatedCluster manySegments = roomy(many, settings);
        SimulatedCluster fewSegments = roomy(few, settings);
        Samples ratios = new Samples();
        int turns = settings.scaled(GROWTH_TURNS);
        for (int turn = -turns / 2; turn < turns; turn++) {
            double manyNanos = replace(manySegments);
            double fewNanos = replace(fewSegments);
            if (turn >= 0) {
                ratios.add(manyNanos / fewNanos);
            }
        }
        return ratios;
    }

    private static SimulatedCluster roomy(PlacementCase wanted, BenchSettings settings) {
        SimulatedCluster cluster =
                new SimulatedCluster(wanted.strategy(), wanted.replicaNum(), OBJECT_BYTES, settings.seed());
        for (int i = 0; i < wanted.segmentCount(); i++) {
            cluster.mount(wanted.segmentBytes(i, ROOMY_SEGMENT_BYTES));
        }
        for (int i = 0; i < settings.scaled(REPLICAS_IN_ALL) / wanted.replicaNum(); i++) {
            cluster.put();
        }
        return cluster;
    }

    /** Median of the times of some puts. */
    private static double replace(SimulatedCluster cluster) {
        Histogram nanos = new Histogram(HIGHEST_NANOS, 3);
        for (int i = 0; i < PUTS_PER_TURN; i++) {
            cluster.removeOldest();
            nanos.recordValue(Math.min(cluster.put(), HIGHEST_NANOS));
        }
        return nanos.getValueAtPercentile(50);
    }

    /** Puts, timing each; returns the sum of the times. */
    private static long record(SimulatedCluster cluster, int puts, Histogram nanos) {
        long sum = 0;
        for (int i = 0; i < puts; i++) {
            long took = cluster.put();
            sum += took;
            nanos.recordValue(Math.min(took, HIGHEST_NANOS));
        }
        return sum;
    }

    /** A cluster that evicts with every put. */
    private static SimulatedCluster full(PlacementCase wanted, BenchSettings settings, int round) {
        SimulatedCluster cluster =
                new SimulatedCluster(wanted.strategy(), wanted.replicaNum(), OBJECT_BYTES, settings.seed() + round);
        long meanBytes = Math.ceilDiv(settings.scaled(REPLICAS_IN_ALL), wanted.segmentCount()) * OBJECT_BYTES;
        for (int i = 0; i < wanted.segmentCount(); i++) {
            cluster.mount(wanted.segmentBytes(i, meanBytes));
        }
        while (cluster.evictedCount() == 0) {
            cluster.put();
        }
        return cluster;
    }

    private record Figures(double meanNanos, double p50Nanos, double p99Nanos, double deviation, double utilisation) {}

    private static Figures measure(PlacementCase wanted, BenchSettings settings, int round) {
        SimulatedCluster cluster = full(wanted, settings, round);
        int puts = settings.scaled(PUTS);
        Histogram nanos = new Histogram(HIGHEST_NANOS, 3);
        long sum = record(cluster, puts, nanos);
        return new Figures(
                (double) sum / puts,
                nanos.getValueAtPercentile(50),
                nanos.getValueAtPercentile(99),
                cluster.deviation(),
                cluster.meanUtilisation(0, wanted.segmentCount()));
    }

    private static List<Row> rows(PlacementCase wanted, BenchSettings settings) {
        Samples rates = new Samples();
        Samples p50 = new Samples();
        Samples p99 = new Samples();
        Samples deviations = new Samples();
        Samples utilisations = new Samples();
        for (int round = 0; round < settings.rounds(); round++) {
            Figures figures = measure(wanted, settings, round);
            rates.add(1e9 / figures.meanNanos);
            p50.add(figures.p50Nanos);
            p99.add(figures.p99Nanos);
            deviations.add(figures.deviation);
            utilisations.add(figures.utilisation);
        }
        String name = wanted.caseName();
        Row rate = Row.alone(NAME, name, "allocations/s", rates.median(), rates.spread());
        Row middle = Row.alone(NAME, name, P50, p50.median(), p50.spread());
        Row slow = Row.alone(NAME, name, "p99 ns", p99.median(), p99.spread());
        Row deviation = Row.alone(
                NAME,
                name,
                "deviation of utilisation",
                deviations.median(),
                "mean utilisation %.4f".formatted(utilisations.median()));
        UpstreamPlacement recorded = UpstreamPlacement.of(wanted);
        if (recorded == null) {
            return List.of(rate, middle, slow, deviation);
        }
        return List.of(
                Row.recorded(rate, recorded.allocationsPerSecond(), UPSTREAM),
                middle,
                Row.recorded(slow, recorded.p99Nanos(), UPSTREAM),
                Row.recorded(deviation, recorded.deviation(), UPSTREAM));
    }

    private static double convergence(AllocationStrategy strategy, BenchSettings settings) {
        SimulatedCluster cluster = new SimulatedCluster(strategy, 1, OBJECT_BYTES, settings.seed());
        int fill = settings.scaled(REPLICAS_IN_ALL);
        long segmentBytes = Math.ceilDiv(fill, CONVERGENCE_SEGMENTS) * OBJECT_BYTES;
        for (int i = 0; i < CONVERGENCE_SEGMENTS; i++) {
            cluster.mount(segmentBytes);
        }
        while (cluster.evictedCount() == 0) {
            cluster.put();
        }
        for (int i = 0; i < CONVERGENCE_SEGMENTS; i++) {
            cluster.mount(segmentBytes);
        }
        int interval = Math.max(1, fill / CHECKS_PER_FILL);
        long puts = 0;
        while (cluster.meanUtilisation(CONVERGENCE_SEGMENTS, 2 * CONVERGENCE_SEGMENTS)
                        < CONVERGED_SHARE * cluster.meanUtilisation(0, CONVERGENCE_SEGMENTS)
                && puts < (long) CONVERGENCE_LIMIT * fill) {
            for (int i = 0; i < interval; i++) {
                cluster.put();
            }
            puts += interval;
        }
        return (double) puts / fill;
    }
}
