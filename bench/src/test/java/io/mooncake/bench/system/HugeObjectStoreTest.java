package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects around and beyond the lengths that an int can hold make the way there and back. */
final class HugeObjectStoreTest {

    private static final long GIBIBYTE = 1L << 30;
    private static final long LONGEST = 4 * GIBIBYTE + 4_097;
    /** The object twice, and the processes. */
    private static final long NEEDED_MEMORY = 11 * GIBIBYTE;
    /** A read of so many bytes takes its time on a busy machine. */
    private static final String LONG_LEASE = "--default_kv_lease_ttl=60s";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(longs = {2 * GIBIBYTE - 1, 2 * GIBIBYTE, LONGEST})
    void roundTrips(long lengthBytes) throws Exception {
        Requirement.memory(NEEDED_MEMORY);
        Stage.run(folder, stage -> {
            stage.cluster().startMaster(LONG_LEASE);
            stage.cluster().startClient("storage node", "5 GB");
            try (MooncakeClient client = stage.connect();
                    Arena arena = Arena.ofShared()) {
                MemorySegment region = arena.allocate(lengthBytes, 64);
                fill(region);
                assertThat(client.put("huge", region, PutOptions.DEFAULT)).isInstanceOf(PutOutcome.Stored.class);
                region.fill((byte) 0);
                assertThat(client.getInto("huge", region)).isEqualTo(new GetIntoOutcome.Loaded(lengthBytes, true));
                assertThat(firstWrongByte(region)).isEqualTo(-1);
            }
        });
    }

    /** Every word says where it stands; the last bytes, too. */
    private static void fill(MemorySegment region) {
        long words = region.byteSize() >>> 3;
        for (long i = 0; i < words; i++) {
            region.set(ValueLayout.JAVA_LONG_UNALIGNED, i << 3, word(i));
        }
        for (long at = words << 3; at < region.byteSize(); at++) {
            region.set(ValueLayout.JAVA_BYTE, at, (byte) (at * 31));
        }
    }

    private static long firstWrongByte(MemorySegment region) {
        long words = region.byteSize() >>> 3;
        for (long i = 0; i < words; i++) {
            if (region.get(ValueLayout.JAVA_LONG_UNALIGNED, i << 3) != word(i)) {
                return i << 3;
            }
        }
        for (long at = words << 3; at < region.byteSize(); at++) {
            if (region.get(ValueLayout.JAVA_BYTE, at) != (byte) (at * 31)) {
                return at;
            }
        }
        return -1;
    }

    private static long word(long index) {
        return index * 0x9E3779B97F4A7C15L + 1;
    }
}
