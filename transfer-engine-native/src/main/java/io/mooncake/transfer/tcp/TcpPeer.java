package io.mooncake.transfer.tcp;

import io.mooncake.address.HostAndPort;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.metadata.HandshakeClient;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One peer: the requests that wait for it, its route, and its connections.
 *
 * <p>Requests start in the order in which they came, as soon as a connection is free and the bytes in flight allow it.
 * The route is fetched when the first request needs it, and again after a failed connect or a refusal.
 *
 * <p>Thread safety: every method may be called by any thread; the state is guarded by this. No call-out is made under
 * the lock: a step is decided under it and taken outside.
 *
 * <p>Blocking: never; the route is fetched by a virtual thread.
 */
final class TcpPeer {
    private static final Logger LOG = LoggerFactory.getLogger(TcpPeer.class);

    /** After a failed connect a peer that serves other connections is not asked for more for this long. */
    private static final long CONNECT_PAUSE_NANOS = 1_000_000_000;

    private final HostAndPort endpoint;
    private final TcpTransport transport;

    // Guarded by this.
    private final Deque<TcpRequest> waiting = new ArrayDeque<>();
    private final List<TcpRequest> refused = new ArrayList<>();
    private final Deque<PeerConnection> idle = new ArrayDeque<>();
    private final Set<PeerConnection> open = new HashSet<>();
    private @Nullable PeerRoute route;
    private @Nullable PeerRoute refusedRoute;
    private boolean fetching;
    private boolean connectFailed;
    private boolean connectsPause;
    private long connectsResumeNanos;
    private boolean closed;
    private int connecting;
    private int inFlight;
    private long inFlightBytes;

    TcpPeer(HostAndPort endpoint, TcpTransport transport) {
        this.endpoint = endpoint;
        this.transport = transport;
    }

    void submit(TcpRequest request) {
        boolean full;
        synchronized (this) {
            int bound = transport.limits().queuedRequestsPerPeer();
            if (waiting.size() >= bound) {
                waiting.removeIf(other -> other.transfer().status().isFinal());
            }
            full = waiting.size() >= bound;
            if (!full) {
                waiting.addLast(request);
            }
        }
        if (full) {
            request.failWaiting(Reason.QUEUE_FULL, "too many requests wait for " + endpoint);
        } else {
            advance();
        }
    }

    /** The connection is free again; the caller advances the queue when it has told the owner of the request. */
    synchronized void release(PeerConnection connection, TcpRequest request) {
        leaveFlight(request);
        if (open.contains(connection)) {
            idle.addLast(connection);
        }
    }

    /** The connection died before it began the request: others that died with it are not tried. */
    void notStarted(TcpRequest request) {
        boolean again = request.mayRetry();
        synchronized (this) {
            leaveFlight(request);
            idle.removeIf(connection -> !connection.isActive());
            if (again) {
                waiting.addFirst(request);
            }
        }
        if (!again) {
            request.failWaiting(Reason.CONNECTION_LOST, endpoint + ": the peer closed the connection at once");
        }
        advance();
    }

    /** The connection is closed; its request, if any, is in flight no more. */
    void closed(PeerConnection connection, @Nullable TcpRequest request) {
        synchronized (this) {
            open.remove(connection);
            idle.remove(connection);
            if (request != null) {
                leaveFlight(request);
            }
        }
        advance();
    }

    /** A request that may be tried again on another connection. */
    void again(TcpRequest request) {
        if (request.transfer().requeue()) {
            synchronized (this) {
                waiting.addFirst(request);
            }
            advance();
        }
    }

    /** The peer refused the address: perhaps another process has its old port. Looks before it gives up. */
    void refused(TcpRequest request) {
        if (!request.transfer().requeue()) {
            return;
        }
        synchronized (this) {
            refused.add(request);
            if (route != null) {
                refusedRoute = route;
                route = null;
            }
        }
        advance();
    }

    /** Takes an idle connection out of use; false when it has work. */
    synchronized boolean retire(PeerConnection connection) {
        return idle.remove(connection) && open.remove(connection);
    }

    /** Closes the connections; the requests have been stopped before. */
    void close() {
        List<PeerConnection> connections;
        synchronized (this) {
            closed = true;
            connections = List.copyOf(open);
        }
        connections.forEach(PeerConnection::close);
    }

    private void leaveFlight(TcpRequest request) {
        inFlight--;
        inFlightBytes -= request.lengthBytes();
    }

    /** Starts what can start. */
    void advance() {
        while (true) {
            Runnable step;
            synchronized (this) {
                step = nextStep();
            }
            if (step == null) {
                return;
            }
            step.run();
        }
    }

    private @Nullable Runnable nextStep() {
        TcpRequest head = waiting.peekFirst();
        while (head != null && head.transfer().status().isFinal()) {
            waiting.removeFirst();
            head = waiting.peekFirst();
        }
        if ((head == null && refused.isEmpty()) || closed) {
            return null;
        }
        PeerRoute known = route;
        if (known == null) {
            if (fetching) {
                return null;
            }
            fetching = true;
            return () -> Thread.ofVirtual().name("mooncake-transfer-route").start(this::fetch);
        }
        if (head == null || !fits(head)) {
            return null;
        }
        PeerConnection connection = idle.pollLast();
        if (connection != null) {
            TcpRequest request = waiting.removeFirst();
            inFlight++;
            inFlightBytes += request.lengthBytes();
            return () -> connection.start(request);
        }
        if (mayConnect() && hasWorkForAnother(head)) {
            connecting++;
            return () -> connect(known);
        }
        return null;
    }

