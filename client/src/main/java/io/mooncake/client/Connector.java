package io.mooncake.client;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.client.core.MembershipMachine;
import io.mooncake.client.gateway.MasterGateway;
import io.mooncake.client.gateway.MasterStatus;
import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.client.gateway.engine.EngineTransferGateway;
import io.mooncake.client.gateway.grpc.CallMeter;
import io.mooncake.client.gateway.grpc.GrpcMasterGateway;
import io.mooncake.client.gateway.grpc.OperationLedger;
import io.mooncake.client.memory.BufferPool;
import io.mooncake.client.metrics.ClientMetrics;
import io.mooncake.client.replica.ReplicaPolicy;
import io.mooncake.client.segment.MembershipAgent;
import io.mooncake.client.segment.SegmentHost;
import io.mooncake.error.ErrorCode;
import io.mooncake.transfer.TransferConfig;
import io.mooncake.transfer.TransferEngine;
import io.mooncake.transfer.TransferException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets a client up, step by step; what was set up is closed in reverse, when the client is closed or a later step
 * fails.
 *
 * <p>Thread safety: none; one thread sets up, one closes.
 */
final class Connector implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
    /** Until the first heartbeat says how long the TTL is; upstream's default. */
    private static final long ASSUMED_TTL_NANOS = 10_000_000_000L;

    private final ClientConfig config;
    /** How long a client that is closed waits for the master. */
    private static final long UNMOUNT_NANOS = 2_000_000_000L;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    private @Nullable MembershipAgent membership;

    private Connector(ClientConfig config) {
        this.config = config;
    }

    static MooncakeClient connect(ClientConfig config) {
        Connector connector = new Connector(config);
        try {
            return connector.connect();
        } catch (RuntimeException | OutOfMemoryError fault) {
            try {
                connector.close();
            } catch (RuntimeException second) {
                fault.addSuppressed(second);
            }
            throw fault;
        }
    }

    private MooncakeClient connect() {
        HostAndPort master = address("masterAddress", config.masterAddress(), false);
        HostAndPort local = address("localHostname", config.localHostname(), true);
        UUID clientId = new UUID(config.random().nextLong(), config.random().nextLong());
        OperationLedger ledger = new OperationLedger();
        ClientMetrics metrics = new ClientMetrics(config.metrics());
        CallMeter meter = metrics::rpcEnded;
        MasterGateway control = opening(GrpcMasterGateway.open(master, clientId, ledger, config.nanoClock(), meter));
        MasterStatus status = required(control.status(deadlineNanos()), "the master cannot be reached");

        BufferPool buffers = opening(new BufferPool());
        TransferEngine engine = startEngine(local);
        SegmentHost memory = lend(engine, local.port() == 0 ? engine.name() : config.localHostname());
        long epoch = register(control, memory);
        opened.push(() -> unmount(control, memory, epoch));
        MasterGateway heartbeats = opening(GrpcMasterGateway.open(master, clientId, ledger, config.nanoClock(), meter));
        MembershipAgent agent = opening(new MembershipAgent(
                heartbeats,
                control,
                memory,
                new MembershipMachine(
                        epoch, ASSUMED_TTL_NANOS, config.nanoClock().getAsLong()),
                config.controlDeadline(),
                config.nanoClock()));
        membership = agent;
        agent.start();
        LOG.info(
                "Client {} registered with the master at {}, version {}, epoch {}",
                engine.name(),
                master,
                status.version(),
                Long.toUnsignedString(epoch, 16));
        Connection connection = new Connection(
                config,
                control,
                new EngineTransferGateway(engine, config.nanoClock()),
                agent,
                buffers,
                new ReplicaPolicy(engine.name()),
                new OutcomeCounters(),
                metrics);
        StoreClient client = new StoreClient(engine.name(), clientId, connection, this);
        metrics.collect(new EngineMetrics(engine::report));
        if (config.metrics() && config.metricsInterval().isPositive()) {
            opening(new SummaryLogAgent(metrics, config.metricsInterval())).start();
        }
        return client;
    }

    private static HostAndPort address(String option, String text, boolean portIsOptional) {
        try {
            return portIsOptional ? HostAndPort.parse(option, text, 0) : HostAndPort.parse(option, text);
        } catch (InvalidAddressException fault) {
            throw new MooncakeException(ErrorCode.INVALID_PARAMS, "" + fault.getMessage(), "Correct " + option, fault);
        }
    }

    private TransferEngine startEngine(HostAndPort local) {
        TransferConfig settings = TransferConfig.defaults(local.host())
                .withPorts(local.port(), 0)
                .withNanoClock(config.nanoClock())
                .withRandom(config.random())
                .withCorruptEveryNthRead(config.corruptEveryNthRead());
        try {
            return opening(TransferEngine.start(settings));
        } catch (TransferException fault) {
            throw new MooncakeException(
                    ErrorCode.INVALID_PARAMS,
                    "localHostname=" + config.localHostname() + ": cannot listen at " + local + ": "
                            + fault.getMessage(),
                    "Name an address of this machine and a free port, or no port",
                    fault);
        }
    }

    private SegmentHost lend(TransferEngine engine, String segmentName) {
        if (config.globalSegmentSizeBytes() == 0) {
            return opening(SegmentHost.empty(engine, segmentName, config.random()));
        }
        try {
            return opening(SegmentHost.lend(engine, segmentName, config.random(), config.globalSegmentSizeBytes()));
        } catch (TransferException | OutOfMemoryError fault) {
            throw new MooncakeException(
                    ErrorCode.INVALID_PARAMS,
                    "globalSegmentSizeBytes=" + config.globalSegmentSizeBytes() + ": no such memory: "
                            + fault.getMessage(),
                    "Lend less memory",
                    fault);
        }
    }

    private long register(MasterGateway control, SegmentHost memory) {
        List<OfferedSegment> offered = memory.offered();
        if (offered.isEmpty()) {
            return required(control.remount(offered, deadlineNanos()), "the master did not register the client");
        }
        return required(control.mount(offered.getFirst(), deadlineNanos()), "the master did not mount the segment");
    }

    private void unmount(MasterGateway control, SegmentHost memory, long firstEpoch) {
        MembershipAgent agent = membership;
        long epoch = agent == null ? firstEpoch : agent.epoch();
        long giveUpNanos = config.nanoClock().getAsLong() + UNMOUNT_NANOS;
        for (OfferedSegment segment : memory.offered()) {
            Answer<Done> answer = control.unmount(segment.segmentId(), epoch, giveUpNanos);
            if (!(answer instanceof Accepted)) {
                LOG.warn("The master did not take segment {} back: {}", segment.name(), answer);
            }
        }
    }

    private <T> T required(Answer<T> answer, String failure) {
        return switch (answer) {
            case Accepted<T>(T value) -> value;
            case Refused<T>(ErrorCode code, String message) ->
                throw new MooncakeException(
                        code,
                        "masterAddress=" + config.masterAddress() + ": " + failure + ": " + message,
                        code == ErrorCode.INVALID_VERSION
                                ? "Use a client and a master of versions that have a protocol in common"
                                : "Correct the settings of the client");
            case Unanswered<T>(ErrorCode code, String message, boolean sent) ->
                throw new MooncakeException(
                        code,
                        "masterAddress=" + config.masterAddress() + ": " + failure + ": " + message,
                        "Check that the master runs there, and that this is the port of its calls and can be reached");
        };
    }

    private long deadlineNanos() {
        return config.nanoClock().getAsLong() + config.controlDeadline().toNanos();
    }

    private <T extends AutoCloseable> T opening(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Closes in reverse what was opened; what is closed is not closed again. */
    @Override
    public void close() {
        RuntimeException first = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception fault) {
                RuntimeException unchecked =
                        fault instanceof RuntimeException known ? known : new IllegalStateException(fault);
                if (first == null) {
                    first = unchecked;
                } else {
                    first.addSuppressed(unchecked);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
