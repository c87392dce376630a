package io.mooncake.master;

import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.LogFormat;
import io.mooncake.config.SoftwareVersion;
import io.mooncake.master.config.MasterConfig;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The command {@code mooncake_master}. Exit code 0: stopped by SIGTERM or SIGINT, or answered {@code --help} or
 * {@code --version}; 1: could not serve; 2: bad usage.
 */
public final class MasterMain {
    /** The framework's own lines about broken calls, stack traces included; their callers get a status. */
    private static final Logger FRAMEWORK = Logger.getLogger("io.grpc");

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private MasterMain() {}

    /** Runs until the process is told to stop. */
    public static void main(String[] arguments) throws InterruptedException {
        FRAMEWORK.setLevel(Level.SEVERE);
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    /** Runs the command; returns the exit code unless the process is told to stop. */
    static int run(List<String> arguments, PrintStream out, PrintStream err) throws InterruptedException {
        Flags flags = MasterConfig.flags();
        FlagValues values;
        try {
            values = flags.parse(arguments);
        } catch (BadFlagsException bad) {
            return badUsage(bad, err);
        }
        if (values.helpRequested()) {
            out.print(flags.help());
            return DONE;
        }
        if (values.versionRequested()) {
            out.println("mooncake_master " + SoftwareVersion.current());
            return DONE;
        }
        LogFormat.choose(values.string(LogFormat.FLAG));
        MasterConfig config;
        try {
            config = MasterConfig.of(values);
        } catch (BadFlagsException bad) {
            return badUsage(bad, err);
        }
        config.notices().forEach(notice -> err.println("mooncake_master: " + notice));
        return serve(config, out, err);
    }

    private static int badUsage(BadFlagsException bad, PrintStream err) {
        err.println("mooncake_master: bad usage");
        bad.faults().forEach(fault -> err.println("  " + fault));
        return BAD_USAGE;
    }

    private static int serve(MasterConfig config, PrintStream out, PrintStream err) throws InterruptedException {
        MasterServer server;
        try {
            server = MasterServer.start(config);
        } catch (MasterStartException cannot) {
            err.println("mooncake_master: " + cannot.getMessage());
            return FAILED;
        }
        AtomicBoolean failed = new AtomicBoolean();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, failed, out), "master-stop"));
        out.printf(
                "mooncake_master %s serving rpc=%s admin=%s epoch=%s%n",
                SoftwareVersion.current(),
                server.rpcAddress(),
                server.adminAddress(),
                Long.toUnsignedString(server.masterEpoch()));
        out.flush();
        server.awaitFailure();
        failed.set(true);
        err.println("mooncake_master: an internal invariant is broken, see the log; the master stops");
        return FAILED;
    }

    /** Runs when the process ends. A signal alone would make the exit code 128 and more: a clean stop is 0. */
    private static void stop(MasterServer server, AtomicBoolean failed, PrintStream out) {
        server.close();
        if (!failed.get()) {
            out.println("mooncake_master stopped");
            out.flush();
            Runtime.getRuntime().halt(DONE);
        }
    }
}
