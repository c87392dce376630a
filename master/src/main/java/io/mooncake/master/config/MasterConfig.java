package io.mooncake.master.config;

import io.mooncake.address.HostAndPort;
import io.mooncake.config.EffectiveSetting;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.LogFormat;
import io.mooncake.master.core.WriteTimeouts;
import io.mooncake.master.core.placement.PlacementConfig;
import java.time.Duration;
import java.util.List;

/**
 * Settings of one master.
 *
 * @param rpcAddress where the control plane listens; port 0: any free port
 * @param adminAddress where metrics and the admin paths listen; port 0: any free port
 * @param leaseTtl how long a read lease lasts
 * @param clientTtl silence after which a client is gone
 * @param writeTimeouts when a write that its writer does not end gives way
 * @param evictionRatio most objects that one operation evicts, as a share of all, 0 to 1
 * @param evictionHighWatermarkRatio share of the capacity above which objects are evicted, 0 to 1
 * @param rpcThreads threads that run the data calls
 * @param metricReporting whether the summary line is logged
 * @param placement how room is found
 * @param settings every setting of the command as it is in force, for people
 */
public record MasterConfig(
        HostAndPort rpcAddress,
        HostAndPort adminAddress,
        Duration leaseTtl,
        Duration clientTtl,
        WriteTimeouts writeTimeouts,
        double evictionRatio,
        double evictionHighWatermarkRatio,
        int rpcThreads,
        boolean metricReporting,
        PlacementConfig placement,
        List<EffectiveSetting> settings) {

    /** Ten years: no deadline of the core overflows. */
    private static final long MAX_SECONDS = 10L * 366 * 24 * 3600;

    private static final int MAX_THREADS = 1024;

    /** The flags of {@code mooncake_master}. */
    public static Flags flags() {
        return PlacementFlags.declare(WriteTimeoutFlags.declare(Flags.declare(
                        "mooncake_master", "keeps the metadata of a Mooncake Store cluster")
                .configFile()
                .integer("rpc_port", 0, 0, HostAndPort.MAX_PORT, "Port of the control plane; 0: the value of --port.")
                .integer(
                        "port",
                        50051,
                        0,
                        HostAndPort.MAX_PORT,
                        "Port of the control plane where --rpc_port is 0; 0 in both takes a free port.")
                .noKey()
                .host("rpc_address", "0.0.0.0", "Address of this machine that the control plane listens on.")
                .integer("rpc_thread_num", 0, 0, MAX_THREADS, "Threads of data calls; 0: see --max_threads.")
                .integer(
                        "max_threads",
                        16,
                        1,
                        MAX_THREADS,
                        "Threads of data calls where --rpc_thread_num is 0; at most one per processor.")
                .noKey()
                .integer(
                        "metrics_port",
                        9003,
                        0,
                        HostAndPort.MAX_PORT,
                        "Port of metrics and admin paths; 0: a free port.")
                .host("metrics_host", "0.0.0.0", "Address of this machine that metrics and admin paths listen on.")
                .duration(
                        "default_kv_lease_ttl",
                        Duration.ofSeconds(10),
                        Duration.ZERO,
                        Duration.ofSeconds(MAX_SECONDS),
                        "How long a read lease lasts; objects under a lease are not evicted.")
                .ratio("eviction_ratio", 0.05, "Most objects that one operation evicts, as a share of all.")
                .ratio(
                        "eviction_high_watermark_ratio",
                        0.90,
                        "Share of the capacity above which the least recently used objects are evicted.")
                .wholeNumber("client_ttl", 10, 1, MAX_SECONDS, "Seconds of silence after which a client is gone.")
                .key("client_live_ttl_sec")
                .bool(
                        "enable_metric_reporting",
                        true,
                        "Log the summary line every 10 seconds in which more than heartbeats happened.")
                .choice(LogFormat.FLAG, LogFormat.TEXT, LogFormat.ALL, LogFormat.HELP)));
    }

    /**
     * The settings that a command line asks for.
     *
     * @throws io.mooncake.config.BadFlagsException flags that contradict each other
     */
    public static MasterConfig of(FlagValues values) {
        return new MasterConfig(
                new HostAndPort(values.string("rpc_address"), newOrOld(values, "rpc_port", "port")),
                new HostAndPort(values.string("metrics_host"), values.integer("metrics_port")),
                values.duration("default_kv_lease_ttl"),
                Duration.ofSeconds(values.wholeNumber("client_ttl")),
                WriteTimeoutFlags.of(values),
                values.ratio("eviction_ratio"),
                values.ratio("eviction_high_watermark_ratio"),
                threads(values),
                values.bool("enable_metric_reporting"),
                PlacementFlags.of(values),
                values.effective());
    }

    /** What an operator should know about these settings: lines to say once, at the start. */
    public List<String> notices() {
        return PlacementFlags.notices(placement);
    }

    private static int threads(FlagValues values) {
        int threads = values.integer("rpc_thread_num");
        int newOrOld = newOrOld(values, "rpc_thread_num", "max_threads");
        return newOrOld == threads
                ? threads
                : Math.min(newOrOld, Runtime.getRuntime().availableProcessors());
    }

    /** The setting of the old name counts where the new one is 0, or comes from a weaker source. */
    private static int newOrOld(FlagValues values, String newName, String oldName) {
        int value = values.integer(newName);
        return value == 0 || values.origin(oldName).isStrongerThan(values.origin(newName))
                ? values.integer(oldName)
                : value;
    }
}
