package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import io.mooncake.transfer.TransferException.Kind;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferReport.Transport;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.memory.SegmentMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names, registration, connections and their bounds. */
final class EngineTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Arena arena = Arena.ofAuto();
    private final List<AutoCloseable> resources = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable resource : resources.reversed()) {
            resource.close();
        }
    }

    private TransferEngine start(TransferConfig config) {
        TransferEngine engine = TransferEngine.start(config);
        resources.add(engine);
        return engine;
    }

    private SegmentMemory allocate(long lengthBytes) {
        SegmentMemory memory = SegmentMemory.allocate(lengthBytes);
        resources.add(0, memory);
        return memory;
    }

    private TransferBatch submit(
            TransferEngine from, TransferEngine to, Opcode opcode, MemorySegment memory, long address) {
        return from.submit(
                List.of(new TransferRequest(opcode, memory, from.openSegment(to.name()), address)),
                System.nanoTime() + PATIENCE.toNanos());
    }

    @Test
    void theNameIsTheEndpointThatIsReallyBound() {
        TransferEngine engine = start(TransferConfig.defaults("127.0.0.1"));
        HostAndPort name = HostAndPort.parse("name", engine.name());
        assertThat(name.host()).isEqualTo("127.0.0.1");
        assertThat(name.port()).isPositive();
        assertThat(engine.probe(engine.name(), System.nanoTime() + PATIENCE.toNanos()))
                .isTrue();
        assertThatThrownBy(() -> TransferEngine.start(
                        TransferConfig.defaults("127.0.0.1").withPorts(name.port(), 0)))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.kind()).isEqualTo(Kind.BIND_FAILED));
    }

    @Test
    void aBoundDataPortIsReported() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            TransferConfig config = TransferConfig.defaults("127.0.0.1").withPorts(0, taken.getLocalPort());
            assertThatThrownBy(() -> TransferEngine.start(config))
                    .isInstanceOf(TransferException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()))
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void ipv6WorksAndIsWrittenInBrackets() {
        TransferEngine target = start(TransferConfig.defaults("::1"));
        TransferEngine initiator = start(TransferConfig.defaults("::1"));
        assertThat(target.name()).startsWith("[::1]:");
        RegisteredMemory region = target.register(allocate(1 << 20).memory());
        MemorySegment source = arena.allocate(5_000).fill((byte) 6);
        assertThat(submit(initiator, target, Opcode.WRITE, source, region.base() + 1)
                        .await(0)
                        .isCompleted())
                .isTrue();
        assertThat(region.memory().get(ValueLayout.JAVA_BYTE, 5_000)).isEqualTo((byte) 6);
    }

    @Test
    void anEndpointIsCheckedWithoutAskingAnybody() {
        TransferEngine engine = start(TransferConfig.defaults("127.0.0.1"));
        RemoteSegment unknown = engine.openSegment("no-such-host.invalid:1");
        assertThat(engine.openSegment("no-such-host.invalid:1")).isSameAs(unknown);
        assertThat(unknown.endpoint()).isEqualTo("no-such-host.invalid:1");
        assertThatThrownBy(() -> engine.openSegment("fe80::1:80"))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_ENDPOINT));
        assertThatThrownBy(() -> engine.openSegment("host")).isInstanceOf(TransferException.class);
    }

    @Test
    void bytesGoToTheDataHostOfTheDescriptor() throws IOException {
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1"));
        try (FakePeer peer = FakePeer.startWithDataAt("127.0.0.2")) {
            TransferRequest read = new TransferRequest(
                    Opcode.READ, arena.allocate(3), initiator.openSegment(peer.endpoint()), 1 << 20);
            TransferBatch batch = initiator.submit(List.of(read), System.nanoTime() + PATIENCE.toNanos());
            try (Socket socket = peer.accept()) {
                assertThat(socket.getInputStream().readNBytes(24)).isEqualTo(FakePeer.header(3, 1 << 20, 0x80));
                socket.getOutputStream().write(FakePeer.OK);
                socket.getOutputStream().write(new byte[3]);
                assertThat(batch.await(0).isCompleted()).isTrue();
            }
        }
    }

    @Test
    void theOlderFramingIsSpokenWhereItIsAskedFor() throws IOException {
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1").withNewestFraming(1));
        try (FakePeer peer = FakePeer.start(2)) {
            TransferRequest read = new TransferRequest(
                    Opcode.READ, arena.allocate(3), initiator.openSegment(peer.endpoint()), 1 << 20);
            TransferBatch batch = initiator.submit(List.of(read), System.nanoTime() + PATIENCE.toNanos());
            try (Socket socket = peer.accept()) {
                assertThat(socket.getInputStream().readNBytes(24)).isEqualTo(FakePeer.header(3, 1 << 20, 0));
                socket.getOutputStream().write(new byte[3]);
                assertThat(batch.await(0).isCompleted()).isTrue();
            }
        }
    }

    @Test
    void aRestartedPeerIsFoundAtItsNewDataPort() {
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1"));
        SegmentMemory memory = allocate(1 << 20);
        MemorySegment source = arena.allocate(100).fill((byte) 1);
        TransferEngine first = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
        int handshakePort = HostAndPort.parse("name", first.name()).port();
        RegisteredMemory before = first.register(memory.memory());
        assertThat(submit(initiator, first, Opcode.WRITE, source, before.base())
                        .await(0)
                        .isCompleted())
                .isTrue();
        first.close();
        TransferEngine second = start(TransferConfig.defaults("127.0.0.1").withPorts(handshakePort, 0));
        RegisteredMemory after = second.register(memory.memory());
        assertThat(submit(initiator, second, Opcode.WRITE, source, before.base())
                        .await(0)
                        .reason())
                .isEqualTo(Reason.ADDRESS_REFUSED);
        assertThat(submit(initiator, second, Opcode.READ, source, after.base())
                        .await(0)
                        .isCompleted())
                .isTrue();
    }

    @Test
    void everyNthReadIsSpoiledWhereTheTestAsksForIt() {
        TransferEngine target = start(TransferConfig.defaults("127.0.0.1").withCorruptEveryNthRead(3));
        TransferEngine remote = start(TransferConfig.defaults("127.0.0.1"));
        RegisteredMemory region = target.register(allocate(1 << 20).memory());
        for (TransferEngine initiator : List.of(remote, target)) {
            List<Long> differences = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                MemorySegment sink = arena.allocate(1_000).fill((byte) 1);
                assertThat(submit(initiator, target, Opcode.READ, sink, region.base())
                                .await(0)
                                .isCompleted())
                        .isTrue();
                differences.add(region.memory().asSlice(0, 1_000).mismatch(sink));
            }
            assertThat(differences).containsExactly(-1L, -1L, 0L, -1L, -1L, 0L);
        }
        assertThat(TestMemory.isFilledWith(region.memory(), 0)).isTrue();
    }

    @Test
    void connectionsAreFewReusedAndClosedWhenIdle() {
        TransferConfig.Limits limits = TransferConfig.Limits.DEFAULT
                .withConnectionsPerPeer(2)
                .withTimeouts(PATIENCE, Duration.ofMillis(200), PATIENCE);
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1").withLimits(limits));
        TransferEngine target = start(TransferConfig.defaults("127.0.0.1"));
        RegisteredMemory region = target.register(allocate(1 << 20).memory());
        RemoteSegment remote = initiator.openSegment(target.name());
        MemorySegment source = arena.allocate(1_000);
        List<TransferRequest> requests =
                Collections.nCopies(100, new TransferRequest(Opcode.WRITE, source, remote, region.base()));
        TransferBatch batch = initiator.submit(requests, System.nanoTime() + PATIENCE.toNanos());
        assertThat(batch.awaitAll()).allMatch(TransferStatus::isCompleted);
        assertThat(batch.size()).isEqualTo(100);
        assertThat(initiator.report().outgoingConnections()).isBetween(1, 2);
        assertThat(initiator.report().requests(Transport.TCP, Side.INITIATOR, Opcode.WRITE))
                .isEqualTo(100);
        assertThat(initiator.report().bytes(Transport.TCP, Side.INITIATOR, Opcode.WRITE))
                .isEqualTo(100_000);
        Eventually.holds("idle ones closed", () -> initiator.report().outgoingConnections() == 0);
        Eventually.holds("at both ends", () -> target.report().incomingConnections() == 0);
        assertThat(target.report().drops())
                .allSatisfy((reason, count) -> assertThat(count).isZero());
        assertThat(submit(initiator, target, Opcode.READ, source, region.base())
                        .await(0)
                        .isCompleted())
                .isTrue();
    }

    @Test
    void requestsBeyondTheQueueFailAtOnceAndTheOthersEndAtTheirDeadline() throws IOException {
        TransferConfig.Limits limits =
                TransferConfig.Limits.DEFAULT.withConnectionsPerPeer(1).withQueuedRequestsPerPeer(3);
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1").withLimits(limits));
        try (FakePeer peer = FakePeer.start(2)) {
            RemoteSegment remote = initiator.openSegment(peer.endpoint());
            TransferRequest read = new TransferRequest(Opcode.READ, arena.allocate(8), remote, 1L << 30);
            TransferBatch first = initiator.submit(List.of(read), System.nanoTime() + PATIENCE.toNanos());
            try (Socket socket = peer.accept()) {
                socket.getInputStream().readNBytes(24);
                TransferBatch more = initiator.submit(
                        Collections.nCopies(5, read),
                        System.nanoTime() + Duration.ofMillis(300).toNanos());
                assertThat(more.awaitAll())
                        .extracting(TransferStatus::reason)
                        .containsExactly(
                                Reason.DEADLINE,
                                Reason.DEADLINE,
                                Reason.DEADLINE,
                                Reason.QUEUE_FULL,
                                Reason.QUEUE_FULL);
                assertThat(first.status(0).isFinal()).isFalse();
                socket.getOutputStream().write(FakePeer.OK);
                socket.getOutputStream().write(new byte[8]);
                assertThat(first.await(0).isCompleted()).isTrue();
            }
        }
    }

    @Test
    void bytesInFlightAreBoundedButOneRequestAlwaysGoes() throws IOException {
        TransferEngine initiator = start(TransferConfig.defaults("127.0.0.1"));
        try (FakePeer peer = FakePeer.start(2)) {
            RemoteSegment remote = initiator.openSegment(peer.endpoint());
            MemorySegment large = arena.allocate(80L << 20);
            TransferRequest read = new TransferRequest(Opcode.READ, large, remote, 1L << 30);
            TransferBatch batch =
                    initiator.submit(Collections.nCopies(3, read), System.nanoTime() + PATIENCE.toNanos());
            try (Socket socket = peer.accept()) {
                socket.getInputStream().readNBytes(24);
                Eventually.holds(
                        "others connected or not", () -> initiator.report().outgoingConnections() > 0);
                assertThat(batch.status(1)).isEqualTo(TransferStatus.WAITING);
                assertThat(batch.status(2)).isEqualTo(TransferStatus.WAITING);
                batch.cancel();
                assertThat(batch.awaitAll()).extracting(TransferStatus::reason).containsOnly(Reason.CANCELED);
            }
        }
    }

    @Test
    void memoryThatCannotBeServedIsRefused() {
        TransferEngine engine = start(TransferConfig.defaults("127.0.0.1"));
        SegmentMemory memory = allocate(1 << 20);
        RegisteredMemory region = engine.register(memory.memory().asSlice(1 << 10, 1 << 10));
        assertThat(engine.report().registeredBytes()).isEqualTo(1 << 10);
        assertRefused(engine, MemorySegment.ofArray(new byte[8]), Kind.INVALID_MEMORY);
        assertRefused(engine, memory.memory().asSlice(0, 0), Kind.INVALID_MEMORY);
        assertRefused(engine, memory.memory().asReadOnly(), Kind.INVALID_MEMORY);
        assertRefused(engine, memory.memory(), Kind.OVERLAPPING_MEMORY);
        assertRefused(engine, memory.memory().asSlice((1 << 11) - 1, 1), Kind.OVERLAPPING_MEMORY);
        engine.register(memory.memory().asSlice(1 << 11, 1)).close();
        engine.register(memory.memory().asSlice(0, 1 << 10)).close();
        region.close();
        assertThat(engine.report().registeredBytes()).isZero();
        engine.close();
        assertRefused(engine, memory.memory(), Kind.ENGINE_CLOSED);
    }

    private static void assertRefused(TransferEngine engine, MemorySegment memory, Kind kind) {
        assertThatThrownBy(() -> engine.register(memory))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }
}
