package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.transfer.memory.SegmentMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Deadlines, cancels and deregistrations at random moments. Memory is poisoned as soon as it is the caller's again:
 * poison in the target, or anything but poison in the caller's memory, is a byte that moved too late.
 */
final class FenceStressTest {
    private static final byte POISON = (byte) 0xEE;
    private static final byte CALM = 3;
    private static final int CALLERS = 3;
    private static final int ROUNDS = 120;
    private static final int REQUESTS = 4;
    private static final long REQUEST_BYTES = 1 << 20;
    private static final long PART_BYTES = REQUESTS * REQUEST_BYTES;
    private static final long REGION_BYTES = 4 << 20;

    private final AtomicLong base = new AtomicLong();
    private final AtomicBoolean done = new AtomicBoolean();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void nothingMovesAfterTheEnd(long seed) throws Exception {
        try (SegmentMemory served = SegmentMemory.allocate(REGION_BYTES);
                SegmentMemory own = SegmentMemory.allocate(CALLERS * PART_BYTES);
                TransferEngine target = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
                TransferEngine initiator = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
                ExecutorService threads = Executors.newCachedThreadPool()) {
            RemoteSegment remote = initiator.openSegment(target.name());
            Future<Integer> owner = threads.submit(() -> reregister(target, served.memory(), new Random(seed)));
            List<Future<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                MemorySegment part = own.memory().asSlice(i * PART_BYTES, PART_BYTES);
                Random random = new Random(seed * 100 + i);
                callers.add(threads.submit(() -> call(initiator, remote, part, random)));
            }
            int completed = 0;
            for (Future<Integer> caller : callers) {
                completed += caller.get();
            }
            done.set(true);
            assertThat(owner.get()).isPositive();
            assertThat(completed).as("seed %d", seed).isPositive();
            assertHealthy(initiator, target, remote, served.memory());
        }
    }

    @Test
    void theCheckSeesAWriterThatPoisonsTooEarly() {
        try (SegmentMemory served = SegmentMemory.allocate(REGION_BYTES);
                SegmentMemory own = SegmentMemory.allocate(REGION_BYTES);
                TransferEngine target = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
                TransferEngine initiator = TransferEngine.start(TransferConfig.defaults("127.0.0.1"))) {
            RegisteredMemory region = target.register(served.memory());
            RemoteSegment remote = initiator.openSegment(target.name());
            own.memory().fill(POISON);
            TransferRequest write = new TransferRequest(Opcode.WRITE, own.memory(), remote, region.base());
            TransferBatch batch = initiator.submit(List.of(write), System.nanoTime() + 10_000_000_000L);
            assertThat(batch.await(0).isCompleted()).isTrue();
            assertThatThrownBy(() -> assertNoPoison(served.memory())).isInstanceOf(AssertionError.class);
        }
    }

    private int call(TransferEngine engine, RemoteSegment remote, MemorySegment memory, Random random) {
        int completed = 0;
        for (int round = 0; round < ROUNDS; round++) {
            boolean write = random.nextBoolean();
            memory.fill((byte) (1 + random.nextInt(2)));
            List<TransferRequest> requests = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                MemorySegment local = memory.asSlice(i * REQUEST_BYTES, 1 + random.nextInt((int) REQUEST_BYTES));
                long address = base.get() + random.nextInt((int) (REGION_BYTES - REQUEST_BYTES));
                requests.add(new TransferRequest(write ? Opcode.WRITE : Opcode.READ, local, remote, address));
            }
            long patienceNanos = random.nextInt(4) == 0
                    ? Duration.ofSeconds(20).toNanos()
                    : random.nextInt((int) Duration.ofMillis(4).toNanos());
            TransferBatch batch = engine.submit(requests, System.nanoTime() + patienceNanos);
            if (random.nextInt(3) == 0) {
                batch.await(0);
                batch.cancel();
            }
            for (TransferStatus status : batch.awaitAll()) {
                completed += status.isCompleted() ? 1 : 0;
            }
            memory.fill(POISON);
            LockSupport.parkNanos(50_000);
            assertThat(TestMemory.isFilledWith(memory.asSlice(0, REQUEST_BYTES), POISON))
                    .isTrue();
        }
        return completed;
    }

    /** Serves the memory for a random while, takes it back, and looks whether anything still lands. */
    private int reregister(TransferEngine engine, MemorySegment memory, Random random) {
        int times = 0;
        while (!done.get() || times == 0) {
            memory.fill(CALM);
            try (RegisteredMemory region = engine.register(memory)) {
                base.set(region.base());
                long end = System.nanoTime()
                        + random.nextInt((int) Duration.ofMillis(20).toNanos());
                while (System.nanoTime() - end < 0) {
                    LockSupport.parkNanos(100_000);
                }
            }
            assertNoPoison(memory);
            memory.fill(CALM);
            assertThat(TestMemory.isFilledWith(memory, CALM)).isTrue();
            times++;
        }
        return times;
    }

    private static void assertNoPoison(MemorySegment memory) {
        for (long i = 0; i < memory.byteSize(); i++) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) == POISON) {
                throw new AssertionError("poison at " + i);
            }
        }
    }

    private static void assertHealthy(
            TransferEngine initiator, TransferEngine target, RemoteSegment remote, MemorySegment memory) {
        try (RegisteredMemory region = target.register(memory);
                SegmentMemory own = SegmentMemory.allocate(REQUEST_BYTES)) {
            TransferRequest read = new TransferRequest(Opcode.READ, own.memory(), remote, region.base());
            TransferBatch batch = initiator.submit(
                    List.of(read, read, read),
                    System.nanoTime() + Duration.ofSeconds(10).toNanos());
            assertThat(batch.awaitAll()).allMatch(TransferStatus::isCompleted);
        }
        assertThat(initiator.report().outgoingConnections()).isLessThanOrEqualTo(4);
    }
}
