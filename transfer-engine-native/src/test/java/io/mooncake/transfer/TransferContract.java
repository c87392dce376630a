package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.State;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import io.mooncake.transfer.memory.SegmentMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every transport promises. */
abstract class TransferContract {
    private static final long REGION_BYTES = 80L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private TransferEngine initiator;
    private TransferEngine target;
    private SegmentMemory regionMemory;
    private RegisteredMemory region;
    private RemoteSegment remote;
    private final Arena arena = Arena.ofAuto();

    /** Starts the engine that asks. */
    abstract TransferEngine startInitiator();

    /** Starts the engine that is asked; may be the same. */
    abstract TransferEngine startTarget(TransferEngine startedInitiator);

    @BeforeEach
    void start() {
        initiator = startInitiator();
        target = startTarget(initiator);
        regionMemory = SegmentMemory.allocate(REGION_BYTES);
        region = target.register(regionMemory.memory());
        remote = initiator.openSegment(target.name());
    }

    @AfterEach
    void stop() {
        initiator.close();
        target.close();
        regionMemory.close();
    }

    private MemorySegment local(long lengthBytes) {
        return arena.allocate(lengthBytes, 64);
    }

    private TransferStatus run(Opcode opcode, MemorySegment memory, long address) {
        return submit(new TransferRequest(opcode, memory, remote, address)).await(0);
    }

