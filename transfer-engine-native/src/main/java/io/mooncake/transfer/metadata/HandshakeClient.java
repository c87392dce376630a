package io.mooncake.transfer.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.address.HostAndPort;
import io.mooncake.transfer.metadata.HandshakeFrame.FrameType;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the handshake port of a peer.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Blocking: every call, until its deadline at the most; a name is resolved first.
 */
public final class HandshakeClient {
    private final LongSupplier nanoClock;

    /** A client whose deadlines are on this clock. */
    public HandshakeClient(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * A descriptor and where it was found.
     *
     * @param address the address of the host that answered
     * @param descriptor what it published
     */
    public record Answer(InetAddress address, SegmentDescriptor descriptor) {}

    /** Fetches the descriptor of the peer. */
    public Answer metadata(HostAndPort peer, long deadlineNanos) throws IOException {
        Exchange exchange = ask(peer, FrameType.METADATA, deadlineNanos);
        return new Answer(exchange.address, DescriptorJson.fromJson(exchange.json));
    }

    /** Whether the peer answers. */
    public boolean probe(HostAndPort peer, long deadlineNanos) {
        try {
            return ask(peer, FrameType.PROBE, deadlineNanos)
                    .json
                    .path("status")
                    .asText("")
                    .equals("success");
        } catch (IOException e) {
            return false;
        }
    }

    private record Exchange(InetAddress address, JsonNode json) {}

    private Exchange ask(HostAndPort peer, FrameType type, long deadlineNanos) throws IOException {
        IOException last = null;
        for (InetAddress address : InetAddress.getAllByName(peer.host())) {
            try {
                return new Exchange(address, ask(new InetSocketAddress(address, peer.port()), type, deadlineNanos));
            } catch (IOException e) {
                last = withPrevious(e, last);
            }
        }
        throw last == null ? new UnknownHostException(peer.host()) : last;
    }

    private JsonNode ask(InetSocketAddress address, FrameType type, long deadlineNanos) throws IOException {
        try (Socket socket = new Socket()) {
            socket.setTcpNoDelay(true);
            socket.connect(address, HandshakeFrame.remainingMillis(nanoClock, deadlineNanos));
            if (address.equals(socket.getLocalSocketAddress())) {
                throw new ConnectException("nobody listens: the socket met itself");
            }
            socket.getOutputStream().write(new HandshakeFrame(type, true, DescriptorJson.object()).encode());
            HandshakeFrame reply = HandshakeFrame.read(socket, nanoClock, deadlineNanos);
            if (reply.type() != type || !reply.typed()) {
                throw new HandshakeException("a reply of type " + reply.type() + " to " + type);
            }
            return reply.json();
        }
    }

    private static IOException withPrevious(IOException failure, @Nullable IOException previous) {
        if (previous != null) {
            failure.addSuppressed(previous);
        }
        return failure;
    }
}
