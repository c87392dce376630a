package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.PutRequest;
import io.mooncake.client.RemoveAllOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool that was full of one length is as good as new for every other once all of it is removed. */
final class FieldReport023Test {

    private static final long KIBIBYTE = 1L << 10;
    private static final long MEBIBYTE = 1L << 20;
    private static final long POOL_MEBIBYTES = 128;
    private static final int BATCH = 64;

    @TempDir
    private Path folder;

    @Test
    void everyLengthFitsAfterAllWasRemoved() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster("--eviction_high_watermark_ratio=1.0");
            stage.cluster().startClient("storage node", POOL_MEBIBYTES + " MB");
            try (MooncakeClient client = stage.connect();
                    MasterProbe probe = stage.probe();
                    Arena arena = Arena.ofShared()) {
                MemorySegment value = arena.allocate(64 * MEBIBYTE, 64);
                fill(client, value.asSlice(0, 64 * KIBIBYTE));
                assertThat(probe.metric("master_allocated_bytes")).isEqualTo(POOL_MEBIBYTES * MEBIBYTE);
                assertThat(client.removeAll(true))
                        .isEqualTo(new RemoveAllOutcome.Done(POOL_MEBIBYTES * MEBIBYTE / (64 * KIBIBYTE), 0, 0));
                assertThat(probe.metric("master_allocated_bytes")).isZero();
                for (long length : new long[] {KIBIBYTE, 5 * MEBIBYTE, 64 * MEBIBYTE}) {
                    assertThat(client.put("of-" + length, value.asSlice(0, length), PutOptions.DEFAULT))
                            .isEqualTo(new PutOutcome.Stored(1, List.of(1)));
                }
                assertThat(probe.metric("master_evicted_key_count")).isZero();
            }
        });
    }

    private static void fill(MooncakeClient client, MemorySegment value) {
        int count = Math.toIntExact(POOL_MEBIBYTES * MEBIBYTE / value.byteSize());
        for (int first = 0; first < count; first += BATCH) {
            List<PutRequest> batch = new ArrayList<>();
            for (int i = first; i < first + BATCH; i++) {
                batch.add(new PutRequest(ObjectKey.of("block-" + i), value));
            }
            assertThat(client.putBatch(batch, PutOptions.DEFAULT)).allMatch(PutOutcome.Stored.class::isInstance);
        }
    }
}
