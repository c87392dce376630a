package io.mooncake.master;

import io.mooncake.address.HostAndPort;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.http.BindFailedException;
import io.mooncake.master.config.MasterConfig;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.grpc.RpcServer;
import io.mooncake.master.grpc.UseCases;
import io.mooncake.master.http.AdminServer;
import io.mooncake.master.metrics.CoreMetrics;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.master.service.ClusterService;
import io.mooncake.master.service.Door;
import io.mooncake.master.service.PutService;
import io.mooncake.master.service.ReadService;
import io.mooncake.master.service.ReadyAgent;
import io.mooncake.master.service.RegexService;
import io.mooncake.master.service.RemoveService;
import io.mooncake.master.service.SegmentService;
import io.mooncake.master.service.SelfCheckService;
import io.mooncake.master.service.StateChangeLog;
import io.mooncake.master.service.SummaryAgent;
import io.mooncake.master.service.TickAgent;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/**
 * One master: the core behind its door, the control plane, the admin paths and the tick. Several fit in one process.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Blocking: {@link #start} until both ports are bound; {@link #close} until running calls have ended, a few seconds
 * at most.
 *
 * <p>Errors: {@link MasterStartException}.
 */
public final class MasterServer implements AutoCloseable {
    private final long masterEpoch;
    private final Door door;
    private final TickAgent ticks;
    private final RpcServer rpc;
    private final AdminServer admin;
    private final ReadyAgent ready;

    private MasterServer(
            long masterEpoch, Door door, TickAgent ticks, RpcServer rpc, AdminServer admin, ReadyAgent ready) {
        this.masterEpoch = masterEpoch;
        this.door = door;
        this.ticks = ticks;
        this.rpc = rpc;
        this.admin = admin;
        this.ready = ready;
    }

    /** Starts a master of a new, random epoch on the clock of the system. */
    public static MasterServer start(MasterConfig config) throws MasterStartException {
        SecureRandom random = new SecureRandom();
        long epoch = 0;
        while (epoch == 0) {
            epoch = random.nextLong();
        }
        return start(config, epoch, random.nextLong(), System::nanoTime);
    }

    /**
     * Starts a master.
     *
     * @param masterEpoch names this incarnation; never 0
     * @param seed of every random choice
     * @param nanoClock monotonic
     */
    static MasterServer start(MasterConfig config, long masterEpoch, long seed, LongSupplier nanoClock)
            throws MasterStartException {
        Door door = new Door(new MasterCore(coreConfig(config, masterEpoch, seed)), nanoClock);
        ExactNameRegistry registry = new ExactNameRegistry();
        RequestCounters counters = new RequestCounters(registry);
        ClusterService cluster = new ClusterService(door);
        ReadService reads = new ReadService(door, counters);
        registry.collector(new CoreMetrics(door::report, cluster::segments));
        UseCases useCases = new UseCases(
                new SegmentService(door, counters),
                new PutService(door, counters),
                reads,
                new RemoveService(door, counters),
                new RegexService(door, counters),
                cluster);
        ReadyAgent ready = new ReadyAgent(door);
        SummaryAgent summaries =
                new SummaryAgent(counters, door::report, config.metricReporting(), nanoClock.getAsLong());
        AdminServer admin = startAdmin(
                config,
                new AdminServer.Sources(
                        registry, cluster, reads, new SelfCheckService(door), ready, summaries, config.settings()));
        RpcServer rpc;
        try {
            rpc = RpcServer.start(
                    config.rpcAddress(),
                    useCases,
                    new RpcServer.Settings(masterEpoch, config.rpcThreads(), counters, nanoClock));
        } catch (IOException e) {
            admin.close();
            throw new MasterStartException(
                    "cannot serve the control plane on " + config.rpcAddress() + " (" + BindFailedException.reason(e)
                            + "): free the port, or choose another with --rpc_port and --rpc_address",
                    e);
        }
        TickAgent ticks = new TickAgent(door, new StateChangeLog(door, nanoClock), summaries, nanoClock);
        ticks.start();
        ready.start(rpc.dataCalls());
        return new MasterServer(masterEpoch, door, ticks, rpc, admin, ready);
    }

    private static MasterCoreConfig coreConfig(MasterConfig config, long masterEpoch, long seed) {
        return new MasterCoreConfig(
                masterEpoch,
                seed,
                config.leaseTtl().toNanos(),
                config.clientTtl().toNanos(),
                config.writeTimeouts(),
                // 0 is legal as a flag: whatever is not leased may go.
                Math.max(config.evictionHighWatermarkRatio(), Double.MIN_VALUE),
                config.evictionRatio(),
                MasterCoreConfig.DEFAULT_ALIGNMENT_BYTES,
                MasterCoreConfig.DEFAULT_SLICE_BYTES,
                config.placement());
    }

    private static AdminServer startAdmin(MasterConfig config, AdminServer.Sources sources)
            throws MasterStartException {
        try {
            return new AdminServer(config.adminAddress(), sources);
        } catch (BindFailedException e) {
            throw new MasterStartException(
                    "cannot serve metrics on " + config.adminAddress() + " (" + e.reason()
                            + "): free the port, or choose another with --metrics_port and --metrics_host",
                    e);
        }
    }

    /** Where the control plane really listens. */
    public HostAndPort rpcAddress() {
        return rpc.boundAddress();
    }

    /** Where metrics and admin paths really listen. */
    public HostAndPort adminAddress() {
        return admin.boundAddress();
    }

    /** Names this incarnation. */
    public long masterEpoch() {
        return masterEpoch;
    }

    /** Waits until the master can no longer serve; a healthy one waits for ever. */
    public void awaitFailure() throws InterruptedException {
        door.awaitBroken();
    }

    /** Takes no more calls, lets those that run finish, then stops. */
    @Override
    public void close() {
        ready.close();
        rpc.close();
        ticks.close();
        admin.close();
    }
}
