package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations against a naive model: a sorted map of what is allocated. Failing lines name the seed. */
final class OffsetAllocatorPropertyTest {

    private static final int OPERATIONS = 250_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void agreesWithASortedMapOfRanges(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long alignment = 1L << random.nextInt(0, 8);
        long capacity = random.nextLong(1 << 16, 1 << 24);
        OffsetAllocator allocator = new OffsetAllocator(capacity, alignment);
        Model model = new Model(allocator.capacityBytes(), alignment);
        long longest = 1L << random.nextInt(8, 18);
        List<Allocation> live = new ArrayList<>();
        for (int step = 0; step < OPERATIONS; step++) {
            if (!live.isEmpty() && random.nextInt(100) < 49) {
                int index = random.nextInt(live.size());
                Allocation victim = live.get(index);
                live.set(index, live.getLast());
                live.removeLast();
                allocator.free(victim);
                model.free(victim);
            } else {
                long length = random.nextLong(1, longest + 1);
                boolean upTo = random.nextInt(4) == 0;
                Allocation taken = upTo ? allocator.allocateUpTo(1 + length / 2, length) : allocator.allocate(length);
                if (taken != null) {
                    assertThat(taken.lengthBytes())
                            .as("seed %d step %d", seed, step)
                            .isBetween(upTo ? 1 + length / 2 : length, length);
                    model.add(taken, seed, step);
                    live.add(taken);
                } else {
                    model.assertNoClearRoom(upTo ? 1 + length / 2 : length, seed, step);
                }
            }
            assertThat(allocator.allocatedBytes())
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(model.allocatedBytes);
            if (step % 5_000 == 0) {
                allocator.checkInvariants();
                model.assertSameFreeSpace(allocator.report(), seed, step);
            }
        }
        live.forEach(allocator::free);
        allocator.checkInvariants();
        assertThat(allocator.report())
                .as("seed %d", seed)
                .isEqualTo(new FreeSpaceReport(
                        allocator.capacityBytes(), 0, allocator.capacityBytes(), allocator.capacityBytes(), 0, 1));
    }

    private static final class Model {
        private final long capacityBytes;
        private final long alignmentBytes;
        private final TreeMap<Long, Allocation> byOffset = new TreeMap<>();
        private long allocatedBytes;

        Model(long capacityBytes, long alignmentBytes) {
            this.capacityBytes = capacityBytes;
            this.alignmentBytes = alignmentBytes;
        }

        void add(Allocation taken, long seed, int step) {
            Map.@Nullable Entry<Long, Allocation> before = byOffset.floorEntry(taken.offsetBytes());
            Map.@Nullable Entry<Long, Allocation> after = byOffset.ceilingEntry(taken.offsetBytes());
            boolean disjoint = (before == null || end(before.getValue()) <= taken.offsetBytes())
                    && (after == null || end(taken) <= after.getKey());
            if (!disjoint || end(taken) > capacityBytes || taken.offsetBytes() % alignmentBytes != 0) {
                throw new AssertionError("seed %d step %d: %s is misplaced".formatted(seed, step, taken));
            }
            byOffset.put(taken.offsetBytes(), taken);
            allocatedBytes += taken.lengthBytes();
        }

        void free(Allocation victim) {
            byOffset.remove(victim.offsetBytes());
            allocatedBytes -= victim.lengthBytes();
        }

        void assertNoClearRoom(long lengthBytes, long seed, int step) {
            long rounded = (lengthBytes + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
            assertThat(longestHole())
                    .as("seed %d step %d: refused %d bytes", seed, step, lengthBytes)
                    .isLessThan(rounded + rounded / SizeClass.BINS_PER_OCTAVE + alignmentBytes);
        }

        void assertSameFreeSpace(FreeSpaceReport report, long seed, int step) {
            long longest = longestHole();
            assertThat(report.allocationCount())
                    .as("seed %d step %d", seed, step)
                    .isEqualTo(byOffset.size());
            assertThat(report.largestFreeBytes())
                    .as("seed %d step %d", seed, step)
                    .isBetween(longest - longest / SizeClass.BINS_PER_OCTAVE, longest);
        }

        private long longestHole() {
            long longest = 0;
            long position = 0;
            for (Allocation allocation : byOffset.values()) {
                longest = Math.max(longest, allocation.offsetBytes() - position);
                position = end(allocation);
            }
            return Math.max(longest, capacityBytes - position);
        }

        private long end(Allocation allocation) {
            long length = (allocation.lengthBytes() + alignmentBytes - 1) / alignmentBytes * alignmentBytes;
            return allocation.offsetBytes() + length;
        }
    }
}
