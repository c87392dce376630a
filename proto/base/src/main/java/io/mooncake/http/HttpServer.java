package io.mooncake.http;

import io.mooncake.address.HostAndPort;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A small HTTP/1.1 server: handlers at exact paths, answered off the event loop by a bounded set of threads.
 *
 * <p>Answers by itself: 400 for what it cannot read, 404 for an unknown path, 405 for a known path with another method,
 * 413 and 431 for too many bytes, 500 for a handler that threw, 503 when every thread and the queue are taken.
 *
 * <p>Thread safety: {@link #close} and {@link #boundAddress} may be called by any thread.
 *
 * <p>Blocking: {@link Builder#start} waits for the bind, {@link #close} for running handlers, for a few seconds each.
 *
 * <p>Errors: {@link BindFailedException}.
 */
public final class HttpServer implements AutoCloseable {
    /** Longest request line; holds the longest key, percent-encoded. */
    private static final int MAX_REQUEST_LINE_BYTES = 16 * 1024;

    /** Most bytes of all headers. */
    private static final int MAX_HEADER_BYTES = 16 * 1024;

    /** Chunks of a body as the decoder hands them on. */
    private static final int MAX_CHUNK_BYTES = 8 * 1024;

    /** Keep-alive connections without traffic end after this. */
    private static final int IDLE_SECONDS = 60;

    /** How long running handlers may take to finish at close. */
    private static final long CLOSE_WAIT_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup loops;
    private final ThreadPoolExecutor workers;
    private final ChannelGroup connections;
    private final Channel listener;
    private final HostAndPort address;

    private HttpServer(
            MultiThreadIoEventLoopGroup loops,
            ThreadPoolExecutor workers,
            ChannelGroup connections,
            Channel listener,
            HostAndPort address) {
        this.loops = loops;
        this.workers = workers;
        this.connections = connections;
        this.listener = listener;
        this.address = address;
    }

    /** A server without paths yet. */
    public static Builder builder() {
        return new Builder();
    }

    /** The address that was asked for, with the port that is really bound. */
    public HostAndPort boundAddress() {
        return address.withPort(((InetSocketAddress) listener.localAddress()).getPort());
    }

    /** Stops listening, waits for running handlers, then ends every connection. May be called again. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
        connections.close().awaitUninterruptibly(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
        loops.shutdownGracefully(0, CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Collects the paths and bounds of a server, then starts it. */
    public static final class Builder {
        private final Map<String, Map<HttpMethod, HttpHandler>> handlers = new HashMap<>();
        private final Set<String> inPlace = new HashSet<>();
        private String threadName = "http";
        private int threads = 4;
        private int queueLength = 64;
        private int maxBodyBytes = 1024 * 1024;

        private Builder() {}

        /** Answers GET at exactly this path. */
        public Builder get(String path, HttpHandler handler) {
            return add(HttpMethod.GET, path, handler);
        }

        /** Answers GET at exactly this path on the event loop, also while all threads are taken: must never block. */
        public Builder getInPlace(String path, HttpHandler handler) {
            inPlace.add(path);
            return get(path, handler);
        }

        /** Answers POST at exactly this path. */
        public Builder post(String path, HttpHandler handler) {
            return add(HttpMethod.POST, path, handler);
        }

        private Builder add(HttpMethod method, String path, HttpHandler handler) {
            HttpHandler other =
                    handlers.computeIfAbsent(path, key -> new HashMap<>()).put(method, handler);
            if (other != null) {
                throw new IllegalStateException("two handlers for " + method + " " + path);
            }
            return this;
        }

        /** Start of the names of the server's threads. */
        public Builder threadName(String name) {
            this.threadName = name;
            return this;
        }

        /** How many threads run handlers, and how many requests wait for one; beyond that 503. */
        public Builder workers(int count, int queued) {
            this.threads = count;
            this.queueLength = queued;
            return this;
        }

        /** Most bytes of a request body; beyond that 413. */
        public Builder maxBodyBytes(int bytes) {
            this.maxBodyBytes = bytes;
            return this;
        }

        /**
         * Binds and serves.
         *
         * @param address where to listen; port 0 takes a free one
         */
        public HttpServer start(HostAndPort address) throws BindFailedException {
            MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(
                    1, new DefaultThreadFactory(threadName + "-io", true), NioIoHandler.newFactory());
            ThreadPoolExecutor workers = new ThreadPoolExecutor(
                    threads,
                    threads,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(queueLength),
                    new DefaultThreadFactory(threadName + "-worker", true));
            ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
            Map<String, Map<HttpMethod, HttpHandler>> paths = new HashMap<>();
            handlers.forEach((path, methods) -> paths.put(path, Map.copyOf(methods)));
            RequestDispatch dispatch = new RequestDispatch(Map.copyOf(paths), Set.copyOf(inPlace), workers);
            ServerBootstrap bootstrap = new ServerBootstrap()
                    .group(loops)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(initializer(dispatch, connections));
            ChannelFuture bound = bootstrap.bind(address.toSocketAddress()).awaitUninterruptibly();
            Throwable cause = bound.cause();
            if (cause != null) {
                workers.shutdownNow();
                loops.shutdownGracefully(0, CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)
                        .awaitUninterruptibly(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS);
                throw new BindFailedException(address, cause);
            }
            return new HttpServer(loops, workers, connections, bound.channel(), address);
        }

        private ChannelInitializer<SocketChannel> initializer(RequestDispatch dispatch, ChannelGroup connections) {
            int bodyBytes = maxBodyBytes;
            return new ChannelInitializer<>() {
                @Override
                protected void initChannel(SocketChannel channel) {
                    connections.add(channel);
                    channel.pipeline()
                            .addLast(new IdleStateHandler(0, 0, IDLE_SECONDS))
                            .addLast(new HttpServerCodec(new HttpDecoderConfig()
                                    .setMaxInitialLineLength(MAX_REQUEST_LINE_BYTES)
                                    .setMaxHeaderSize(MAX_HEADER_BYTES)
                                    .setMaxChunkSize(MAX_CHUNK_BYTES)))
                            .addLast(new HttpObjectAggregator(bodyBytes))
                            .addLast(new FlowControlHandler())
                            .addLast(new ConnectionHandler(dispatch));
                }
            };
        }
    }
}
