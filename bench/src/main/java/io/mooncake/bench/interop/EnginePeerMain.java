package io.mooncake.bench.interop;

import io.mooncake.address.HostAndPort;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.transfer.Opcode;
import io.mooncake.transfer.RegisteredMemory;
import io.mooncake.transfer.TransferConfig;
import io.mooncake.transfer.TransferEngine;
import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferReport.Drop;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferReport.Transport;
import io.mooncake.transfer.TransferRequest;
import io.mooncake.transfer.TransferStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code engine_peer}: one engine and one registered region that obey lines of standard input, so that a
 * test can play engines of several languages alike.
 *
 * <pre>
 * says    > ready NAME BASE LENGTH
 * takes   NUMBER VERB WORDS...      answers   > NUMBER ok WORDS...   or   > NUMBER failed REASON DETAIL...
 *   fill OFFSET LENGTH SEED         -> the CRC-32 of the range
 *   sum OFFSET LENGTH               -> the CRC-32 of the range
 *   read|write SEGMENT ADDRESS OFFSET LENGTH
 *   probe SEGMENT
 *   served                          -> requests served over TCP, addresses refused
 * </pre>
 *
 * Ends with standard input. Exit code 0: done; 1: failed; 2: bad usage.
 */
public final class EnginePeerMain {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;
    private static final long TRANSFER_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final TransferEngine engine;
    private final RegisteredMemory registered;
    private final PeerMemory memory;

    private EnginePeerMain(TransferEngine engine, RegisteredMemory registered, PeerMemory memory) {
        this.engine = engine;
        this.registered = registered;
        this.memory = memory;
    }

    /** Runs until standard input ends. */
    public static void main(String[] arguments) throws IOException {
        System.exit(run(List.of(arguments), System.getenv()));
    }

    private static int run(List<String> arguments, Map<String, String> environment) throws IOException {
        FlagValues values;
        TransferConfig config;
        try {
            values = flags().parse(arguments, environment);
            config = TransferConfig.defaults(values.string("host"))
                    .withPorts(values.integer("port"), values.integer("data_port"))
                    .withCorruptEveryNthRead(values.wholeNumber("corrupt_every_nth_read"))
                    .fromEnvironment(environment);
        } catch (BadFlagsException bad) {
            System.err.println("engine_peer: " + bad.getMessage());
            return BAD_USAGE;
        }
        if (values.helpRequested()) {
            System.out.print(flags().help());
            return DONE;
        }
        try (PeerMemory memory = new PeerMemory(values.byteSize("bytes"));
                TransferEngine engine = TransferEngine.start(config);
                RegisteredMemory registered = engine.register(memory.all())) {
            new EnginePeerMain(engine, registered, memory).serve(System.out);
            return DONE;
        } catch (TransferException cannot) {
            System.err.println("engine_peer: " + cannot.getMessage());
            return FAILED;
        }
    }

    private static Flags flags() {
        return Flags.declare("engine_peer", "a transfer engine that obeys lines of standard input, for tests")
                .string("host", "127.0.0.1", "Host to bind and to publish.")
                .integer("port", 0, 0, HostAndPort.MAX_PORT, "Port of the handshake; 0 takes a free one.")
                .integer("data_port", 0, 0, HostAndPort.MAX_PORT, "Port of the data; 0 takes a free one.")
                .byteSize("bytes", 1 << 20, 1, Long.MAX_VALUE, "Length of the region.")
                .wholeNumber("corrupt_every_nth_read", 0, 0, Long.MAX_VALUE, "Flips a byte in every n-th read.");
    }

    private void serve(PrintStream out) throws IOException {
        out.println("> ready " + engine.name() + " " + Long.toUnsignedString(registered.base()) + " "
                + registered.lengthBytes());
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line = orders.readLine();
            while (line != null) {
                String[] words = line.split(" ");
                out.println("> " + words[0] + " " + answer(words));
                out.flush();
                line = orders.readLine();
            }
        }
    }

    private String answer(String[] words) {
        try {
            return switch (words[1]) {
                case "fill" -> "ok " + memory.fill(number(words, 2), number(words, 3), number(words, 4));
                case "sum" -> "ok " + memory.sum(number(words, 2), number(words, 3));
                case "read" -> move(Opcode.READ, words);
                case "write" -> move(Opcode.WRITE, words);
                case "probe" -> engine.probe(words[2], deadline()) ? "ok" : "failed NO_ANSWER";
                case "served" -> served();
                default -> "failed UNKNOWN_VERB";
            };
        } catch (TransferException | IndexOutOfBoundsException | NumberFormatException refused) {
            return "failed " + refused.getClass().getSimpleName() + " " + refused.getMessage();
        }
    }

    private String move(Opcode opcode, String[] words) {
        TransferRequest request = new TransferRequest(
                opcode,
                memory.range(number(words, 4), number(words, 5)),
                engine.openSegment(words[2]),
                Long.parseUnsignedLong(words[3]));
        TransferStatus status =
                engine.submit(List.of(request), deadline()).awaitAll().getFirst();
        return status.isCompleted() ? "ok" : "failed " + status.reason() + " " + status.detail();
    }

    private String served() {
        long requests = engine.report().requests(Transport.TCP, Side.TARGET, Opcode.READ)
                + engine.report().requests(Transport.TCP, Side.TARGET, Opcode.WRITE);
        return "ok " + requests + " " + engine.report().dropped(Drop.OUTSIDE_REGION);
    }

    private static long deadline() {
        return System.nanoTime() + TRANSFER_LIMIT_NANOS;
    }

    private static long number(String[] words, int index) {
        return Long.parseLong(words[index]);
    }
}
