package io.mooncake.bench.replay;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.bench.trace.TraceFormatException;
import io.mooncake.bench.trace.TraceReader;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.MooncakeException;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.SoftwareVersion;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command {@code replay}. Exit: 0 done, 1 failed or wrong bytes, 2 bad usage. */
public final class ReplayMain {

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private static final int MAX_THREADS = 256;
    private static final int MAX_BATCH = 1024;

    private ReplayMain() {}

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), System.getenv(), System.out, System.err));
    }

    static int run(List<String> arguments, Map<String, String> environment, PrintStream out, PrintStream err) {
        Flags flags = flags();
        try {
            FlagValues values = flags.parse(arguments);
            if (values.helpRequested()) {
                out.print(flags.help());
                return DONE;
            }
            if (values.versionRequested()) {
                out.println(SoftwareVersion.current());
                return DONE;
            }
            requireTogether(values);
            return replay(values, environment, out, err);
        } catch (BadFlagsException | InvalidAddressException e) {
            err.println("replay: " + e.getMessage());
            return BAD_USAGE;
        } catch (TraceFormatException | MooncakeException | IOException e) {
            err.println("replay: " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
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

    private static int replay(FlagValues values, Map<String, String> environment, PrintStream out, PrintStream err)
            throws IOException, InterruptedException {
        boolean verify = values.bool("verify_all");
        List<TraceRequest> requests =
                verify ? List.of() : TraceReader.read(Path.of(values.string("trace")), values.wholeNumber("requests"));
        ClientConfig config = ClientConfig.builder(values.string("host"), values.string("master"))
                .fromEnvironment(environment)
                .build();
        try (MooncakeClient client = MooncakeClient.connect(config)) {
            return verify ? verifyAll(values, client, out, err) : replayTrace(values, client, requests, out, err);
        }
    }

    private static int replayTrace(
            FlagValues values, MooncakeClient client, List<TraceRequest> requests, PrintStream out, PrintStream err)
            throws IOException, InterruptedException {
        ReplayConfig config =
                new ReplayConfig(values.byteSize("block_bytes"), values.integer("threads"), values.integer("batch"));
        Progress progress = Progress.watched("requests", requests.size(), err);
        ReplayReport report = new Replay(client, config, System::nanoTime).run(requests, progress);
        out.print(report.toTable());
        write(values.string("json"), report.toJson());
        return report.succeeded() ? DONE : FAILED;
    }

    private static int verifyAll(FlagValues values, MooncakeClient client, PrintStream out, PrintStream err)
            throws IOException, InterruptedException {
        List<String> keys = KeyListing.fetch(HostAndPort.parse("admin", values.string("admin")));
        KeyVerification.Report report = new KeyVerification(client, values.integer("batch"))
                .run(keys, Progress.watched("keys", keys.size(), err));
        out.print(report.toTable());
        write(values.string("json"), report.toJson());
        return report.succeeded() ? DONE : FAILED;
    }

    private static void write(String file, String json) throws IOException {
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), json + System.lineSeparator());
        }
    }
}
