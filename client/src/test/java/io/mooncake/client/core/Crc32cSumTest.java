package io.mooncake.client.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Crc32cSumTest {

    @Test
    void checkValueOfTheStandard() {
        MemorySegment digits = MemorySegment.ofArray("123456789".getBytes(StandardCharsets.US_ASCII));

        assertThat(Crc32cSum.of(digits)).isEqualTo(0xE3069283);
    }

    @Test
    void combinationOfTwoEqualsTheSumOfTheWhole() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[random.nextInt(5_000)];
            random.nextBytes(bytes);
            int cut = random.nextInt(bytes.length + 1);
            MemorySegment whole = MemorySegment.ofArray(bytes);
            int front = Crc32cSum.of(whole.asSlice(0, cut));
            int back = Crc32cSum.of(whole.asSlice(cut));

            assertThat(Crc32cSum.combine(front, back, bytes.length - cut)).isEqualTo(Crc32cSum.of(whole));
        }
    }

    @Test
    void combinationOfSlicesEqualsTheSumOfTheObject() {
        try (Arena arena = Arena.ofConfined()) {
            for (long sizeBytes : List.of(0L, 1L, 65_535L, 65_536L, 65_537L, 196_608L, 1_000_003L)) {
                MemorySegment object = arena.allocate(sizeBytes);
                for (long index = 0; index < sizeBytes; index++) {
                    object.set(ValueLayout.JAVA_BYTE, index, (byte) (index * 31 + index / 251));
                }

                Checksums sums = Crc32cSum.of(object, 65_536);

                assertThat(sums.slices()).hasSize((int) ((sizeBytes + 65_535) / 65_536));
                assertThat(sums.object()).isEqualTo(Crc32cSum.of(object));
            }
        }
    }

    @Test
    void combinationKnowsTheLengthOfObjectsBeyondTwoGigabytes() {
        // The sum of 2^32 + 5 zero bytes, by combination of equal halves, and by a chain of slices of 1 GiB.
        long gibibyte = 1L << 30;
        int zeros = zeros(gibibyte);
        int five = Crc32cSum.of(MemorySegment.ofArray(new byte[5]));
        int twice = Crc32cSum.combine(zeros, zeros, gibibyte);
        int fourTimes = Crc32cSum.combine(twice, twice, 2 * gibibyte);
        List<Integer> slices = new ArrayList<>(List.of(zeros, zeros, zeros, zeros, five));

        assertThat(Crc32cSum.combine(slices, new SliceLayout(4 * gibibyte + 5, gibibyte)))
                .isEqualTo(Crc32cSum.combine(fourTimes, five, 5));
    }

    private static int zeros(long lengthBytes) {
        int sum = Crc32cSum.of(MemorySegment.ofArray(new byte[1 << 20]));
        for (long done = 1 << 20; done < lengthBytes; done *= 2) {
            sum = Crc32cSum.combine(sum, sum, done);
        }
        return sum;
    }
}
