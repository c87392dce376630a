package io.mooncake.bench.measure;

import io.mooncake.bench.cluster.ClusterException;
import io.mooncake.bench.measure.allocation.AllocatorBenchmark;
import io.mooncake.bench.measure.placement.PlacementBenchmark;
import io.mooncake.client.MooncakeException;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.SoftwareVersion;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The command {@code bench NAME [--json FILE]}. Exit code 0: measured; 1: could not measure; 2: bad usage.
 *
 * <p>A bar that a row misses does not fail the command: it reports.
 */
public final class BenchMain {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    /** Every measurement, by the order of {@code --help}. */
    private static final List<Benchmark> BENCHMARKS = List.of(new AllocatorBenchmark(), new PlacementBenchmark());

    private BenchMain() {}

    /** Runs one measurement. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.getenv(), BENCHMARKS, System.out, System.err));
    }

    static int run(
            List<String> arguments,
            Map<String, String> environment,
            List<Benchmark> benchmarks,
            PrintStream out,
            PrintStream err) {
        if (!arguments.isEmpty() && !arguments.getFirst().startsWith("-")) {
            for (Benchmark benchmark : benchmarks) {
                if (benchmark.name().equals(arguments.getFirst())) {
                    return measure(benchmark, arguments.subList(1, arguments.size()), environment, out, err);
                }
            }
            err.println("bench: no measurement '" + arguments.getFirst() + "'");
            err.print(names(benchmarks));
            return BAD_USAGE;
        }
        boolean asksForHelp = arguments.contains("--help");
        if (arguments.contains("--version")) {
            out.println(SoftwareVersion.current());
            return DONE;
        }
        (asksForHelp ? out : err).print("usage: bench NAME [FLAGS]" + System.lineSeparator() + names(benchmarks));
        return asksForHelp ? DONE : BAD_USAGE;
    }

    private static String names(List<Benchmark> benchmarks) {
        StringBuilder text = new StringBuilder();
        for (Benchmark benchmark : benchmarks) {
            text.append("  %-12s %s%n".formatted(benchmark.name(), benchmark.purpose()));
        }
        return text.toString();
    }

    private static int measure(
            Benchmark benchmark,
            List<String> arguments,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err) {
        Flags flags = flags(benchmark);
        FlagValues values;
        try {
            values = flags.parse(arguments);
        } catch (BadFlagsException bad) {
            err.println("bench: " + bad.getMessage());
            return BAD_USAGE;
        }
        if (values.helpRequested()) {
            out.print(flags.help());
            return DONE;
        }
        if (values.versionRequested()) {
            out.println(SoftwareVersion.current());
            return DONE;
        }
        BenchSettings settings = new BenchSettings(
                values.integer("rounds"),
                values.wholeNumber("seed"),
                Math.max(values.ratio("scale"), Double.MIN_VALUE),
                values.string("only"),
                Path.of(environment.getOrDefault("MOONCAKE_HOME", ".")),
                line -> err.println("bench " + benchmark.name() + ": " + line));
        try {
            List<Row> rows = benchmark.run(settings);
            out.print(RowTable.toText(rows));
            if (!values.string("json").isEmpty()) {
                Files.writeString(Path.of(values.string("json")), RowTable.toJson(rows) + System.lineSeparator());
            }
            return DONE;
        } catch (ClusterException | MooncakeException | IOException e) {
            err.println("bench: " + e);
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }

    private static Flags flags(Benchmark benchmark) {
        return Flags.declare("bench " + benchmark.name(), benchmark.purpose())
                .string("json", "", "Write the rows to this file, too.")
                .integer("rounds", 3, 1, 1000, "Times that everything is measured; figures are medians.")
                .wholeNumber("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "Seed of every random choice.")
                .ratio("scale", 1.0, "Share of the full work; below 1 the figures only show that it runs.")
                .string("only", "", "Only cases whose name contains this.");
    }
}