    private TransferBatch submit(TransferRequest... requests) {
        return initiator.submit(List.of(requests), System.nanoTime() + PATIENCE.toNanos());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 24, 65_535, (1 << 20) + 1, (4 << 20), 64 << 20})
    void bytesWrittenAreTheBytesRead(long lengthBytes) {
        MemorySegment source = local(lengthBytes);
        TestMemory.fillRandomly(source, lengthBytes);
        long offset = 4_096 + lengthBytes % 7;
        TransferStatus written = run(Opcode.WRITE, source, region.base() + offset);
        assertThat(written).isEqualTo(TransferStatus.completed(Opcode.WRITE, lengthBytes));
        assertThat(written.writeEffect()).isEqualTo(WriteEffect.LANDED);
        assertThat(TestMemory.equal(source, region.memory().asSlice(offset, lengthBytes)))
                .isTrue();
        assertThat(region.memory().get(ValueLayout.JAVA_BYTE, offset - 1)).isZero();
        assertThat(region.memory().get(ValueLayout.JAVA_BYTE, offset + lengthBytes))
                .isZero();
        MemorySegment sink = local(lengthBytes);
        TransferStatus read = run(Opcode.READ, sink, region.base() + offset);
        assertThat(read).isEqualTo(TransferStatus.completed(Opcode.READ, lengthBytes));
        assertThat(TestMemory.equal(source, sink)).isTrue();
    }

    @Test
    void theLastByteOfARegionIsInReachAndTheNextIsNot() {
        MemorySegment two = local(2);
        long end = region.base() + REGION_BYTES;
        assertThat(run(Opcode.WRITE, two, end - 2).state()).isEqualTo(State.COMPLETED);
        assertRefused(run(Opcode.WRITE, two, end - 1));
        assertRefused(run(Opcode.READ, two, end));
        assertRefused(run(Opcode.READ, two, region.base() - 1));
        assertRefused(run(Opcode.READ, two, -1));
        assertRefused(run(Opcode.WRITE, two, Long.MAX_VALUE - 1));
        assertRefused(run(Opcode.WRITE, two, Long.MIN_VALUE));
    }

    private static void assertRefused(TransferStatus status) {
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).isEqualTo(Reason.ADDRESS_REFUSED);
        assertThat(status.writeEffect()).isEqualTo(WriteEffect.NONE);
        assertThat(status.transferredBytes()).isZero();
    }

    @Test
    void adjacentRegionsAreNotOne() {
        try (SegmentMemory other = SegmentMemory.allocate(1 << 20)) {
            try (RegisteredMemory first = target.register(other.memory().asSlice(0, 1 << 19));
                    RegisteredMemory second = target.register(other.memory().asSlice(1 << 19))) {
                assertThat(second.base() % (1L << 30)).isZero();
                assertRefused(run(Opcode.READ, local(2), first.base() + (1 << 19) - 1));
            }
        }
    }

    @Test
    void aRequestWithoutBytesCompletesWithoutTraffic() {
        TransferStatus status = run(Opcode.WRITE, MemorySegment.NULL, 0);
        assertThat(status).isEqualTo(TransferStatus.completed(Opcode.WRITE, 0));
        assertThat(initiator.report().traffic())
                .allSatisfy(row -> assertThat(row.requests()).isZero());
    }

    @Test
    void unusableLocalMemoryIsInvalid() {
        assertThat(run(Opcode.WRITE, MemorySegment.ofArray(new byte[8]), region.base()))
                .extracting(TransferStatus::state, TransferStatus::reason)
                .containsExactly(State.INVALID, Reason.LOCAL_MEMORY_UNUSABLE);
        assertThat(run(Opcode.READ, local(8).asReadOnly(), region.base()).state())
                .isEqualTo(State.INVALID);
        try (Arena confined = Arena.ofConfined()) {
            assertThat(run(Opcode.WRITE, confined.allocate(8), region.base()).state())
                    .isEqualTo(State.INVALID);
        }
        MemorySegment dead;
        try (Arena gone = Arena.ofShared()) {
            dead = gone.allocate(8);
        }
        assertThat(run(Opcode.WRITE, dead, region.base()).state()).isEqualTo(State.INVALID);
        RemoteSegment foreign;
        try (TransferEngine stranger = TransferEngine.start(TransferConfig.defaults("127.0.0.1"))) {
            foreign = stranger.openSegment(target.name());
        }
        assertThat(submit(new TransferRequest(Opcode.READ, local(8), foreign, region.base()))
                        .await(0)
                        .reason())
                .isEqualTo(Reason.FOREIGN_SEGMENT);
    }

    @Test
    void readOnlyMemoryCanBeWrittenToThePeer() {
        MemorySegment source = local(3 << 20);
        TestMemory.fillRandomly(source, 3);
        assertThat(run(Opcode.WRITE, source.asReadOnly(), region.base()).isCompleted())
                .isTrue();
        assertThat(TestMemory.equal(source, region.memory().asSlice(0, 3 << 20)))
                .isTrue();
    }

    @Test
    void manyRequestsAtOnceEachHaveTheirOwnOutcome() {
        int count = 256;
        long length = 20_000;
        Random random = new Random(11);
        List<TransferRequest> writes = new ArrayList<>();
        List<TransferRequest> reads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            MemorySegment memory = local(length);
            TestMemory.fillRandomly(memory, i);
            boolean outside = random.nextInt(10) == 0;
            long address = region.base() + (outside ? REGION_BYTES : i * length);
            writes.add(new TransferRequest(Opcode.WRITE, memory, remote, address));
            reads.add(new TransferRequest(Opcode.READ, local(length), remote, address));
        }
        List<TransferStatus> written =
                submit(writes.toArray(TransferRequest[]::new)).awaitAll();
        List<TransferStatus> read =
                submit(reads.toArray(TransferRequest[]::new)).awaitAll();
        int refused = 0;
        for (int i = 0; i < count; i++) {
            if (writes.get(i).targetAddress() == region.base() + REGION_BYTES) {
                assertRefused(written.get(i));
                assertRefused(read.get(i));
                refused++;
            } else {
                assertThat(written.get(i)).isEqualTo(TransferStatus.completed(Opcode.WRITE, length));
                assertThat(read.get(i)).isEqualTo(TransferStatus.completed(Opcode.READ, length));
                assertThat(TestMemory.equal(writes.get(i).local(), reads.get(i).local()))
                        .isTrue();
            }
        }
        assertThat(refused).isBetween(1, count / 2);
    }

    @Test
    void aDeadlineInThePastMovesNothing() {
        TransferBatch batch = initiator.submit(
                List.of(new TransferRequest(Opcode.WRITE, local(8), remote, region.base())), System.nanoTime() - 1);
        assertThat(batch.await(0))
                .extracting(TransferStatus::state, TransferStatus::reason, TransferStatus::writeEffect)
                .containsExactly(State.TIMEOUT, Reason.DEADLINE, WriteEffect.NONE);
    }

    @Test
    void deregisteredMemoryIsOutOfReachUnderItsOldBase() {
        long oldBase = region.base();
        MemorySegment eight = local(8);
        assertThat(run(Opcode.WRITE, eight, oldBase).isCompleted()).isTrue();
        region.close();
        region.close();
        assertRefused(run(Opcode.WRITE, eight, oldBase));
        region = target.register(regionMemory.memory());
        assertThat(region.base()).isNotEqualTo(oldBase);
        assertRefused(run(Opcode.READ, eight, oldBase));
        assertThat(run(Opcode.READ, eight, region.base()).isCompleted()).isTrue();
    }

    @Test
    void deregisteringFencesWritesInFlight() {
        MemorySegment source = local(64 << 20);
        source.fill((byte) 1);
        List<TransferRequest> writes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            writes.add(new TransferRequest(Opcode.WRITE, source, remote, region.base()));
        }
        TransferBatch batch = submit(writes.toArray(TransferRequest[]::new));
        Eventually.holds("bytes arrive", () -> region.memory().get(ValueLayout.JAVA_BYTE, 8 << 20) == 1);
        region.close();
        regionMemory.memory().fill((byte) 2);
        List<TransferStatus> statuses = batch.awaitAll();
        assertThat(TestMemory.isFilledWith(regionMemory.memory(), 2)).isTrue();
        assertThat(statuses)
                .anySatisfy(status -> assertThat(status.isCompleted()).isFalse());
        assertThat(statuses).allSatisfy(status -> assertThat(status.isFinal()).isTrue());
    }

    @Test
    void cancelEndsEveryRequestAndCompletionIsCalledOnce() throws InterruptedException {
        MemorySegment sink = local(64 << 20);
        List<TransferRequest> reads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            reads.add(new TransferRequest(Opcode.READ, sink, remote, region.base()));
        }
        TransferBatch batch = submit(reads.toArray(TransferRequest[]::new));
        CountDownLatch calls = new CountDownLatch(2);
        batch.onCompletion(calls::countDown);
        batch.cancel();
        List<TransferStatus> statuses = batch.awaitAll();
        sink.fill((byte) 5);
        assertThat(statuses).anySatisfy(status -> assertThat(status.state()).isEqualTo(State.CANCELED));
        assertThat(statuses).allSatisfy(status -> assertThat(status.state()).isIn(State.CANCELED, State.COMPLETED));
        batch.onCompletion(calls::countDown);
        assertThat(calls.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(run(Opcode.READ, local(8), region.base()).isCompleted()).isTrue();
        assertThat(TestMemory.isFilledWith(sink, 5)).isTrue();
    }

    @Test
    void closingTheInitiatorEndsEveryRequest() {
        MemorySegment source = local(32 << 20);
        TransferRequest write = new TransferRequest(Opcode.WRITE, source, remote, region.base());
        TransferBatch batch = submit(write, write, write, write, write, write, write, write);
        initiator.close();
        assertThat(batch.awaitAll()).allSatisfy(status -> {
            if (!status.isCompleted()) {
                assertThat(status.reason()).isEqualTo(Reason.ENGINE_CLOSED);
            }
        });
        assertThat(submit(write).await(0))
                .extracting(TransferStatus::state, TransferStatus::reason, TransferStatus::writeEffect)
                .containsExactly(State.FAILED, Reason.ENGINE_CLOSED, WriteEffect.NONE);
    }
}
