package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mooncake.transfer.memory.SegmentMemory;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What moving bytes costs in memory: next to nothing on the heap and in direct buffers. */
final class FootprintTest {
    private static final long MOVED_BYTES = 1L << 30;
    private static final long REQUEST_BYTES = 1 << 20;
    private static final long HEAP_BYTES_PER_MIB = 8 << 10;
    private static final long DIRECT_BYTES = 8 << 20;

    @Test
    void aGibibyteCrossesWithoutBuffersOfItsSize() {
        long directBefore = systemDirectBytes();
        try (SegmentMemory served = SegmentMemory.allocate(64 << 20);
                SegmentMemory own = SegmentMemory.allocate(64 << 20);
                TransferEngine target = TransferEngine.start(TransferConfig.defaults("127.0.0.1"));
                TransferEngine initiator = TransferEngine.start(TransferConfig.defaults("127.0.0.1"))) {
            RegisteredMemory region = target.register(served.memory());
            RemoteSegment remote = initiator.openSegment(target.name());
            move(initiator, remote, own.memory(), region.base(), 64L << 20);
            long allocatedBefore = allocatedBytes();
            for (long moved = 0; moved < MOVED_BYTES; moved += 2 * own.lengthBytes()) {
                move(initiator, remote, own.memory(), region.base(), own.lengthBytes());
            }
            long allocated = allocatedBytes() - allocatedBefore;
            assertThat(allocated).isPositive().isLessThan((MOVED_BYTES >> 20) * HEAP_BYTES_PER_MIB);
            assertThat(systemDirectBytes() - directBefore).isLessThan(DIRECT_BYTES);
            assertThat(nettyDirectBytes()).isNotNegative().isLessThan(DIRECT_BYTES);
        }
    }

    @Test
    void theMeterSeesAnAllocation() {
        long before = allocatedBytes();
        byte[][] arrays = new byte[16][];
        for (int i = 0; i < arrays.length; i++) {
            arrays[i] = new byte[1 << 20];
        }
        assertThat(arrays[15]).hasSize(1 << 20);
        assertThat(allocatedBytes() - before).isGreaterThanOrEqualTo(16 << 20);
    }

    private static void move(
            TransferEngine initiator, RemoteSegment remote, MemorySegment memory, long base, long lengthBytes) {
        for (Opcode opcode : Opcode.values()) {
            List<TransferRequest> requests = new ArrayList<>();
            for (long at = 0; at < lengthBytes; at += REQUEST_BYTES) {
                requests.add(new TransferRequest(opcode, memory.asSlice(at, REQUEST_BYTES), remote, base + at));
            }
            TransferBatch batch = initiator.submit(requests, System.nanoTime() + 20_000_000_000L);
            assertThat(batch.awaitAll().stream().allMatch(TransferStatus::isCompleted))
                    .isTrue();
        }
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getTotalThreadAllocatedBytes();
    }

    private static long systemDirectBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    private static long nettyDirectBytes() {
        return UnpooledByteBufAllocator.DEFAULT.metric().usedDirectMemory()
                + PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
    }
}
