package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While 4 GiB cross the data port, neither process puts payload on its heap or in buffers of its own. */
final class DataPortMemoryStoreTest {

    private static final long VALUE_BYTES = 128L << 20;
    private static final int VALUES = 8;
    private static final int READS_PER_VALUE = 3;
    private static final long MOVED_MEBIBYTES = VALUES * (1 + READS_PER_VALUE) * (VALUE_BYTES >> 20);
    private static final long MOST_HEAP_PER_MEBIBYTE = 8 << 10;
    private static final long MOST_DIRECT_BYTES = 8L << 20;

    @TempDir
    private Path folder;

    @Test
    void fourGibibytesLeaveHeapAndDirectMemoryAlone() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            // Direct buffers are counted by the JDK where the network library does not use a counter of its own.
            StoreProcess node = stage.cluster()
                    .awaitClient(stage.cluster()
                            .launchClient(
                                    "storage node",
                                    "1280 MB",
                                    stage.launcher().with("MOONCAKE_JAVA_OPTS", "-Dio.netty.maxDirectMemory=0")));
            try (MooncakeClient client = stage.connect();
                    JvmProbe peer = JvmProbe.attach(node.pid());
                    Arena arena = Arena.ofShared()) {
                MemorySegment value = arena.allocate(VALUE_BYTES);
                move(client, "warm", value);
                long ownBefore = ownHeapBytes();
                long peerBefore = peer.allocatedHeapBytes();
                for (int round = 0; round < VALUES; round++) {
                    move(client, "value-" + round, value);
                    assertThat(peer.directBytes()).isLessThan(MOST_DIRECT_BYTES);
                    assertThat(ownDirectBytes()).isLessThan(MOST_DIRECT_BYTES);
                }
                assertThat((peer.allocatedHeapBytes() - peerBefore) / MOVED_MEBIBYTES)
                        .as("heap bytes per MiB in the storage node")
                        .isLessThan(MOST_HEAP_PER_MEBIBYTE);
                assertThat((ownHeapBytes() - ownBefore) / MOVED_MEBIBYTES)
                        .as("heap bytes per MiB in the client")
                        .isLessThan(MOST_HEAP_PER_MEBIBYTE);
            }
        });
    }

    private static void move(MooncakeClient client, String key, MemorySegment value) {
        assertThat(client.put(key, value, PutOptions.DEFAULT)).isInstanceOf(PutOutcome.Stored.class);
        for (int read = 0; read < READS_PER_VALUE; read++) {
            assertThat(client.getInto(key, value)).isEqualTo(new GetIntoOutcome.Loaded(VALUE_BYTES, true));
        }
    }

    private static long ownHeapBytes() {
        return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getTotalThreadAllocatedBytes();
    }

    private static long ownDirectBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
