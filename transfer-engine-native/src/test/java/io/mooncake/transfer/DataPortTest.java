package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.address.HostAndPort;
import io.mooncake.transfer.TransferReport.Drop;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferReport.Transport;
import io.mooncake.transfer.memory.SegmentMemory;
import io.mooncake.transfer.metadata.HandshakeClient;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Raw bytes at the data port. */
final class DataPortTest {
    private static final long REGION_BYTES = 1 << 20;
    private static final Duration STALL = Duration.ofMillis(400);
    private static final int CONNECTIONS = 8;

    private TransferEngine engine;
    private SegmentMemory memory;
    private RegisteredMemory region;
    private int port;

    @BeforeEach
    void start() throws IOException {
        TransferConfig.Limits limits = TransferConfig.Limits.DEFAULT
                .withAcceptedConnections(CONNECTIONS)
                .withTimeouts(Duration.ofSeconds(5), Duration.ofSeconds(60), STALL);
        engine = TransferEngine.start(TransferConfig.defaults("127.0.0.1").withLimits(limits));
        memory = SegmentMemory.allocate(REGION_BYTES);
        memory.memory().fill((byte) 3);
        region = engine.register(memory.memory());
        port = new HandshakeClient(System::nanoTime)
                .metadata(HostAndPort.parse("name", engine.name()), System.nanoTime() + 5_000_000_000L)
                .descriptor()
                .dataPort();
    }

    @AfterEach
    void stop() {
        engine.close();
        memory.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    private static boolean isClosedByPeer(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return String.valueOf(e.getMessage()).contains("reset");
        }
    }

    private void assertDropped(Drop reason, long count) {
        Eventually.holds(reason + " is counted", () -> engine.report().dropped(reason) >= count);
        assertThat(engine.report().dropped(reason)).isEqualTo(count);
    }

