package io.mooncake.transfer.tcp;

import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops of one engine and the kind of sockets that they drive: native epoll where it is, NIO elsewhere.
 *
 * <p>Thread safety: immutable.
 */
final class SocketLoops implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SocketLoops.class);

    /** More loops than this bring nothing: one saturates a fast network card. */
    private static final int MAX_THREADS = 4;

    private static final long SHUTDOWN_TIMEOUT_SECONDS = 5;

    private final EventLoopGroup group;
    private final ChannelFactory<ServerChannel> serverChannels;
    private final ChannelFactory<SocketChannel> channels;

    SocketLoops(boolean preferNative) {
        boolean epoll = preferNative && Epoll.isAvailable();
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, MAX_THREADS);
        DefaultThreadFactory factory = new DefaultThreadFactory("mooncake-transfer-io", true);
        this.group = new MultiThreadIoEventLoopGroup(
                threads, factory, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        this.serverChannels = epoll ? EpollServerSocketChannel::new : NioServerSocketChannel::new;
        this.channels = epoll ? EpollSocketChannel::new : NioSocketChannel::new;
        LOG.debug("Sockets: {} with {} threads", epoll ? "epoll" : "NIO", threads);
    }

    EventLoopGroup group() {
        return group;
    }

    ChannelFactory<ServerChannel> serverChannels() {
        return serverChannels;
    }

    ChannelFactory<SocketChannel> channels() {
        return channels;
    }

    /** Waits for the loops to end. */
    @Override
    public void close() {
        group.shutdownGracefully(0, SHUTDOWN_TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(SHUTDOWN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }
}
