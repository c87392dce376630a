package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SlabAllocatorTest {

    private static final long SLAB = SlabAllocator.SLAB_BYTES;

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1, (16L << 20) - 1, (16L << 20) + 64})
    void aRangeThatIsNotAWholeNumberOfSlabsIsRejected(long capacityBytes) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SlabAllocator(capacityBytes));
    }

    @Test
    void theLongestLengthFitsASlabAndNoMoreDoes() {
        SlabAllocator allocator = new SlabAllocator(2 * SLAB);
        assertThat(allocator.largestFreeBytes()).isEqualTo(SLAB - 16);
        assertThat(allocator.allocate(SLAB - 15)).isNull();
        assertThat(taken(allocator, SLAB - 16).lengthBytes()).isEqualTo(SLAB - 16);
        assertThat(taken(allocator, SLAB - 16).offsetBytes()).isEqualTo(SLAB);
        assertThat(allocator.allocate(1)).isNull();
        assertThat(allocator.freeBytes()).isZero();
        allocator.checkInvariants();
    }

    @Test
    void everyLengthTakesASlotOfAtLeast64Bytes() {
        SlabAllocator allocator = new SlabAllocator(SLAB);
        assertThat(taken(allocator, 1).offsetBytes()).isZero();
        assertThat(taken(allocator, 64).offsetBytes()).isEqualTo(64);
        assertThat(allocator.allocatedBytes()).isEqualTo(65);
        assertThat(allocator.freeBytes()).isEqualTo(SLAB - 128);
        assertThat(allocator.allocate(65))
                .as("the only slab serves another class")
                .isNull();
        assertThat(allocator.largestFreeBytes()).isEqualTo(64);
        allocator.checkInvariants();
    }

    @Test
    void aSlabThatIsEmptyServesAnyClass() {
        SlabAllocator allocator = new SlabAllocator(SLAB);
        List<Allocation> small = new ArrayList<>();
        for (int i = 0; i < SLAB / 64; i++) {
            small.add(taken(allocator, 50));
        }
        assertThat(allocator.allocate(50)).isNull();
        small.forEach(allocator::free);
        assertThat(taken(allocator, SLAB - 16).offsetBytes()).isZero();
        allocator.checkInvariants();
    }

    @Test
    void slabsKnowNoPieces() {
        SlabAllocator allocator = new SlabAllocator(2 * SLAB);
        assertThat(allocator.allocatePieces(SLAB, new PieceLimits(16, 1))).isEmpty();
        assertThat(allocator.allocatePieces(100, new PieceLimits(16, 1))).hasSize(1);
        assertThat(Objects.requireNonNull(allocator.allocateUpTo(1, 3 * SLAB)).lengthBytes())
                .isEqualTo(SLAB - 16);
        assertThat(allocator.allocateUpTo(200, 300)).isNull();
    }

    @Test
    void givingBackTwiceOrElsewhereIsDetected() {
        SlabAllocator allocator = new SlabAllocator(SLAB);
        Allocation kept = taken(allocator, 64);
        Allocation allocation = taken(allocator, 64);
        allocator.free(allocation);
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(allocation));
        taken(allocator, 64);
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(allocation));
        assertThatIllegalStateException().isThrownBy(() -> new SlabAllocator(SLAB).free(kept));
        allocator.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void rangesNeverMeet(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        SlabAllocator allocator = new SlabAllocator(16 * SLAB);
        TreeMap<Long, Allocation> byOffset = new TreeMap<>();
        List<Allocation> live = new ArrayList<>();
        for (int step = 0; step < 20_000; step++) {
            if (!live.isEmpty() && random.nextInt(100) < 45) {
                Allocation victim = live.remove(random.nextInt(live.size()));
                byOffset.remove(victim.offsetBytes());
                allocator.free(victim);
                continue;
            }
            Allocation taken = allocator.allocate(random.nextLong(1, 1L << random.nextInt(1, 24)));
            if (taken != null) {
                var before = byOffset.floorEntry(taken.offsetBytes());
                assertThat(before == null || end(before.getValue()) <= taken.offsetBytes())
                        .as("seed %d step %d", seed, step)
                        .isTrue();
                var after = byOffset.ceilingKey(taken.offsetBytes());
                assertThat(after == null || after >= end(taken)).isTrue();
                byOffset.put(taken.offsetBytes(), taken);
                live.add(taken);
            }
            if (step % 500 == 0) {
                allocator.checkInvariants();
            }
        }
        live.forEach(allocator::free);
        allocator.checkInvariants();
        assertThat(allocator.report())
                .isEqualTo(new FreeSpaceReport(16 * SLAB, 0, 16 * SLAB, SlabAllocator.LONGEST_BYTES, 0, 16));
    }

    private static long end(Allocation allocation) {
        return allocation.offsetBytes() + allocation.lengthBytes();
    }

    private static Allocation taken(SlabAllocator allocator, long lengthBytes) {
        return Objects.requireNonNull(allocator.allocate(lengthBytes), "no room");
    }
}
