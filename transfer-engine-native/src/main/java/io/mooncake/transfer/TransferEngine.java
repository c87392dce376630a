package io.mooncake.transfer;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.transfer.TransferReport.Traffic;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.local.LocalTransport;
import io.mooncake.transfer.memory.Region;
import io.mooncake.transfer.memory.RegionRegistry;
import io.mooncake.transfer.metadata.HandshakeClient;
import io.mooncake.transfer.metadata.HandshakeServer;
import io.mooncake.transfer.metadata.SegmentDescriptor;
import io.mooncake.transfer.metadata.SegmentDescriptor.Buffer;
import io.mooncake.transfer.tcp.TcpTransport;
import java.lang.foreign.MemorySegment;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves bytes between memory of this process and registered memory of peers.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Ownership: closing the engine stops every transfer, deregisters all memory and closes all connections; it does
 * not free memory.
 *
 * <p>Blocking: {@link #submit} and {@link #openSegment} never wait for I/O; {@link #probe} and {@link #close} do.
 *
 * <p>Errors: setup errors are {@link TransferException}s; the outcome of a transfer is a {@link TransferStatus}.
 */
public final class TransferEngine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TransferEngine.class);
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    private final TransferConfig config;
    private final Clock wallClock = Clock.system(ZoneId.systemDefault());
    private final RegionRegistry registry;
    private final HandshakeClient handshakes;
    private final TcpTransport tcp;
    private final HandshakeServer handshakeServer;
    private final HostAndPort name;
    private final LocalTransport local;
    private final DeadlineAgent deadlines;
    private final Map<HostAndPort, RemoteSegment> segments = new ConcurrentHashMap<>();
    private final Object closeGuard = new Object();
    private volatile boolean closed;

    private TransferEngine(TransferConfig config, boolean preferNative) {
        this.config = config;
        this.registry = new RegionRegistry(config.random());
        this.handshakes = new HandshakeClient(config.nanoClock());
        this.tcp = new TcpTransport(config, registry, handshakes, preferNative);
        try {
            this.handshakeServer =
                    HandshakeServer.bind(config.host(), config.handshakePort(), config.nanoClock(), this::descriptor);
        } catch (RuntimeException e) {
            tcp.close();
            throw e;
        }
        this.name = new HostAndPort(config.host(), handshakeServer.port());
        this.local = new LocalTransport(registry, config);
        this.deadlines = new DeadlineAgent(config.nanoClock());
    }

    /** Starts an engine: its ports are bound when this returns. */
    public static TransferEngine start(TransferConfig config) {
        return start(config, true);
    }

    /** Starts an engine that may be kept from native sockets. */
    static TransferEngine start(TransferConfig config, boolean preferNative) {
        TransferEngine engine = new TransferEngine(config, preferNative);
        engine.handshakeServer.serve();
        LOG.info("Transfer engine {} serves data at port {}", engine.name, engine.tcp.dataPort());
        return engine;
    }

    /** The endpoint under which peers reach this engine: {@code host:handshake_port}, as really bound. */
    public String name() {
        return name.toString();
    }

    /** Lets peers read and write the memory, under a new region base. */
    public RegisteredMemory register(MemorySegment memory) {
        if (closed) {
            throw new TransferException(TransferException.Kind.ENGINE_CLOSED, "the engine is closed");
        }
        return new RegisteredMemory(registry, registry.register(memory));
    }

    /** The peer with this endpoint; checks the text only. */
    public RemoteSegment openSegment(String endpoint) {
        try {
            HostAndPort address = HostAndPort.parse("endpoint", endpoint);
            return segments.computeIfAbsent(address, key -> new RemoteSegment(this, key));
        } catch (InvalidAddressException e) {
            throw new TransferException(TransferException.Kind.INVALID_ENDPOINT, "no endpoint", e);
        }
    }

    /**
     * Starts the requests.
     *
     * @param deadlineNanos when to give up, on the engine's clock
     */
    public TransferBatch submit(List<TransferRequest> requests, long deadlineNanos) {
        TransferBatch batch = new TransferBatch(requests, deadlineNanos, deadlines::remove);
        deadlines.add(batch);
        if (batch.isFinished()) {
            deadlines.remove(batch);
        }
        if (closed) {
            batch.stop(Transfer.StopCause.ENGINE_CLOSED);
        } else if (deadlineNanos - config.nanoClock().getAsLong() <= 0) {
            batch.stop(Transfer.StopCause.DEADLINE);
        }
        for (Transfer transfer : batch.transfers()) {
            if (!transfer.status().isFinal()) {
                route(transfer);
            }
        }
        return batch;
    }

    private void route(Transfer transfer) {
        TransferRequest request = transfer.request();
        if (!request.target().isOf(this)) {
            transfer.refuse(Reason.FOREIGN_SEGMENT, request.target() + " was opened by another engine");
            return;
        }
        String fault = faultOf(request);
        if (fault != null) {
            transfer.refuse(Reason.LOCAL_MEMORY_UNUSABLE, fault);
            return;
        }
        if (request.lengthBytes() == 0) {
            if (transfer.begin(() -> {})) {
                transfer.complete();
            }
            return;
        }
        if (request.target().address().equals(name)) {
            local.submit(transfer);
        } else {
            tcp.submit(transfer);
        }
    }

    private @Nullable String faultOf(TransferRequest request) {
        MemorySegment memory = request.local();
        if (!memory.isNative()) {
            return "the local memory is on the Java heap";
        }
        if (!memory.scope().isAlive()) {
            return "the local memory is closed";
        }
        if (!memory.isAccessibleBy(deadlines.thread())) {
            return "the local memory belongs to one thread";
        }
        if (memory.isReadOnly() && request.opcode() == Opcode.READ) {
            return "the local memory is read-only";
        }
        return null;
    }

    /** Whether the peer answers at its handshake port before the deadline. Blocks. */
    public boolean probe(String endpoint, long deadlineNanos) {
        return handshakes.probe(openSegment(endpoint).address(), deadlineNanos);
    }

    /** What the engine has done. */
    public TransferReport report() {
        List<Traffic> traffic = new ArrayList<>(local.traffic());
        traffic.addAll(tcp.traffic());
        return new TransferReport(
                List.copyOf(traffic),
                tcp.drops(),
                tcp.outgoingConnections(),
                tcp.incomingConnections(),
                registry.registeredBytes());
    }

    private SegmentDescriptor descriptor() {
        List<Buffer> buffers = new ArrayList<>();
        for (Region region : registry.regions()) {
            buffers.add(new Buffer(name(), region.base(), region.lengthBytes()));
        }
        return new SegmentDescriptor(
                name(),
                SegmentDescriptor.TCP,
                config.host(),
                tcp.dataPort(),
                tcp.protocolVersion(),
                LocalDateTime.now(wallClock).format(TIMESTAMP),
                buffers);
    }

    /** Stops everything; a second call does nothing. */
    @Override
    public void close() {
        synchronized (closeGuard) {
            if (closed) {
                return;
            }
            closed = true;
        }
        handshakeServer.close();
        deadlines.stopAll(Transfer.StopCause.ENGINE_CLOSED);
        deadlines.awaitAll();
        registry.deregisterAll();
        local.close();
        tcp.close();
        deadlines.close();
        LOG.info("Transfer engine {} closed", name);
    }
}
