package io.mooncake.bench.measure;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.command.Command;
import io.mooncake.bench.command.Console;
import io.mooncake.bench.command.Json;
import io.mooncake.bench.measure.allocation.AllocatorBenchmark;
import io.mooncake.bench.measure.placement.PlacementBenchmark;
import io.mooncake.bench.measure.startup.StartupBenchmark;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.SoftwareVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The command {@code bench NAME [--json FILE]}. Exit code 0: measured; 1: could not measure; 2: bad usage.
 *
 * <p>A bar that a row misses does not fail the command: it reports.
 */
public final class BenchMain {

    /** Every measurement, by the order of {@code --help}. */
    private static final List<Benchmark> BENCHMARKS =
            List.of(new AllocatorBenchmark(), new PlacementBenchmark(), new StartupBenchmark());

    private BenchMain() {}

    /** Runs one measurement. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), new Console(System.getenv(), System.out, System.err), BENCHMARKS));
    }

    static int run(List<String> arguments, Console console, List<Benchmark> benchmarks) {
        if (arguments.isEmpty() || arguments.getFirst().startsWith("-")) {
            return answer(arguments, console, benchmarks);
        }
        for (Benchmark benchmark : benchmarks) {
            if (benchmark.name().equals(arguments.getFirst())) {
                return Command.run(
                        flags(benchmark),
                        arguments.subList(1, arguments.size()),
                        console,
                        values -> measure(benchmark, values, console));
            }
        }
        console.err().println("bench: no measurement '" + arguments.getFirst() + "'");
        console.err().print(names(benchmarks));
        return Command.BAD_USAGE;
    }

    private static int answer(List<String> arguments, Console console, List<Benchmark> benchmarks) {
        if (arguments.contains("--version")) {
            console.out().println(SoftwareVersion.current());
            return Command.DONE;
        }
        boolean asksForHelp = arguments.contains("--help");
        (asksForHelp ? console.out() : console.err())
                .print("usage: bench NAME [FLAGS]" + System.lineSeparator() + names(benchmarks));
        return asksForHelp ? Command.DONE : Command.BAD_USAGE;
    }

    private static String names(List<Benchmark> benchmarks) {
        StringBuilder text = new StringBuilder();
        for (Benchmark benchmark : benchmarks) {
            text.append("  %-12s %s%n".formatted(benchmark.name(), benchmark.purpose()));
        }
        return text.toString();
    }

    private static int measure(Benchmark benchmark, FlagValues values, Console console)
            throws IOException, InterruptedException {
        BenchSettings settings = new BenchSettings(
                values.integer("rounds"),
                values.wholeNumber("seed"),
                Math.max(values.ratio("scale"), Double.MIN_VALUE),
                values.string("only"),
                Path.of(console.environment().getOrDefault(Launcher.HOME_VARIABLE, ".")),
                line -> console.err().println("bench " + benchmark.name() + ": " + line));
        List<Row> rows = benchmark.run(settings);
        console.out().print(RowTable.toText(rows));
        Json.write(values.string("json"), RowTable.toMaps(rows));
        return Command.DONE;
    }

    private static Flags flags(Benchmark benchmark) {
        return Flags.declare("bench " + benchmark.name(), benchmark.purpose())
                .string("json", "", "Write the rows to this file, too.")
                .integer(
                        "rounds",
                        benchmark.rounds(),
                        1,
                        1000,
                        "Times that everything is measured; figures are medians.")
                .wholeNumber("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "Seed of every random choice.")
                .ratio("scale", 1.0, "Share of the full work; below 1 the figures only show that it runs.")
                .string("only", "", "Only cases whose name contains this.");
    }
}
