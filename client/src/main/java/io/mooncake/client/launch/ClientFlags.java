package io.mooncake.client.launch;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.client.ClientConfig;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.LogFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line and the environment of {@code mooncake_client}.
 *
 * <p>Thread safety: immutable.
 *
 * @param values the values of all settings
 */
public record ClientFlags(FlagValues values) {

    static final String COMMAND = "mooncake_client";
    private static final String HOST = "host";
    private static final String PORT = "port";
    private static final String MASTER = "master_server_address";
    private static final String SEGMENT_SIZE = "global_segment_size";
    private static final String DEVICES = "device_names";
    private static final String HTTP = "enable_http_server";
    private static final String HTTP_PORT = "http_port";
    private static final String CORRUPT = "test_corrupt_every_nth_read";
    private static final int DEFAULT_PORT = 50_052;
    private static final long DEFAULT_SEGMENT_BYTES = 4L << 30;

    /** The flags and variables of the command. */
    public static Flags declared() {
        return Flags.declare(COMMAND, "a storage node: lends memory to the cluster")
                .string(
                        HOST,
                        "0.0.0.0",
                        "Name or address under which other clients reach this one; host:port also names the port."
                                + " 0.0.0.0: the address that this machine reaches the master from.")
                .integer(PORT, DEFAULT_PORT, 0, HostAndPort.MAX_PORT, "Port of the handshake; 0 takes a free one.")
                .choice(
                        "metadata_server",
                        "P2PHANDSHAKE",
                        List.of("P2PHANDSHAKE"),
                        "How clients find each other; P2PHANDSHAKE: each asks the other.")
                .string(MASTER, "127.0.0.1:50051", "host:port of the master.")
                .choice("protocol", "tcp", List.of("tcp"), "Transport of the data.")
                .string(DEVICES, "", "Devices of the transport; tcp has none.")
                .byteSize(
                        SEGMENT_SIZE,
                        DEFAULT_SEGMENT_BYTES,
                        0,
                        Long.MAX_VALUE,
                        "Memory to lend, like 512MB or 4 GB; 0 lends none.")
                .choice(LogFormat.FLAG, LogFormat.TEXT, LogFormat.ALL, LogFormat.HELP)
                .bool(ClientConfig.CHECKSUM_VARIABLE, true, "Whether writes carry checksums and reads are compared.")
                .variableOnly()
                .bool(ClientConfig.METRICS_VARIABLE, true, "Whether the node measures what it does, for /metrics.")
                .variableOnly()
                .wholeNumber(
                        ClientConfig.METRICS_INTERVAL_VARIABLE,
                        0,
                        0,
                        ClientConfig.MAX_METRICS_INTERVAL_SECONDS,
                        "Seconds between two lines of the log that sum the metrics up; 0: none.")
                .variableOnly()
                .bool(HTTP, false, "Serve /health, /metrics and /metrics/summary on --http_port.")
                .integer(HTTP_PORT, 9300, 0, HostAndPort.MAX_PORT, "Port of --enable_http_server; 0 takes a free one.")
                .wholeNumber(CORRUPT, 0, 0, Long.MAX_VALUE, "Flips a byte in every n-th read that this node serves.")
                .hidden()
                .check(ClientFlags::check);
    }

    /**
     * Reads a command line and the environment.
     *
     * @throws BadFlagsException with every fault
     */
    static ClientFlags parse(List<String> arguments, Map<String, String> environment) {
        return new ClientFlags(declared().parse(arguments, environment));
    }

    private static List<FlagFault> check(FlagValues values) {
        List<FlagFault> faults = new ArrayList<>();
        checkAddress(MASTER, values, false, faults);
        checkAddress(HOST, values, true, faults);
        if (!values.string(DEVICES).isEmpty()) {
            faults.add(values.fault(DEVICES, "the tcp transport has no devices"));
        }
        return faults;
    }

    private static void checkAddress(String flag, FlagValues values, boolean portIsOptional, List<FlagFault> faults) {
        String text = values.string(flag);
        try {
            HostAndPort address = portIsOptional ? HostAndPort.parse(flag, text, 0) : HostAndPort.parse(flag, text);
            if (!portIsOptional && address.port() == 0) {
                faults.add(values.fault(flag, "names port 0"));
            }
        } catch (InvalidAddressException fault) {
            faults.add(values.fault(flag, "" + fault.getMessage()));
        }
    }

    HostAndPort master() {
        return HostAndPort.parse(MASTER, values.string(MASTER));
    }

    /** Host and port of this node; port 0: a free one. */
    HostAndPort local() {
        return HostAndPort.parse(HOST, values.string(HOST), values.integer(PORT));
    }

    long segmentBytes() {
        return values.byteSize(SEGMENT_SIZE);
    }

    boolean checksum() {
        return values.bool(ClientConfig.CHECKSUM_VARIABLE);
    }

    boolean metrics() {
        return values.bool(ClientConfig.METRICS_VARIABLE);
    }

    /** Zero: metrics are not logged. */
    Duration metricsInterval() {
        return Duration.ofSeconds(values.wholeNumber(ClientConfig.METRICS_INTERVAL_VARIABLE));
    }

    boolean httpServer() {
        return values.bool(HTTP);
    }

    HostAndPort httpAddress() {
        return new HostAndPort("0.0.0.0", values.integer(HTTP_PORT));
    }

    /** 0: off. */
    long corruptEveryNthRead() {
        return values.wholeNumber(CORRUPT);
    }
}
