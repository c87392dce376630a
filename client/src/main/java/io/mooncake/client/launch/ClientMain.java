package io.mooncake.client.launch;

import io.mooncake.address.HostAndPort;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.MooncakeException;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.LogFormat;
import io.mooncake.config.SoftwareVersion;
import io.mooncake.error.ErrorCode;
import io.mooncake.http.BindFailedException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The command {@code mooncake_client}: a storage node. Exit code 0: stopped by SIGTERM or SIGINT, or answered {@code
 * --help} or {@code --version}; 1: could not serve; 2: bad usage.
 */
public final class ClientMain {

    /** The framework's own lines about calls that failed; ours say it shorter. */
    private static final Logger FRAMEWORK = Logger.getLogger("io.grpc");

    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;
    /** How long a node that is started before its master waits for it. */
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;
    private final long patienceNanos;

    ClientMain(Map<String, String> environment, PrintStream out, PrintStream err, long patienceNanos) {
        this.environment = environment;
        this.out = out;
        this.err = err;
        this.patienceNanos = patienceNanos;
    }

    /** Runs until the process is told to stop. */
    public static void main(String[] arguments) throws InterruptedException {
        FRAMEWORK.setLevel(Level.SEVERE);
        System.exit(new ClientMain(System.getenv(), System.out, System.err, PATIENCE_NANOS).run(List.of(arguments)));
    }

    /** Runs the command; returns the exit code unless the process is told to stop. */
    int run(List<String> arguments) throws InterruptedException {
        ClientFlags flags;
        ClientConfig.Builder config;
        try {
            flags = ClientFlags.parse(arguments, environment);
        } catch (BadFlagsException bad) {
            err.println(ClientFlags.COMMAND + ": bad usage");
            bad.faults().forEach(fault -> err.println("  " + fault));
            return BAD_USAGE;
        }
        if (flags.values().helpRequested()) {
            out.print(ClientFlags.declared().help());
            return DONE;
        }
        if (flags.values().versionRequested()) {
            out.println(ClientFlags.COMMAND + " " + SoftwareVersion.current());
            return DONE;
        }
        LogFormat.choose(flags.values().string(LogFormat.FLAG));
        try {
            config = ClientConfig.builder(localHostname(flags), flags.master().toString())
                    .globalSegmentSizeBytes(flags.segmentBytes())
                    .corruptEveryNthRead(flags.corruptEveryNthRead())
                    .checksum(flags.checksum())
                    .metrics(flags.metrics())
                    .metricsInterval(flags.metricsInterval());
        } catch (IllegalArgumentException bad) {
            err.println(ClientFlags.COMMAND + ": " + bad.getMessage());
            return BAD_USAGE;
        } catch (UncheckedIOException unreachable) {
            err.println(ClientFlags.COMMAND + ": " + unreachable.getMessage());
            return FAILED;
        }
        return serve(flags, config.build());
    }

    /** The name to publish: with a port only where one was asked for. */
    private static String localHostname(ClientFlags flags) {
        HostAndPort local = flags.local();
        String host = isWildcard(local.host()) ? outboundAddress(flags.master()) : local.host();
        String text = new HostAndPort(host, local.port()).toString();
        return local.port() == 0 ? text.substring(0, text.length() - ":0".length()) : text;
    }

    private static boolean isWildcard(String host) {
        return host.equals("0.0.0.0") || host.equals("::");
    }

    /** The address of this machine from which the master is reached; nothing is sent. */
    private static String outboundAddress(HostAndPort master) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(master.host()), master.port()));
            return socket.getLocalAddress().getHostAddress();
        } catch (IOException fault) {
            throw new UncheckedIOException(
                    "the master " + master + " has no address here, correct --master_server_address (" + fault + ")",
                    fault);
        }
    }

    private int serve(ClientFlags flags, ClientConfig config) throws InterruptedException {
        MooncakeClient client;
        try {
            client = connect(config);
        } catch (MooncakeException cannot) {
            err.println(ClientFlags.COMMAND + ": " + inFlags("" + cannot.getMessage()));
            return FAILED;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(client), "client-stop"));
        String http = "";
        if (flags.httpServer()) {
            try {
                http = " http=" + new ClientHttpServer(flags.httpAddress(), client).boundAddress();
            } catch (BindFailedException taken) {
                err.println(ClientFlags.COMMAND + ": cannot serve HTTP on " + flags.httpAddress() + " ("
                        + taken.reason() + "): free the port, or choose another with --http_port");
                client.close();
                return FAILED;
            }
        }
        out.printf(
                "%s %s serving name=%s master=%s segment_bytes=%d%s%n",
                ClientFlags.COMMAND,
                SoftwareVersion.current(),
                client.name(),
                config.masterAddress(),
                config.globalSegmentSizeBytes(),
                http);
        out.flush();
        new CountDownLatch(1).await();
        return DONE;
    }

    /** What the library says of its settings, said of the flags that hold them. */
    private static String inFlags(String message) {
        return message.replace("localHostname=", "--host, --port: ")
                .replace("masterAddress=", "--master_server_address=")
                .replace("globalSegmentSizeBytes=", "--global_segment_size=");
    }

    private MooncakeClient connect(ClientConfig config) {
        long giveUpNanos = config.nanoClock().getAsLong() + patienceNanos;
        boolean told = false;
        while (true) {
            try {
                return MooncakeClient.connect(config);
            } catch (MooncakeException cannot) {
                boolean silent = cannot.code() == ErrorCode.RPC_FAIL || cannot.code() == ErrorCode.RPC_TIMEOUT;
                if (!silent || giveUpNanos - config.nanoClock().getAsLong() <= 0) {
                    throw cannot;
                }
            }
            if (!told) {
                err.println(ClientFlags.COMMAND + ": waiting for the master at " + config.masterAddress());
                told = true;
            }
        }
    }

    /** Runs when the process ends. A signal alone would make the exit code 128 and more: a clean stop is 0. */
    private void stop(MooncakeClient client) {
        client.close();
        out.println(ClientFlags.COMMAND + " stopped");
        out.flush();
        Runtime.getRuntime().halt(DONE);
    }
}
