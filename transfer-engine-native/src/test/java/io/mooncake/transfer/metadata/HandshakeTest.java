package io.mooncake.transfer.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import io.mooncake.config.SoftwareVersion;
import io.mooncake.transfer.Eventually;
import io.mooncake.transfer.metadata.SegmentDescriptor.Buffer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The handshake port, frame by frame. */
final class HandshakeTest {
    private static final long PATIENCE_NANOS = 10_000_000_000L;
    private static final SegmentDescriptor DESCRIPTOR = new SegmentDescriptor(
            "[::1]:7",
            "tcp",
            "::1",
            65_535,
            2,
            "2026-01-02 03:04:05.000006",
            List.of(new Buffer("[::1]:7", 1L << 30, 5), new Buffer("[::1]:7", -2, -1)));

    private HandshakeServer server;
    private final HandshakeClient client = new HandshakeClient(System::nanoTime);

    @BeforeEach
    void start() {
        server = HandshakeServer.bind("127.0.0.1", 0, System::nanoTime, () -> DESCRIPTOR);
        server.serve();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] frame(int type, String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(9 + text.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(1 + text.length)
                .put((byte) type)
                .put(text)
                .array();
    }

    /** Sends the bytes and reads until the server closes. */
    private byte[] exchange(byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes);
            return socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
            return new byte[0];
        }
    }

    private String json(byte[] reply, int type) {
        ByteBuffer buffer = ByteBuffer.wrap(reply).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(buffer.getLong()).isEqualTo(reply.length - 8L);
        if (type >= 0) {
            assertThat(buffer.get()).isEqualTo((byte) type);
        }
        return StandardCharsets.UTF_8.decode(buffer).toString();
    }

    @Test
    void aDescriptorSurvivesTheWireWithAddressesAbove63Bits() throws IOException {
        HandshakeClient.Answer answer =
                client.metadata(new HostAndPort("127.0.0.1", server.port()), System.nanoTime() + PATIENCE_NANOS);
        assertThat(answer.descriptor()).isEqualTo(DESCRIPTOR);
        assertThat(answer.address().isLoopbackAddress()).isTrue();
    }

    @Test
    void eachTypeHasItsReply() throws IOException {
        assertThat(json(exchange(frame(1, "{}\n")), 1))
                .isEqualTo("{\"buffers\":[{\"addr\":1073741824,\"length\":5,\"name\":\"[::1]:7\"},"
                        + "{\"addr\":18446744073709551614,\"length\":18446744073709551615,\"name\":\"[::1]:7\"}],"
                        + "\"name\":\"[::1]:7\",\"protocol\":\"tcp\",\"software\":\"mooncake-java "
                        + SoftwareVersion.current() + "\",\"tcp_data_host\":\"::1\",\"tcp_data_port\":65535,"
                        + "\"tcp_proto_version\":2,\"timestamp\":\"2026-01-02 03:04:05.000006\"}\n");
        assertThat(json(exchange(frame(2, "{\"name\":\"a\",\"notify_msg\":\"b\"}")), 2))
                .isEqualTo("{\"name\":\"\",\"notify_msg\":\"success\"}\n");
        assertThat(json(exchange(frame(3, "{}")), 3)).isEqualTo("{\"status\":\"success\"}\n");
        assertThat(json(exchange(frame(0, "{}")), 0)).contains("\"qp_num\":[]");
    }

    @Test
    void theOlderFormWithoutTypeIsAnsweredInKind() throws IOException {
        byte[] request = ByteBuffer.allocate(10)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(2)
                .put((byte) '{')
                .put((byte) '}')
                .array();
        assertThat(json(exchange(request), -1)).startsWith("{").contains("local_nic_path");
    }

    @Test
    void whatIsNoFrameIsClosedWithoutReplyAndCounted() throws IOException {
        List<byte[]> bad = List.of(
                new byte[8],
                "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong((1 << 20) + 1)
                        .array(),
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(-1)
                        .array(),
                frame(1, "{"),
                frame(0x80, "{}"),
                frame(4, "{}"));
        for (byte[] bytes : bad) {
            assertThat(exchange(bytes)).isEmpty();
        }
        Eventually.holds("counted", () -> server.refused() == bad.size());
        assertThat(json(exchange(frame(3, "{}")), 3)).contains("success");
    }

    @Test
    void anAnswerThatIsNoDescriptorIsAnError() throws IOException {
        assertThatThrownBy(() -> ask("null")).hasMessageContaining("no segment");
        assertThatThrownBy(() -> ask("{\"tcp_data_port\":70000}")).hasMessageContaining("tcp_data_port");
        assertThatThrownBy(() -> ask("{\"tcp_data_port\":-1}")).hasMessageContaining("tcp_data_port");
        assertThatThrownBy(() -> ask("{\"buffers\":[{\"name\":\"a\",\"addr\":0,\"length\":1}]}"))
                .hasMessageContaining("addr");
        assertThatThrownBy(() -> ask("{\"buffers\":[{\"name\":\"\",\"addr\":1,\"length\":1}]}"))
                .hasMessageContaining("name");
        assertThatThrownBy(() -> ask("{\"buffers\":[{\"name\":\"a\",\"addr\":1,\"length\":1.5}]}"))
                .hasMessageContaining("length");
        assertThat(ask("{\"protocol\":\"tcp\",\"name\":\"x\",\"tcp_data_port\":5}")
                        .protocolVersion())
                .isEqualTo(1);
    }

    /** Fetches a descriptor from a server that answers with this text. */
    private SegmentDescriptor ask(String answer) throws IOException {
        try (ServerSocket bare = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread responder = Thread.ofVirtual().start(() -> {
                try (Socket socket = bare.accept()) {
                    socket.getInputStream().readNBytes(12);
                    socket.getOutputStream().write(frame(1, answer));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            try {
                return client.metadata(
                                new HostAndPort("127.0.0.1", bare.getLocalPort()), System.nanoTime() + PATIENCE_NANOS)
                        .descriptor();
            } finally {
                responder.interrupt();
            }
        }
    }

    @Test
    void aSlowSenderIsCutOffByTheTimeLeftNotPerByte() throws IOException {
        try (ServerSocket bare = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            assertThatThrownBy(() ->
                            client.metadata(new HostAndPort("127.0.0.1", bare.getLocalPort()), start + 200_000_000L))
                    .isInstanceOf(IOException.class);
            assertThat(System.nanoTime() - start).isLessThan(PATIENCE_NANOS);
        }
    }
}