    private void assertUntouchedAndAlive() throws IOException {
        assertThat(TestMemory.isFilledWith(memory.memory(), 3)).isTrue();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(FakePeer.header(4, region.base(), 0x80));
            assertThat(socket.getInputStream().readNBytes(8)).containsExactly(FakePeer.OK);
            assertThat(socket.getInputStream().readNBytes(4)).containsExactly(3, 3, 3, 3);
        }
    }

    @Test
    void bothVersionsAreServedOnOneConnectionInOrder() throws IOException {
        try (Socket socket = connect()) {
            OutputStream output = socket.getOutputStream();
            ByteBuffer burst = ByteBuffer.allocate(4 * 24 + 5);
            burst.put(FakePeer.header(3, region.base() + 10, 0x01)).put(new byte[] {4, 5, 6});
            burst.put(FakePeer.header(2, region.base() + 13, 0x81)).put(new byte[] {7, 8});
            burst.put(FakePeer.header(6, region.base() + 10, 0x00));
            burst.put(FakePeer.header(1, region.base() + 12, 0x80));
            output.write(burst.array());
            assertThat(socket.getInputStream().readNBytes(8)).containsExactly(FakePeer.OK);
            assertThat(socket.getInputStream().readNBytes(6)).containsExactly(4, 5, 6, 7, 8, 3);
            assertThat(socket.getInputStream().readNBytes(8)).containsExactly(FakePeer.OK);
            assertThat(socket.getInputStream().readNBytes(1)).containsExactly(6);
            socket.shutdownOutput();
            assertThat(isClosedByPeer(socket)).isTrue();
        }
        assertThat(memory.memory().get(ValueLayout.JAVA_BYTE, 14)).isEqualTo((byte) 8);
        Eventually.holds("served", () -> served(Opcode.READ) == 2 && served(Opcode.WRITE) == 2);
        assertThat(engine.report().bytes(Transport.TCP, Side.TARGET, Opcode.WRITE))
                .isEqualTo(5);
        assertThat(engine.report().bytes(Transport.TCP, Side.TARGET, Opcode.READ))
                .isEqualTo(7);
        assertThat(engine.report().drops())
                .allSatisfy((reason, count) -> assertThat(count).isZero());
    }

    private long served(Opcode opcode) {
        return engine.report().requests(Transport.TCP, Side.TARGET, opcode);
    }

    @Test
    void badHeadersOfVersion2AreRejectedThenTheConnectionCloses() throws IOException {
        List<byte[]> outside = List.of(
                FakePeer.header(1, region.base() - 1, 0x81),
                FakePeer.header(1, region.base() + REGION_BYTES, 0x80),
                FakePeer.header(REGION_BYTES + 1, region.base(), 0x81),
                FakePeer.header(Long.MAX_VALUE >> 2, region.base(), 0x80),
                FakePeer.header(1, 0, 0xFE),
                FakePeer.header(8, memory.memory().address(), 0x81));
        for (byte[] header : outside) {
            assertRejected(header);
        }
        assertDropped(Drop.OUTSIDE_REGION, outside.size());
        assertRejected(FakePeer.header(0, region.base(), 0x80));
        assertRejected(FakePeer.header(0, region.base(), 0x81));
        assertDropped(Drop.ZERO_SIZE, 2);
        assertRejected(FakePeer.header(-1, region.base(), 0x81));
        assertRejected(FakePeer.header(2, -1, 0x81));
        assertRejected(FakePeer.header(Long.MAX_VALUE, region.base(), 0x80));
        assertDropped(Drop.OVERFLOW, 3);
        assertUntouchedAndAlive();
    }

    private void assertRejected(byte[] header) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(header);
            assertThat(socket.getInputStream().readNBytes(8)).containsExactly(FakePeer.REJECTED);
            assertThat(isClosedByPeer(socket)).isTrue();
        }
        Eventually.holds("closed", () -> engine.report().incomingConnections() == 0);
    }

    @Test
    void aRefusedWriterThatGoesOnSendingStillReadsItsStatus() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(FakePeer.header(8 << 20, region.base(), 0x81));
            socket.getOutputStream().write(new byte[8 << 20]);
            assertThat(socket.getInputStream().readNBytes(8)).containsExactly(FakePeer.REJECTED);
        }
        assertUntouchedAndAlive();
    }

    @Test
    void badHeadersOfVersion1CloseTheConnectionSilently() throws IOException {
        for (int opcode = 0; opcode <= 1; opcode++) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(FakePeer.header(8, region.base() - 8, opcode));
                assertThat(isClosedByPeer(socket)).isTrue();
            }
        }
        assertDropped(Drop.OUTSIDE_REGION, 2);
        assertUntouchedAndAlive();
    }

    @Test
    void halfAHeaderThenTheEndIsCounted() throws IOException {
        for (int length = 1; length < 24; length += 11) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(new byte[length]);
            }
        }
        assertDropped(Drop.HALF_HEADER, 3);
        try (Socket socket = connect()) {
            assertThat(socket.isConnected()).isTrue();
        }
        assertUntouchedAndAlive();
        assertThat(engine.report().dropped(Drop.HALF_HEADER)).isEqualTo(3);
    }

    @Test
    void aBodyThatEndsEarlyTouchesOnlyItsRange() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(FakePeer.header(100, region.base() + 50, 0x81));
            socket.getOutputStream().write(new byte[10]);
        }
        assertDropped(Drop.BODY_CUT, 1);
        assertThat(TestMemory.isFilledWith(memory.memory().asSlice(0, 50), 3)).isTrue();
        assertThat(TestMemory.isFilledWith(memory.memory().asSlice(50, 10), 0)).isTrue();
        assertThat(TestMemory.isFilledWith(memory.memory().asSlice(60), 3)).isTrue();
    }

    @Test
    void randomBytesCloseTheConnectionAndTouchNothing() throws IOException {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[24 + random.nextInt(200)];
            random.nextBytes(bytes);
            try (Socket socket = connect()) {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                while (!isClosedByPeer(socket)) {
                    assertThat(socket.isConnected()).isTrue();
                }
            }
            Eventually.holds("closed", () -> engine.report().incomingConnections() < CONNECTIONS - 1);
        }
        long dropped = engine.report().drops().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertThat(dropped).isEqualTo(200);
        assertUntouchedAndAlive();
    }

    @Test
    void aConnectionThatStallsInsideARequestIsClosedAnIdleOneIsNot() throws IOException {
        try (Socket idle = connect();
                Socket halfHeader = connect();
                Socket halfBody = connect()) {
            halfHeader.getOutputStream().write(new byte[5]);
            halfBody.getOutputStream().write(FakePeer.header(100, region.base(), 0x81));
            assertThat(isClosedByPeer(halfHeader)).isTrue();
            assertThat(isClosedByPeer(halfBody)).isTrue();
            assertDropped(Drop.STALLED, 2);
            idle.getOutputStream().write(FakePeer.header(1, region.base(), 0));
            assertThat(idle.getInputStream().read()).isEqualTo(3);
        }
    }

    @Test
    void moreConnectionsThanTheBoundAreClosed() throws IOException {
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            sockets.add(connect());
        }
        Eventually.holds("accepted", () -> engine.report().incomingConnections() == CONNECTIONS);
        try (Socket tooMany = connect()) {
            assertThat(isClosedByPeer(tooMany)).isTrue();
        }
        assertDropped(Drop.CONNECTION_LIMIT, 1);
        for (Socket socket : sockets) {
            socket.close();
        }
        Eventually.holds("closed", () -> engine.report().incomingConnections() == 0);
        assertUntouchedAndAlive();
    }

    @Test
    void deregisteringCutsAWriterThatIsInTheMiddle() throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(FakePeer.header(100, region.base(), 0x81));
            socket.getOutputStream().write(new byte[10]);
            Eventually.holds(
                    "stored", () -> TestMemory.isFilledWith(memory.memory().asSlice(0, 10), 0));
            region.close();
            memory.memory().fill((byte) 3);
            assertThat(isClosedByPeer(socket)).isTrue();
            assertDropped(Drop.DEREGISTERED, 1);
        }
        region = engine.register(memory.memory());
        assertUntouchedAndAlive();
    }
}
