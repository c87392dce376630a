package io.mooncake.transfer.tcp;

import io.mooncake.address.HostAndPort;
import io.mooncake.transfer.Transfer;
import io.mooncake.transfer.TransferConfig;
import io.mooncake.transfer.TransferReport.Drop;
import io.mooncake.transfer.TransferReport.Traffic;
import io.mooncake.transfer.memory.RegionRegistry;
import io.mooncake.transfer.metadata.HandshakeClient;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Moves bytes over sockets: serves the registered memory of this engine, and reaches that of peers.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Blocking: only {@link #close}.
 */
public final class TcpTransport implements AutoCloseable {
    private final TransferConfig config;
    private final HandshakeClient handshakes;
    private final TcpCounters counters = new TcpCounters();
    private final Map<HostAndPort, TcpPeer> peers = new ConcurrentHashMap<>();
    private final SocketLoops loops;
    private final DataPort dataPort;

    /**
     * Binds the data port and serves it.
     *
     * @param preferNative whether to use the system's own socket interface where it is available
     */
    public TcpTransport(
            TransferConfig config, RegionRegistry registry, HandshakeClient handshakes, boolean preferNative) {
        this.config = config;
        this.handshakes = handshakes;
        this.loops = new SocketLoops(preferNative);
        try {
            this.dataPort = new DataPort(config, registry, counters, loops);
        } catch (RuntimeException e) {
            loops.close();
            throw e;
        }
    }

    /** The data port that is really bound. */
    public int dataPort() {
        return dataPort.port();
    }

    /** The newest framing that the data port speaks. */
    public int protocolVersion() {
        return Wire.VERSION_2;
    }

    /** Queues the request for the peer. */
    public void submit(Transfer transfer) {
        peers.computeIfAbsent(transfer.request().target().address(), endpoint -> new TcpPeer(endpoint, this))
                .submit(new TcpRequest(transfer));
    }

    /** Completed work. */
    public List<Traffic> traffic() {
        return counters.traffic();
    }

    /** What the data port did not serve. */
    public Map<Drop, Long> drops() {
        return counters.drops();
    }

    /** Open connections to peers. */
    public int outgoingConnections() {
        return counters.outgoing().get();
    }

    /** Open connections from peers. */
    public int incomingConnections() {
        return counters.incoming().get();
    }

    TransferConfig.Limits limits() {
        return config.limits();
    }

    /** The newest framing to speak to peers. */
    int newestFraming() {
        return config.newestFraming();
    }

    HandshakeClient handshakes() {
        return handshakes;
    }

    TcpCounters counters() {
        return counters;
    }

    long nanoTime() {
        return config.nanoClock().getAsLong();
    }

    Bootstrap bootstrap() {
        return new Bootstrap()
                .group(loops.group())
                .channelFactory(loops.channels())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(
                                Math.clamp(config.limits().connectTimeout().toMillis(), 1L, Integer.MAX_VALUE)));
    }

    /** Stops to serve and closes every connection. Requests and regions must have been ended before. */
    @Override
    public void close() {
        dataPort.close();
        peers.values().forEach(TcpPeer::close);
        loops.close();
    }
}
