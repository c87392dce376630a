package io.mooncake.bench.demo;

import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.command.Command;
import io.mooncake.bench.command.Console;
import io.mooncake.bench.replay.Progress;
import io.mooncake.bench.replay.Replay;
import io.mooncake.bench.replay.ReplayConfig;
import io.mooncake.bench.replay.ReplayReport;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.bench.trace.TraceReader;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command {@code demo}: a cluster on this machine, a replay of conversations, and the end of everything it started.
 * Exit: 0 done, 1 failed, 2 bad usage.
 */
public final class DemoMain {

    private static final int STORAGE_NODES = 3;
    private static final int DEFAULT_REQUESTS = 2_000;
    private static final long SEED = 1;
    /** Long enough for a read on a busy machine, short enough that the pool can evict what was just read. */
    private static final int LEASE_MILLIS = 500;

    private DemoMain() {}

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), new Console(System.getenv(), System.out, System.err)));
    }

    static int run(List<String> arguments, Console console) {
        return Command.run(flags(), arguments, console, values -> demonstrate(values, console));
    }

    private static Flags flags() {
        return Flags.declare("demo", "starts a master and three storage nodes, replays a trace, shows the result")
                .string("trace", "", "A trace to replay in place of conversations made on the spot.")
                .wholeNumber("requests", DEFAULT_REQUESTS, 1, Integer.MAX_VALUE, "Requests to replay.")
                .string("segment_size", "24 MB", "Memory that each storage node lends.")
                .bool("keep_running", false, "Replay more, until the demo is stopped.")
                .string("targets", "", "Folder to write the addresses into that Prometheus scrapes.");
    }

    private static int demonstrate(FlagValues values, Console console) throws IOException, InterruptedException {
        List<TraceRequest> requests = trace(values);
        LocalCluster cluster = new LocalCluster(console.launcher());
        Thread atExit = new Thread(cluster::close, "stop the demo");
        Runtime.getRuntime().addShutdownHook(atExit);
        try (cluster) {
            StoreProcess master = cluster.startMaster("--default_kv_lease_ttl=" + LEASE_MILLIS);
            console.out()
                    .printf(
                            "master          pid %-8d %s, metrics at http://%s/metrics%n",
                            master.pid(), cluster.masterAddress(), cluster.adminAddress());
            List<String> clients = new ArrayList<>();
            for (StoreProcess node : startNodes(cluster, values.string("segment_size"))) {
                String address = LocalCluster.httpAddress(node);
                console.out()
                        .printf(
                                "%-15s pid %-8d lends %s, metrics at http://%s/metrics%n",
                                node.name(), node.pid(), values.string("segment_size"), address);
                clients.add(address);
            }
            ClientConfig config =
                    ClientConfig.builder("127.0.0.1", cluster.masterAddress()).build();
            try (MooncakeClient client = MooncakeClient.connect(config);
                    MetricsPage page = MetricsPage.of(client)) {
                console.out().printf("embedded client              metrics at http://%s/metrics%n", page.address());
                clients.add(page.address());
                writeTargets(values, cluster.adminAddress(), clients);
                return replay(client, values, requests, console);
            }
        }
    }

    private static List<StoreProcess> startNodes(LocalCluster cluster, String segmentSize)
            throws IOException, InterruptedException {
        return cluster.startClients(STORAGE_NODES, segmentSize, "--enable_http_server", "--http_port=0");
    }

    private static void writeTargets(FlagValues values, String master, List<String> clients) throws IOException {
        if (!values.string("targets").isEmpty()) {
            new ScrapeTargets(List.of(master), clients).writeTo(Path.of(values.string("targets")));
        }
    }

    private static List<TraceRequest> trace(FlagValues values) throws IOException {
        String file = values.string("trace");
        if (file.isEmpty()) {
            return ConversationTrace.make(SEED, Math.toIntExact(values.wholeNumber("requests")));
        }
        if (!Files.isReadable(Path.of(file))) {
            throw new BadFlagsException(List.of(new FlagFault("trace", file, "no such file")));
        }
        return TraceReader.read(
                Path.of(file), values.isGiven("requests") ? values.wholeNumber("requests") : Long.MAX_VALUE);
    }

    private static int replay(MooncakeClient client, FlagValues values, List<TraceRequest> requests, Console console)
            throws InterruptedException {
        PrintStream out = console.out();
        PrintStream err = console.err();
        out.printf(
                "%nReplaying %,d requests of conversations; every block read is compared byte by byte.%n",
                requests.size());
        Replay replay = new Replay(client, ReplayConfig.standard(), System::nanoTime);
        ReplayReport report = replay.run(requests, Progress.watched("requests", requests.size(), err));
        out.printf("%n%s%n", report.toTable());
        // The process is told to stop, and the shutdown hook ends the cluster; a failed replay ends it, too.
        while (report.succeeded() && values.bool("keep_running")) {
            report = replay.run(requests, Progress.watched("requests", requests.size(), err));
        }
        out.print(next());
        return report.succeeded() ? Command.DONE : Command.FAILED;
    }

    private static String next() {
        return """
                Everything the demo started is stopped. Try next:
                  ./mooncake demo --trace FILE.jsonl                             a trace of your own
                  ./mooncake demo --keep_running --targets=DIR                   traffic for Prometheus
                  bin/mooncake_master                                            a master on port 50051
                  bin/mooncake_client --port=0 --global_segment_size="1 GB"      a storage node, in another terminal
                  ./mooncake replay --master 127.0.0.1:50051 --trace FILE.jsonl  a replay through them
                  curl http://127.0.0.1:9003/metrics                             what the master counts
                """;
    }
}
