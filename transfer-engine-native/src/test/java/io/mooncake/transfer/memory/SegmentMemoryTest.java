package io.mooncake.transfer.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferException.Kind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Memory of storage nodes. */
final class SegmentMemoryTest {
    private static final long LARGE_BYTES = 5L << 30;

    @Test
    void moreThanFourGibibytesAreZeroedAndTakeNoPageBeforeTheyAreTouched() throws IOException {
        long before = residentPages();
        try (SegmentMemory segment = SegmentMemory.allocate(LARGE_BYTES)) {
            MemorySegment memory = segment.memory();
            assertThat(segment.lengthBytes()).isEqualTo(LARGE_BYTES);
            assertThat(memory.address() % 4_096).isZero();
            assertThat(memory.get(ValueLayout.JAVA_BYTE, LARGE_BYTES - 1)).isZero();
            memory.set(ValueLayout.JAVA_LONG, LARGE_BYTES - 8, 77);
            assertThat(memory.get(ValueLayout.JAVA_LONG, LARGE_BYTES - 8)).isEqualTo(77);
            assertThat((residentPages() - before) << 12).isLessThan(LARGE_BYTES >> 3);
        }
    }

    private static long residentPages() throws IOException {
        return Long.parseLong(Files.readString(Path.of("/proc/self/statm")).split(" ", 3)[1]);
    }

    @Test
    void whatCannotBeHadIsATypedErrorWithTheNativeText() {
        assertThatThrownBy(() -> SegmentMemory.allocate(1L << 60))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUT_OF_MEMORY))
                .hasMessageContaining("errno 12");
        assertThatThrownBy(() -> SegmentMemory.allocate(0)).isInstanceOf(TransferException.class);
    }

    @Test
    void closedMemoryCannotBeTouched() {
        SegmentMemory segment = SegmentMemory.allocate(4_096);
        MemorySegment memory = segment.memory();
        segment.close();
        segment.close();
        assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
    }
}
