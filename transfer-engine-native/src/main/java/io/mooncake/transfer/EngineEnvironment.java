package io.mooncake.transfer;

import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The environment variables of the transfer engine, under upstream's names.
 *
 * <p>Thread safety: stateless.
 *
 * <p>Errors: {@link io.mooncake.config.BadFlagsException} names every value that is no value.
 */
public final class EngineEnvironment {
    private static final String FRAMING = "MC_TCP_PROTO";
    private static final String LANES = "MC_TCP_LANES_PER_PEER";
    private static final String QUEUE = "MC_TCP_MAX_QUEUED_TRANSFERS_PER_PEER";
    private static final String CONNECT_TIMEOUT = "MC_HANDSHAKE_CONNECT_TIMEOUT";

    private static final int MAX_LANES = 16;
    private static final int MAX_QUEUE = 65_536;
    private static final int MAX_CONNECT_SECONDS = 3_600;

    private EngineEnvironment() {}

    /** The variables with their defaults and meaning. */
    public static Flags declared() {
        return Flags.declare("transfer engine", "environment of every process that moves data")
                .choice(FRAMING, "", List.of("", "1", "2"), "1: speak the older framing to peers, without status.")
                .variableOnly()
                .integer(
                        LANES,
                        TransferConfig.Limits.DEFAULT.connectionsPerPeer(),
                        1,
                        MAX_LANES,
                        "Data connections to one peer; more requests wait.")
                .variableOnly()
                .integer(
                        QUEUE,
                        TransferConfig.Limits.DEFAULT.queuedRequestsPerPeer(),
                        1,
                        MAX_QUEUE,
                        "Requests that wait for one peer; more fail with QUEUE_FULL.")
                .variableOnly()
                .integer(
                        CONNECT_TIMEOUT,
                        Math.toIntExact(
                                TransferConfig.Limits.DEFAULT.connectTimeout().toSeconds()),
                        1,
                        MAX_CONNECT_SECONDS,
                        "Seconds that one attempt to connect may take.")
                .variableOnly();
    }

    /** The config with what the environment sets. */
    static TransferConfig apply(TransferConfig config, Map<String, String> environment) {
        FlagValues values = declared().parse(List.of(), environment);
        TransferConfig.Limits limits = config.limits();
        if (values.isGiven(LANES)) {
            limits = limits.withConnectionsPerPeer(values.integer(LANES));
        }
        if (values.isGiven(QUEUE)) {
            limits = limits.withQueuedRequestsPerPeer(values.integer(QUEUE));
        }
        if (values.isGiven(CONNECT_TIMEOUT)) {
            limits = limits.withTimeouts(
                    Duration.ofSeconds(values.integer(CONNECT_TIMEOUT)), limits.idleClose(), limits.stallClose());
        }
        TransferConfig changed = config.withLimits(limits);
        return values.string(FRAMING).equals("1") ? changed.withNewestFraming(1) : changed;
    }
}
