package io.mooncake.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.ObjectKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verification of a replay, which must see any byte that is wrong. */
final class BlockContentTest {

    private static final BlockContent SEVEN = BlockContent.of(ObjectKey.of("7"));

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 7, 8, 9, 63, 64, 16_384, 16_389})
    void seesEachSingleFlippedByte(long sizeBytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment region = arena.allocate(Math.max(1, sizeBytes)).asSlice(0, sizeBytes);
            SEVEN.fill(region);
            assertThat(SEVEN.countWrong(region)).isZero();
            for (long at = 0; at < sizeBytes; at += Math.max(1, sizeBytes / 64)) {
                byte right = region.get(ValueLayout.JAVA_BYTE, at);
                region.set(ValueLayout.JAVA_BYTE, at, (byte) (right ^ 0x10));
                assertThat(SEVEN.countWrong(region)).isEqualTo(1);
                region.set(ValueLayout.JAVA_BYTE, at, right);
            }
        }
    }

    @Test
    void seesTheBytesOfAnotherKeyAndOfAnotherPlace() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment region = arena.allocate(4096);
            BlockContent.of(ObjectKey.of("8")).fill(region);
            assertThat(SEVEN.countWrong(region)).isGreaterThan(4000);
            SEVEN.fill(region);
            assertThat(SEVEN.countWrong(region.asSlice(8))).isGreaterThan(2000);
            assertThat(SEVEN.countWrong(region.asSlice(1))).isGreaterThan(2000);
        }
    }

    @Test
    void aFreshlyZeroedBlockIsWrong() {
        try (Arena arena = Arena.ofConfined()) {
            assertThat(SEVEN.countWrong(arena.allocate(4096))).isGreaterThan(4000);
        }
    }
}
