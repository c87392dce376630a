package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.State;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The initiator against peers that stall, lie, refuse and die; and the bytes that it puts on the wire. */
final class FaultyPeerTest {
    private static final long ADDRESS = 0x0001_2345_4000_0000L;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final Arena arena = Arena.ofAuto();
    private TransferEngine engine;
    private FakePeer peer;

    @BeforeEach
    void start() throws IOException {
        engine = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
        peer = FakePeer.start(2);
    }

    @AfterEach
    void stop() throws IOException {
        engine.close();
        peer.close();
    }

    private TransferBatch submit(Opcode opcode, MemorySegment memory, Duration patience) {
        RemoteSegment remote = engine.openSegment(peer.endpoint());
        return engine.submit(
                List.of(new TransferRequest(opcode, memory, remote, ADDRESS)), System.nanoTime() + patience.toNanos());
    }

    private MemorySegment filled(long lengthBytes, int value) {
        return arena.allocate(lengthBytes).fill((byte) value);
    }

    private static void assertFailed(TransferStatus status, Reason reason, WriteEffect effect) {
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).isEqualTo(reason);
        assertThat(status.writeEffect()).isEqualTo(effect);
        assertThat(status.detail()).isNotEmpty();
    }

    @Test
    void aWriteOfVersion2IsHeaderThenBytesAndIsCompleteOnlyWhenAcknowledged() throws IOException {
        TransferBatch batch = submit(Opcode.WRITE, filled(4_096, 7), PATIENCE);
        try (Socket socket = peer.accept()) {
            byte[] header = socket.getInputStream().readNBytes(24);
            assertThat(header).containsExactly(FakePeer.header(4_096, ADDRESS, 0x81));
            assertThat(HexFormat.of().formatHex(header))
                    .isEqualTo("0010000000000000" + "0000004045230100" + "81" + "00000000000000");
            assertThat(socket.getInputStream().readNBytes(4_096)).containsOnly(7);
            assertThat(batch.status(0).state()).isEqualTo(State.PENDING);
            socket.getOutputStream().write(FakePeer.OK);
            assertThat(batch.await(0)).isEqualTo(TransferStatus.completed(Opcode.WRITE, 4_096));
        }
    }

    @Test
    void aReadOfVersion2IsAHeaderAnsweredByStatusAndBytes() throws IOException {
        MemorySegment sink = filled(5, 0);
        TransferBatch batch = submit(Opcode.READ, sink, PATIENCE);
        try (Socket socket = peer.accept()) {
            assertThat(socket.getInputStream().readNBytes(24)).containsExactly(FakePeer.header(5, ADDRESS, 0x80));
            socket.getOutputStream().write(FakePeer.OK);
            socket.getOutputStream().write(new byte[] {1, 2, 3, 4, 5});
            assertThat(batch.await(0).isCompleted()).isTrue();
            assertThat(sink.toArray(ValueLayout.JAVA_BYTE)).containsExactly(1, 2, 3, 4, 5);
        }
    }

    @Test
    void version1HasNoStatusAndAWriteIsProvenByReadingItsLastByteBack() throws IOException {
        peer.publishProtocol("tcp", 1);
        MemorySegment sink = filled(3, 0);
        TransferBatch read = submit(Opcode.READ, sink, PATIENCE);
        try (Socket socket = peer.accept()) {
            assertThat(socket.getInputStream().readNBytes(24)).containsExactly(FakePeer.header(3, ADDRESS, 0));
            socket.getOutputStream().write(new byte[] {9, 8, 7});
            assertThat(read.await(0).isCompleted()).isTrue();
            TransferBatch write = submit(Opcode.WRITE, filled(100, 4), PATIENCE);
            assertThat(socket.getInputStream().readNBytes(24)).containsExactly(FakePeer.header(100, ADDRESS, 1));
            assertThat(socket.getInputStream().readNBytes(100)).containsOnly(4);
            assertThat(socket.getInputStream().readNBytes(24)).containsExactly(FakePeer.header(1, ADDRESS + 99, 0));
            assertThat(write.status(0).state()).isEqualTo(State.PENDING);
            socket.getOutputStream().write(4);
            assertThat(write.await(0)).isEqualTo(TransferStatus.completed(Opcode.WRITE, 100));
        }
    }

    @Test
    void aWriteToAPeerThatDoesNotReadEndsAtTheDeadlineAndSendsNoLaterByte() throws IOException {
        MemorySegment source = filled(64 << 20, 1);
        TransferBatch batch = submit(Opcode.WRITE, source, SHORT);
        try (Socket socket = peer.accept()) {
            TransferStatus status = batch.await(0);
            source.fill((byte) 2);
            assertThat(status.state()).isEqualTo(State.TIMEOUT);
            assertThat(status.reason()).isEqualTo(Reason.DEADLINE);
            assertThat(status.writeEffect()).isEqualTo(WriteEffect.UNCERTAIN);
            assertThat(status.transferredBytes()).isLessThan(64 << 20);
            InputStream input = socket.getInputStream();
            input.readNBytes(24);
            assertThat(readToTheEnd(input, (byte) 1)).isLessThan(64 << 20);
        }
    }

    private static long readToTheEnd(InputStream input, byte expected) {
        byte[] chunk = new byte[1 << 16];
        long total = 0;
        try {
            int count = input.read(chunk);
            while (count >= 0) {
                for (int i = 0; i < count; i++) {
                    assertThat(chunk[i]).isEqualTo(expected);
                }
                total += count;
                count = input.read(chunk);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("reset");
        }
        return total;
    }

    @Test
    void aStalledReadEndsAtTheDeadlineAndNothingLandsAfterwards() throws IOException {
        MemorySegment sink = filled(1_000_000, 0);
        TransferBatch batch = submit(Opcode.READ, sink, SHORT);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(24);
            socket.getOutputStream().write(FakePeer.OK);
            socket.getOutputStream().write(new byte[500_000]);
            TransferStatus status = batch.await(0);
            sink.fill((byte) 5);
            assertThat(status.state()).isEqualTo(State.TIMEOUT);
            assertThat(status.transferredBytes()).isEqualTo(500_000);
            assertThat(status.writeEffect()).isEqualTo(WriteEffect.NONE);
            assertThat(socket.getInputStream().read()).isNegative();
        }
        assertThat(TestMemory.isFilledWith(sink, 5)).isTrue();
    }

    @Test
    void aWriteThatIsNotAcknowledgedEndsAtTheDeadlineUncertain() throws IOException {
        TransferBatch batch = submit(Opcode.WRITE, filled(100, 1), SHORT);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(124);
            assertThat(batch.await(0))
                    .extracting(TransferStatus::state, TransferStatus::writeEffect, TransferStatus::transferredBytes)
                    .containsExactly(State.TIMEOUT, WriteEffect.UNCERTAIN, 100L);
        }
    }

    @Test
    void aWriteRefusedWhileItIsSentHasNoEffect() throws IOException {
        TransferBatch batch = submit(Opcode.WRITE, filled(64 << 20, 1), PATIENCE);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(24);
            socket.getOutputStream().write(FakePeer.REJECTED);
            assertFailed(batch.await(0), Reason.ADDRESS_REFUSED, WriteEffect.NONE);
        }
    }

    @Test
    void aResetThatHidesTheStatusIsUncertain() throws IOException {
        TransferBatch batch = submit(Opcode.WRITE, filled(64 << 20, 1), PATIENCE);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(24);
            socket.setSoLinger(true, 0);
        }
        assertFailed(batch.await(0), Reason.CONNECTION_LOST, WriteEffect.UNCERTAIN);
    }

    @Test
    void aStatusThatIsNoneIsAProtocolError() throws IOException {
        TransferBatch batch = submit(Opcode.READ, filled(10, 1), PATIENCE);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(24);
            socket.getOutputStream().write(new byte[8]);
            assertFailed(batch.await(0), Reason.PROTOCOL_ERROR, WriteEffect.NONE);
        }
        TransferBatch write = submit(Opcode.WRITE, filled(32 << 20, 1), PATIENCE);
        try (Socket socket = peer.accept()) {
            socket.getInputStream().readNBytes(24);
            socket.getOutputStream().write(FakePeer.OK);
            assertFailed(write.await(0), Reason.PROTOCOL_ERROR, WriteEffect.UNCERTAIN);
        }
    }

    @Test
    void aReadIsTriedOnceMoreWhenAUsedConnectionDies() throws IOException {
        TransferBatch first = submit(Opcode.READ, filled(1, 0), PATIENCE);
        TransferBatch second;
        try (Socket socket = peer.accept()) {
            answerRead(socket, 1);
            assertThat(first.await(0).isCompleted()).isTrue();
            second = submit(Opcode.READ, filled(1, 0), PATIENCE);
            socket.getInputStream().readNBytes(24);
        }
        try (Socket socket = peer.accept()) {
            answerRead(socket, 1);
            assertThat(second.await(0).isCompleted()).isTrue();
        }
    }

    @Test
    void aWriteIsNotTriedAgainOnceBytesMayHaveLeft() throws IOException {
        TransferBatch first = submit(Opcode.READ, filled(1, 0), PATIENCE);
        TransferBatch second;
        try (Socket socket = peer.accept()) {
            answerRead(socket, 1);
            assertThat(first.await(0).isCompleted()).isTrue();
            second = submit(Opcode.WRITE, filled(1, 0), PATIENCE);
            socket.getInputStream().readNBytes(25);
        }
        assertFailed(second.await(0), Reason.CONNECTION_LOST, WriteEffect.UNCERTAIN);
    }

    private static void answerRead(Socket socket, int bytes) throws IOException {
        socket.getInputStream().readNBytes(24);
        socket.getOutputStream().write(FakePeer.OK);
        socket.getOutputStream().write(new byte[bytes]);
    }

    @Test
    void aRefusalByAStrangerAtTheOldPortLeadsToTheNewOne() throws IOException {
        try (FakePeer moved = FakePeer.start(2)) {
            TransferBatch batch = submit(Opcode.READ, filled(2, 0), PATIENCE);
            try (Socket socket = peer.accept()) {
                socket.getInputStream().readNBytes(24);
                peer.publishDataPort(moved.dataPort());
                socket.getOutputStream().write(FakePeer.REJECTED);
                try (Socket next = moved.accept()) {
                    answerRead(next, 2);
                    assertThat(batch.await(0).isCompleted()).isTrue();
                }
            }
        }
    }

    @Test
    void aClosedDataPortIsAskedForAgainBeforeItIsAFailure() throws IOException {
        int good = peer.dataPort();
        int dead;
        try (ServerSocket gone = new ServerSocket(0)) {
            dead = gone.getLocalPort();
        }
        peer.publishDataPort(dead);
        assertFailed(submit(Opcode.WRITE, filled(2, 0), PATIENCE).await(0), Reason.CONNECT_FAILED, WriteEffect.NONE);
        peer.publishDataPort(good);
        TransferBatch batch = submit(Opcode.READ, filled(2, 0), PATIENCE);
        try (Socket socket = peer.accept()) {
            answerRead(socket, 2);
            assertThat(batch.await(0).isCompleted()).isTrue();
        }
    }

    @Test
    void withoutADescriptorNothingIsSent() throws IOException {
        peer.publishProtocol("rdma", 2);
        assertFailed(
                submit(Opcode.WRITE, filled(2, 0), PATIENCE).await(0), Reason.UNSUPPORTED_PROTOCOL, WriteEffect.NONE);
        peer.publishProtocol("tcp", 0);
        assertFailed(
                submit(Opcode.WRITE, filled(2, 0), PATIENCE).await(0), Reason.UNSUPPORTED_PROTOCOL, WriteEffect.NONE);
        peer.close();
        assertFailed(
                submit(Opcode.WRITE, filled(2, 0), PATIENCE).await(0), Reason.DESCRIPTOR_UNAVAILABLE, WriteEffect.NONE);
    }

    @Test
    void aSilentHandshakePortDoesNotOutlastTheDeadline() throws IOException {
        try (ServerSocket silent = new ServerSocket(0)) {
            RemoteSegment remote = engine.openSegment("127.0.0.1:" + silent.getLocalPort());
            TransferBatch batch = engine.submit(
                    List.of(new TransferRequest(Opcode.WRITE, filled(8, 0), remote, ADDRESS)),
                    System.nanoTime() + SHORT.toNanos());
            assertThat(batch.await(0))
                    .extracting(TransferStatus::state, TransferStatus::writeEffect)
                    .containsExactly(State.TIMEOUT, WriteEffect.NONE);
            assertThat(engine.probe(remote.endpoint(), System.nanoTime() + SHORT.toNanos()))
                    .isFalse();
        }
        assertThat(engine.probe(peer.endpoint(), System.nanoTime() + PATIENCE.toNanos()))
                .isTrue();
    }
}
