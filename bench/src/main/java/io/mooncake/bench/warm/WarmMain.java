package io.mooncake.bench.warm;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.command.Command;
import io.mooncake.bench.command.Console;
import io.mooncake.bench.replay.Progress;
import io.mooncake.bench.replay.Replay;
import io.mooncake.bench.replay.ReplayConfig;
import io.mooncake.bench.replay.ReplayReport;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.config.Flags;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * The command {@code warm}: a master and a storage node serve a short replay while their JVMs record what they load
 * and link; the launcher starts later ones from these <em>start caches</em>. Exit: 0 done, 1 failed, 2 bad usage.
 *
 * <p>The launcher writes down of which JDK and jars the caches are, and uses them with no other.
 */
public final class WarmMain {

    /** Asks the launcher to record a start in place of using a record. */
    private static final String CACHE_VARIABLE = "MOONCAKE_START_CACHE";

    private static final List<String> COMMANDS = List.of("mooncake_master", "mooncake_client");
    private static final int REQUESTS = 100;
    private static final long SEED = 1;
    /** The JVM writes the cache when it ends; that takes seconds of CPU. */
    private static final Duration RECORDING_LIMIT = Duration.ofMinutes(2);

    private WarmMain() {}

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), new Console(System.getenv(), System.out, System.err)));
    }

    static int run(List<String> arguments, Console console) {
        Flags flags = Flags.declare("warm", "records a start of mooncake_master and mooncake_client");
        return Command.run(flags, arguments, console, _ -> {
            Launcher launcher = console.launcher();
            Path folder = Files.createDirectories(launcher.root().resolve("target/dist/start"));
            try {
                record(launcher.with(CACHE_VARIABLE, "record"), folder, console);
                for (String command : COMMANDS) {
                    Files.move(
                            recording(folder, command),
                            folder.resolve(command + ".aot"),
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                }
            } finally {
                for (String command : COMMANDS) {
                    Files.deleteIfExists(recording(folder, command));
                }
            }
            return Command.DONE;
        });
    }

    private static Path recording(Path folder, String command) {
        return folder.resolve(command + ".aot.next");
    }

    private static void record(Launcher launcher, Path folder, Console console)
            throws IOException, InterruptedException {
        try (LocalCluster cluster = new LocalCluster(launcher)) {
            StoreProcess master = cluster.startMaster();
            StoreProcess node = cluster.startClient("storage node", "64 MB", "--enable_http_server", "--http_port=0");
            ClientConfig config =
                    ClientConfig.builder("127.0.0.1", cluster.masterAddress()).build();
            try (MooncakeClient client = MooncakeClient.connect(config)) {
                ReplayReport report = new Replay(client, ReplayConfig.standard(), System::nanoTime)
                        .run(
                                ConversationTrace.make(SEED, REQUESTS),
                                Progress.watched("requests", REQUESTS, console.err()));
                if (!report.succeeded()) {
                    throw new IOException("the replay failed: " + report.errors());
                }
            }
            ask(cluster.adminAddress(), "/health");
            ask(cluster.adminAddress(), "/metrics");
            end(node, recording(folder, "mooncake_client"));
            end(master, recording(folder, "mooncake_master"));
        }
    }

    private static void ask(String address, String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            http.send(
                    HttpRequest.newBuilder(URI.create("http://" + address + path))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        }
    }

    private static void end(StoreProcess process, Path recording) throws IOException, InterruptedException {
        // Not terminate(): that closes the pipe of the output, without which the JVM writes no cache.
        process.signal("TERM");
        int status = process.awaitExit(RECORDING_LIMIT);
        if (status != 0 || !Files.exists(recording)) {
            throw new IOException(
                    process.name() + " recorded nothing and ended with " + status + ": " + process.tail());
        }
    }
}
