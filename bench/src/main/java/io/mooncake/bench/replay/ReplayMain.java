package io.mooncake.bench.replay;

import io.mooncake.address.HostAndPort;
import io.mooncake.bench.command.Command;
import io.mooncake.bench.command.Console;
import io.mooncake.bench.command.Json;
import io.mooncake.bench.trace.TraceReader;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command {@code replay}. Exit: 0 done, 1 failed or wrong bytes, 2 bad usage. */
public final class ReplayMain {

    private static final int MAX_THREADS = 256;
    private static final int MAX_BATCH = 1024;

    private ReplayMain() {}

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), new Console(System.getenv(), System.out, System.err)));
    }

    static int run(List<String> arguments, Console console) {
        return Command.run(flags(), arguments, console, values -> {
            requireTogether(values);
            return replay(values, console);
        });
    }

    private static Flags flags() {
        return Flags.declare(
                        "replay",
                        "replays a trace: reads and verifies the blocks that are there, writes those that are not")
                .string("master", "", "The master, host:port. Needed.")
                .string("trace", "", "The trace: one JSON object with hash_ids per line. Needed without --verify_all.")
                .byteSize(
                        "block_bytes", ReplayConfig.DEFAULT_BLOCK_BYTES, 1, 1L << 40, "Length of every block in bytes.")
                .wholeNumber("requests", Long.MAX_VALUE, 0, Long.MAX_VALUE, "Replay only the first so many requests.")
                .integer("threads", 1, 1, MAX_THREADS, "Requests in flight. One thread keeps the order of the trace.")
                .integer(
                        "batch",
                        ReplayConfig.DEFAULT_BATCH_BLOCKS,
                        1,
                        MAX_BATCH,
                        "Most blocks of one call. get_us and put_us are times of such calls; 1: of single blocks.")
                .string("json", "", "Write the figures to this file, too.")
                .string("host", "127.0.0.1", "The name of this machine for the storage nodes.")
                .bool(
                        "verify_all",
                        false,
                        "Replay nothing: read every key that the master lists at --admin and verify its bytes.")
                .string("admin", "", "The admin address of the master, host:port; needed with --verify_all.");
    }

    private static void requireTogether(FlagValues values) {
        List<FlagFault> faults = new ArrayList<>();
        boolean verify = values.bool("verify_all");
        if (values.string("master").isEmpty()) {
            faults.add(new FlagFault("master", "", "is needed: host:port of the master"));
        }
        if (verify && values.string("admin").isEmpty()) {
            faults.add(new FlagFault("admin", "", "is needed with --verify_all: host:port of the master's metrics"));
        }
        if (!verify && values.string("trace").isEmpty()) {
            faults.add(new FlagFault("trace", "", "is needed: a file"));
        } else if (!verify && !Files.isReadable(Path.of(values.string("trace")))) {
            faults.add(new FlagFault("trace", values.string("trace"), "no such file"));
        }
        if (!faults.isEmpty()) {
            throw new BadFlagsException(faults);
        }
    }

    private static int replay(FlagValues values, Console console) throws IOException, InterruptedException {
        boolean verify = values.bool("verify_all");
        List<TraceRequest> requests =
                verify ? List.of() : TraceReader.read(Path.of(values.string("trace")), values.wholeNumber("requests"));
        ClientConfig config = ClientConfig.builder(values.string("host"), values.string("master"))
                .fromEnvironment(console.environment())
                .build();
        try (MooncakeClient client = MooncakeClient.connect(config)) {
            return verify ? verifyAll(values, client, console) : replayTrace(values, client, requests, console);
        }
    }

    private static int replayTrace(
            FlagValues values, MooncakeClient client, List<TraceRequest> requests, Console console)
            throws IOException, InterruptedException {
        ReplayConfig config =
                new ReplayConfig(values.byteSize("block_bytes"), values.integer("threads"), values.integer("batch"));
        Progress progress = Progress.watched("requests", requests.size(), console.err());
        ReplayReport report = new Replay(client, config, System::nanoTime).run(requests, progress);
        console.out().print(report.toTable());
        Json.write(values.string("json"), report.toMap());
        return report.succeeded() ? Command.DONE : Command.FAILED;
    }

    private static int verifyAll(FlagValues values, MooncakeClient client, Console console)
            throws IOException, InterruptedException {
        List<String> keys = KeyListing.fetch(HostAndPort.parse("admin", values.string("admin")));
        KeyVerification.Report report = new KeyVerification(client, values.integer("batch"))
                .run(keys, Progress.watched("keys", keys.size(), console.err()));
        console.out().print(report.toTable());
        Json.write(values.string("json"), report.toMap());
        return report.succeeded() ? Command.DONE : Command.FAILED;
    }
}
