package io.mooncake.transfer;

import io.mooncake.transfer.metadata.HandshakeServer;
import io.mooncake.transfer.metadata.SegmentDescriptor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** A peer whose data port is a bare socket in the hands of the test. */
final class FakePeer implements AutoCloseable {
    static final byte[] OK = {0, 0, 0, 0, 0x56, 0x54, 0x43, 0x4D};
    static final byte[] REJECTED = {1, 0, 0, 0, 0x56, 0x54, 0x43, 0x4D};

    private static final int PATIENCE_MILLIS = 10_000;

    private final ServerSocket data;
    private final String dataHost;
    private final HandshakeServer handshakes;
    private volatile int dataPort;
    private volatile int protocolVersion;
    private volatile String protocol = SegmentDescriptor.TCP;

    private FakePeer(ServerSocket data, String dataHost, int protocolVersion) {
        this.data = data;
        this.dataHost = dataHost;
        this.dataPort = data.getLocalPort();
        this.protocolVersion = protocolVersion;
        this.handshakes = HandshakeServer.bind("127.0.0.1", 0, System::nanoTime, this::descriptor);
        handshakes.serve();
    }

    /** Listens with a small receive buffer, so that a peer that does not read is noticed soon. */
    static FakePeer start(int protocolVersion) throws IOException {
        return new FakePeer(listen("127.0.0.1"), "", protocolVersion);
    }

    /** Answers handshakes at another address than it serves data. */
    static FakePeer startWithDataAt(String dataHost) throws IOException {
        return new FakePeer(listen(dataHost), dataHost, 2);
    }

    private static ServerSocket listen(String host) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReceiveBufferSize(64 << 10);
        socket.bind(new InetSocketAddress(host, 0));
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    String endpoint() {
        return "127.0.0.1:" + handshakes.port();
    }

    int dataPort() {
        return data.getLocalPort();
    }

    void publishDataPort(int port) {
        dataPort = port;
    }

    void publishProtocol(String name, int version) {
        protocol = name;
        protocolVersion = version;
    }

    Socket accept() throws IOException {
        Socket socket = data.accept();
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** A header as it must stand on the wire. */
    static byte[] header(long size, long address, int opcode) {
        return ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(size)
                .putLong(address)
                .put((byte) opcode)
                .array();
    }

    private SegmentDescriptor descriptor() {
        return new SegmentDescriptor("fake", protocol, dataHost, dataPort, protocolVersion, "", List.of());
    }

    @Override
    public void close() throws IOException {
        handshakes.close();
        data.close();
    }
}
