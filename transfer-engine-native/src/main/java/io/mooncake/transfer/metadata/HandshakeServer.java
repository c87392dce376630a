package io.mooncake.transfer.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferException.Kind;
import io.mooncake.transfer.metadata.HandshakeFrame.FrameType;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handshake port: one request and one reply per connection.
 *
 * <p>Thread safety: every method may be called by any thread. Connections are served by virtual threads; more than a
 * bound at once are closed and counted.
 *
 * <p>Errors: a bad request closes its connection and is counted.
 */
public final class HandshakeServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandshakeServer.class);
    private static final long RECEIVE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Pause after a failed accept: without free descriptors the next one fails too. */
    private static final long ACCEPT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MAX_CONNECTIONS = 256;
    private static final int BACKLOG = 128;

    private final ServerSocket server;
    private final LongSupplier nanoClock;
    private final Supplier<SegmentDescriptor> descriptor;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final LongAdder refused = new LongAdder();
    private volatile boolean closed;

    private HandshakeServer(ServerSocket server, LongSupplier nanoClock, Supplier<SegmentDescriptor> descriptor) {
        this.server = server;
        this.nanoClock = nanoClock;
        this.descriptor = descriptor;
    }

    /** Binds; serves after {@link #serve}. Port 0 takes a free one. */
    public static HandshakeServer bind(
            String host, int port, LongSupplier nanoClock, Supplier<SegmentDescriptor> descriptor) {
        ServerSocket socket = null;
        try {
            socket = new ServerSocket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(host, port), BACKLOG);
            return new HandshakeServer(socket, nanoClock, descriptor);
        } catch (IOException e) {
            closeQuietly(socket);
            throw new TransferException(Kind.BIND_FAILED, "the handshake port " + host + " " + port, e);
        }
    }

    /** The port that is really bound. */
    public int port() {
        return server.getLocalPort();
    }

    /** Starts to answer. */
    public void serve() {
        Thread.ofPlatform().daemon().name("mooncake-handshake-accept").start(this::accept);
    }

    /** Requests that were no frame, of unknown type, too slow, or over the bound. */
    public long refused() {
        return refused.sum();
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(server);
        open.forEach(HandshakeServer::closeQuietly);
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = server.accept();
                if (closed) {
                    closeQuietly(socket);
                    return;
                }
                if (open.size() >= MAX_CONNECTIONS) {
                    refused.increment();
                    closeQuietly(socket);
                    continue;
                }
                open.add(socket);
                Thread.ofVirtual().name("mooncake-handshake").start(() -> serve(socket));
            } catch (IOException e) {
                if (!closed) {
                    refused.increment();
                    LOG.warn("Handshake port {}: accept failed: {}", port(), e.getMessage());
                    LockSupport.parkNanos(ACCEPT_PAUSE_NANOS);
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            HandshakeFrame request =
                    HandshakeFrame.read(socket, nanoClock, nanoClock.getAsLong() + RECEIVE_TIMEOUT_NANOS);
            HandshakeFrame reply = new HandshakeFrame(request.type(), request.typed(), answer(request.type()));
            socket.getOutputStream().write(reply.encode());
            socket.shutdownOutput();
        } catch (IOException e) {
            if (!closed) {
                refused.increment();
                LOG.debug("Handshake port {}: request refused: {}", port(), e.getMessage());
            }
        } finally {
            open.remove(socket);
        }
    }

    private ObjectNode answer(FrameType type) {
        return switch (type) {
            case CONNECTION -> emptyConnection();
            case METADATA -> DescriptorJson.toJson(descriptor.get());
            case NOTIFY -> DescriptorJson.object().put("name", "").put("notify_msg", "success");
            case PROBE -> DescriptorJson.object().put("status", "success");
        };
    }

    /** Sockets need no queue pair: every field of the exchange is there, and empty. */
    private static ObjectNode emptyConnection() {
        ObjectNode json = DescriptorJson.object();
        json.put("local_gid", "");
        json.put("local_lid", 0);
        json.put("local_nic_path", "");
        json.put("payload", "");
        json.put("peer_nic_path", "");
        json.putArray("qp_num");
        json.put("reply_msg", "");
        return json;
    }

    private static void closeQuietly(@Nullable Closeable resource) {
        if (resource == null) {
            return;
        }
        try {
            resource.close();
        } catch (IOException e) {
            LOG.debug("Close of a handshake socket failed: {}", e.getMessage());
        }
    }
}
