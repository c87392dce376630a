package io.mooncake.transfer.tcp;

import io.mooncake.transfer.TransferConfig;
import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferException.Kind;
import io.mooncake.transfer.memory.RegionRegistry;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.DuplexChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The server of registered memory.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
final class DataPort implements AutoCloseable {
    private static final int BACKLOG = 1_024;

    private final TransferConfig config;
    private final RegionRegistry registry;
    private final TcpCounters counters;
    private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final AtomicLong reads = new AtomicLong();
    private final Channel server;

    DataPort(TransferConfig config, RegionRegistry registry, TcpCounters counters, SocketLoops loops) {
        this.config = config;
        this.registry = registry;
        this.counters = counters;
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channelFactory(loops.serverChannels())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOCATOR, UnpooledByteBufAllocator.DEFAULT)
                .childHandler(new Acceptor());
        ChannelFuture bound = bootstrap
                .bind(new InetSocketAddress(config.host(), config.dataPort()))
                .awaitUninterruptibly();
        Throwable failure = bound.cause();
        if (failure != null) {
            throw new TransferException(
                    Kind.BIND_FAILED, "the data port " + config.host() + " " + config.dataPort(), failure);
        }
        this.server = bound.channel();
    }

    /** The port that is really bound. */
    int port() {
        return ((InetSocketAddress) server.localAddress()).getPort();
    }

    TransferConfig.Limits limits() {
        return config.limits();
    }

    RegionRegistry registry() {
        return registry;
    }

    TcpCounters counters() {
        return counters;
    }

    /** Whether the READ that starts now is one to spoil. */
    boolean corruptsNextRead() {
        long everyNth = config.corruptEveryNthRead();
        return everyNth > 0 && reads.incrementAndGet() % everyNth == 0;
    }

    /** Stops to listen and closes every connection; returns when all are closed. */
    @Override
    public void close() {
        server.close().awaitUninterruptibly();
        connections.close().awaitUninterruptibly();
    }

    private final class Acceptor extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            TargetConnection connection = new TargetConnection(DataPort.this, (DuplexChannel) channel);
            ((SocketChannel) channel).config().setRecvByteBufAllocator(new DirectedReceive(connection));
            channel.pipeline().addLast(connection);
            connections.add(channel);
        }
    }
}
