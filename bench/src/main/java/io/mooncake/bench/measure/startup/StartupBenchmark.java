package io.mooncake.bench.measure.startup;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.measure.Alternation;
import io.mooncake.bench.measure.BenchSettings;
import io.mooncake.bench.measure.Benchmark;
import io.mooncake.bench.measure.CpuMeter;
import io.mooncake.bench.measure.Row;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * From the start of the packaged launcher to the first 200 of {@code /health}; the peer is the same without its start
 * cache.
 */
public final class StartupBenchmark implements Benchmark {

    private static final String NAME = "startup";
    private static final String METRIC = "s to /health";
    private static final String BAR = "bar 2 s";
    private static final String CACHE_VARIABLE = "MOONCAKE_START_CACHE";
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final HealthProbe probe = new HealthProbe(System::nanoTime);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String purpose() {
        return "time from the start of a master and of a storage node to the first 200 of /health";
    }

    @Override
    public int rounds() {
        return Alternation.LEAST_ROUNDS;
    }

    @Override
    public List<Row> run(BenchSettings settings) throws IOException, InterruptedException {
        Launcher launcher = Launcher.in(settings.home());
        List<Row> rows = new ArrayList<>();
        // This process waits for those it measures; their times become its own when they have ended.
        Alternation alternation = new Alternation(
                new CpuMeter(List.of(ProcessHandle.current().pid())),
                Math.max(Alternation.LEAST_ROUNDS, settings.rounds()));
        if (settings.wants("mooncake_master")) {
            rows.add(measure(alternation, launcher, "mooncake_master", List.of("--port=0"), "--metrics_port="));
        }
        if (settings.wants("mooncake_client")) {
            try (LocalCluster cluster = new LocalCluster(launcher)) {
                cluster.startMaster();
                List<String> flags = List.of(
                        "--host=127.0.0.1",
                        "--port=0",
                        "--master_server_address=" + cluster.masterAddress(),
                        "--global_segment_size=64 MB",
                        "--enable_http_server");
                rows.add(measure(alternation, launcher, "mooncake_client", flags, "--http_port="));
            }
        }
        return rows;
    }

    private Row measure(Alternation alternation, Launcher launcher, String command, List<String> flags, String portFlag)
            throws InterruptedException {
        boolean cached = Files.exists(launcher.root().resolve("target/dist/start/" + command + ".aot"));
        String note = cached ? BAR : BAR + ", no start cache: run ./mooncake warm";
        return alternation.run(
                Row.alone(NAME, command, METRIC, 0, note),
                "without start cache",
                Alternation.Better.LOWER,
                () -> seconds(launcher, command, flags, portFlag),
                () -> seconds(launcher.with(CACHE_VARIABLE, "off"), command, flags, portFlag));
    }

    private double seconds(Launcher launcher, String command, List<String> flags, String portFlag) {
        try {
            int port = HealthProbe.freePort();
            List<String> all = new ArrayList<>(flags);
            all.add(portFlag + port);
            long startNanos = System.nanoTime();
            try (StoreProcess process = StoreProcess.start(launcher, command, command, all)) {
                long nanos = probe.nanosSince(startNanos, port, LIMIT_NANOS);
                if (!process.isAlive()) {
                    throw new IOException(command + " ended: " + process.tail());
                }
                return nanos / 1e9;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