    private boolean mayConnect() {
        if (connectsPause && transport.nanoTime() - connectsResumeNanos >= 0) {
            connectsPause = false;
        }
        return open.size() + connecting < transport.limits().connectionsPerPeer()
                && !(connectsPause && !open.isEmpty());
    }

    /** Whether one more connection would find a request that may start: those on the way take the first ones. */
    private boolean hasWorkForAnother(TcpRequest head) {
        long withOthersBytes = inFlightBytes + (connecting + 1) * head.lengthBytes();
        return connecting < waiting.size()
                && (inFlight + connecting == 0
                        || withOthersBytes <= transport.limits().inFlightBytesPerPeer());
    }

    private boolean fits(TcpRequest request) {
        return inFlight == 0
                || inFlightBytes + request.lengthBytes() <= transport.limits().inFlightBytesPerPeer();
    }

    private void fetch() {
        try {
            long deadline =
                    transport.nanoTime() + transport.limits().connectTimeout().toNanos();
            HandshakeClient.Answer answer = transport.handshakes().metadata(endpoint, deadline);
            String fault = PeerRoute.faultOf(answer.descriptor());
            if (!fault.isEmpty()) {
                fetchFailed(Reason.UNSUPPORTED_PROTOCOL, fault);
                return;
            }
            String dataHost = answer.descriptor().dataHost();
            InetAddress address = dataHost.isEmpty() || dataHost.equals(endpoint.host())
                    ? answer.address()
                    : InetAddress.getByName(dataHost);
            fetched(new PeerRoute(
                    new InetSocketAddress(address, answer.descriptor().dataPort()),
                    Math.min(answer.descriptor().protocolVersion(), transport.newestFraming())));
        } catch (IOException e) {
            fetchFailed(Reason.DESCRIPTOR_UNAVAILABLE, endpoint + ": " + e.getMessage());
        }
    }

    private void fetched(PeerRoute fresh) {
        List<TcpRequest> denied = List.of();
        List<PeerConnection> stale = List.of();
        synchronized (this) {
            fetching = false;
            PeerRoute before = refusedRoute;
            refusedRoute = null;
            route = fresh;
            if (before != null && !fresh.leadsToSamePort(before)) {
                refused.reversed().forEach(waiting::addFirst);
                stale = List.copyOf(idle);
                idle.clear();
                stale.forEach(open::remove);
            } else {
                denied = List.copyOf(refused);
            }
            refused.clear();
        }
        stale.forEach(PeerConnection::close);
        denied.forEach(request -> request.failWaiting(Reason.ADDRESS_REFUSED, "the peer publishes no such range"));
        advance();
    }

    private void fetchFailed(Reason reason, String detail) {
        List<TcpRequest> denied;
        List<TcpRequest> failed;
        synchronized (this) {
            fetching = false;
            denied = List.copyOf(refused);
            refused.clear();
            refusedRoute = null;
            failed = takeWaiting();
        }
        LOG.debug("No route to {}: {}", endpoint, detail);
        denied.forEach(request -> request.failWaiting(Reason.ADDRESS_REFUSED, "the peer publishes no such range"));
        failed.forEach(request -> request.failWaiting(reason, detail));
        advance();
    }

    private void connect(PeerRoute to) {
        Bootstrap bootstrap = transport.bootstrap().handler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel channel) {
                SocketChannel socket = (SocketChannel) channel;
                PeerConnection connection = new PeerConnection(
                        TcpPeer.this,
                        socket,
                        to.protocolVersion(),
                        transport.limits().idleClose().toNanos(),
                        transport.counters());
                socket.config().setRecvByteBufAllocator(new DirectedReceive(connection));
                socket.pipeline().addLast(connection);
            }
        });
        ChannelFuture future = bootstrap.connect(to.dataAddress());
        future.addListener(done -> {
            Throwable cause = done.cause();
            if (cause == null) {
                connected(to, future.channel());
            } else {
                connectFailed(to, cause);
            }
        });
    }

    private void connected(PeerRoute to, Channel channel) {
        PeerConnection connection = channel.pipeline().get(PeerConnection.class);
        if (connection == null || !connection.isActive()) {
            connectFailed(to, new ClosedChannelException());
            return;
        }
        if (to.dataAddress().equals(channel.localAddress())) {
            connection.close();
            connectFailed(to, new ConnectException("nobody listens: the socket met itself"));
            return;
        }
        boolean late;
        synchronized (this) {
            connecting--;
            connectFailed = false;
            late = closed;
            if (!late) {
                open.add(connection);
                idle.addLast(connection);
            }
        }
        if (late) {
            connection.close();
        }
        advance();
    }

    private void connectFailed(PeerRoute to, Throwable cause) {
        List<TcpRequest> failed = List.of();
        synchronized (this) {
            connecting--;
            connectsPause = true;
            connectsResumeNanos = transport.nanoTime() + CONNECT_PAUSE_NANOS;
            if (open.isEmpty() && connecting == 0) {
                if (connectFailed) {
                    failed = takeWaiting();
                }
                connectFailed = !connectFailed;
                route = null;
            }
        }
        LOG.debug("No connection to {}: {}", to.dataAddress(), reasonOf(cause));
        String detail = endpoint + ": " + reasonOf(cause);
        failed.forEach(request -> request.failWaiting(Reason.CONNECT_FAILED, detail));
        advance();
    }

    private static String reasonOf(Throwable cause) {
        return cause instanceof ClosedChannelException ? "closed at once" : String.valueOf(cause.getMessage());
    }

    private List<TcpRequest> takeWaiting() {
        List<TcpRequest> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }
}
