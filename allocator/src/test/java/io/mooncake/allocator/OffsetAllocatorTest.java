package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OffsetAllocatorTest {

    private static final long GIB = 1L << 30;

    @Test
    void rangesAreAlignedExactAndDisjoint() {
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        Allocation first = taken(allocator, 1);
        Allocation second = taken(allocator, 65);
        assertThat(first.offsetBytes()).isZero();
        assertThat(first.lengthBytes()).isEqualTo(1);
        assertThat(second.offsetBytes()).isEqualTo(64);
        assertThat(second.lengthBytes()).isEqualTo(65);
        assertThat(allocator.report()).isEqualTo(new FreeSpaceReport(1024, 66, 832, 832, 2, 1));
        allocator.checkInvariants();
    }

    @Test
    void aWholeRangeCanBeTakenAndTakenAgain() {
        OffsetAllocator allocator = new OffsetAllocator(4 * GIB + 64, 64);
        Allocation all = taken(allocator, 4 * GIB + 64);
        assertThat(allocator.allocate(1)).isNull();
        assertThat(allocator.largestFreeBytes()).isZero();
        allocator.free(all);
        assertThat(taken(allocator, 4 * GIB + 64).offsetBytes()).isZero();
    }

    @Test
    void rangesBeyondTwoGibibytesHaveTheirOffsets() {
        OffsetAllocator allocator = new OffsetAllocator(1L << 50, 64);
        taken(allocator, 3 * GIB);
        assertThat(taken(allocator, 5 * GIB).offsetBytes()).isEqualTo(3 * GIB);
        assertThat(taken(allocator, 1).offsetBytes()).isEqualTo(8 * GIB);
        allocator.checkInvariants();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, 1L << 32, 1L << 40, 1L << 44})
    void lengthsAroundABoundaryAreExact(long boundary) {
        for (long alignment : new long[] {1, 64, 4096}) {
            for (long length : new long[] {boundary - alignment, boundary - 1, boundary, boundary + 1}) {
                OffsetAllocator allocator = new OffsetAllocator(3 * boundary, alignment);
                Allocation first = taken(allocator, length);
                Allocation second = taken(allocator, alignment);
                assertThat(first.lengthBytes()).isEqualTo(length);
                assertThat(second.offsetBytes()).isEqualTo((length + alignment - 1) / alignment * alignment);
                assertThat(allocator.allocatedBytes()).isEqualTo(length + alignment);
                assertThat(allocator.largestFreeBytes())
                        .isEqualTo(3 * boundary - second.offsetBytes() - alignment)
                        .isEqualTo(allocator.freeBytes());
                allocator.free(first);
                assertThat(allocator.allocatePieces(3 * boundary - alignment, new PieceLimits(2, 1)))
                        .extracting(Allocation::lengthBytes)
                        .hasSize(2)
                        .allMatch(piece -> piece >= boundary - alignment);
                assertThat(allocator.freeBytes()).isZero();
                allocator.checkInvariants();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, 1L << 32, 1L << 40, 1L << 44})
    void capacitiesAroundABoundaryAreUsedToTheLastUnit(long boundary) {
        for (long capacity : new long[] {boundary - 1, boundary, boundary + 1}) {
            OffsetAllocator allocator = new OffsetAllocator(capacity, 1);
            assertThat(allocator.largestFreeBytes()).isEqualTo(capacity);
            assertThat(allocator.allocate(capacity + 1)).isNull();
            Allocation all = taken(allocator, capacity);
            assertThat(allocator.allocate(1)).isNull();
            allocator.free(all);
            taken(allocator, 1);
            assertThat(taken(allocator, capacity - 1).offsetBytes()).isEqualTo(1);
            allocator.checkInvariants();
        }
    }

    @Test
    void piecesComeLongestFirstAndTheRestFromTheTightestHole() {
        OffsetAllocator allocator = new OffsetAllocator(1024, 1);
        List<Allocation> holes = new ArrayList<>();
        for (int length : new int[] {100, 300, 40, 200, 60}) {
            holes.add(taken(allocator, length));
            taken(allocator, 1);
        }
        taken(allocator, 1024 - 705);
        holes.forEach(allocator::free);
        assertThat(allocator.report().fragmentation()).isEqualTo(1 - 300.0 / 700);
        assertThat(allocator.allocatePieces(550, new PieceLimits(2, 1))).isEmpty();
        assertThat(allocator.allocatePieces(550, new PieceLimits(16, 301))).isEmpty();
        assertThat(allocator.freeBytes()).as("nothing stays taken").isEqualTo(700);
        assertThat(allocator.allocatePieces(550, new PieceLimits(3, 64)))
                .extracting(Allocation::lengthBytes)
                .containsExactly(300L, 200L, 50L);
        assertThat(allocator.report()).isEqualTo(new FreeSpaceReport(1024, 874, 150, 100, 9, 3));
        allocator.checkInvariants();
    }

    @Test
    void nothingFreeIsNotFragmented() {
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        taken(allocator, 1024);
        assertThat(allocator.report().fragmentation()).isZero();
    }

    @Test
    void theTightestHoleOfABinIsTaken() {
        OffsetAllocator allocator = new OffsetAllocator(1 << 20, 1);
        List<Allocation> holes = new ArrayList<>();
        for (int length : new int[] {1040, 1030, 1025, 1060}) {
            holes.add(taken(allocator, length));
            taken(allocator, 1);
        }
        holes.forEach(allocator::free);
        assertThat(taken(allocator, 1026).offsetBytes()).isEqualTo(holes.get(1).offsetBytes());
        assertThat(taken(allocator, 1025).offsetBytes()).isEqualTo(holes.get(2).offsetBytes());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void limitsBelowOneAreRejected(int limit) {
        assertThatIllegalArgumentException().isThrownBy(() -> new PieceLimits(limit, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PieceLimits(1, limit));
    }

    @Test
    void aRestBelowTheAlignmentIsNotUsed() {
        OffsetAllocator allocator = new OffsetAllocator(130, 64);
        assertThat(allocator.capacityBytes()).isEqualTo(128);
        assertThat(allocator.allocate(129)).isNull();
    }

    @Test
    void freeNeighboursAreJoinedOnBothSides() {
        OffsetAllocator allocator = new OffsetAllocator(192, 64);
        Allocation left = taken(allocator, 64);
        Allocation middle = taken(allocator, 64);
        Allocation right = taken(allocator, 64);
        allocator.free(left);
        allocator.free(right);
        assertThat(allocator.report().freeRegionCount()).isEqualTo(2);
        allocator.free(middle);
        assertThat(allocator.report()).isEqualTo(new FreeSpaceReport(192, 0, 192, 192, 0, 1));
        allocator.checkInvariants();
    }

    @Test
    void theLongestRegionIsTakenWhenTheWholeDoesNotFit() {
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        Allocation hole = taken(allocator, 256);
        taken(allocator, 640);
        allocator.free(hole);
        Allocation part = Objects.requireNonNull(allocator.allocateUpTo(64, 400));
        assertThat(part.offsetBytes()).isZero();
        assertThat(part.lengthBytes()).isEqualTo(256);
        assertThat(allocator.allocateUpTo(192, 400)).isNull();
        Allocation rest = Objects.requireNonNull(allocator.allocateUpTo(64, 100));
        assertThat(rest.lengthBytes()).isEqualTo(100);
        allocator.checkInvariants();
    }

    @Test
    void givingBackTwiceIsDetected() {
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        Allocation allocation = taken(allocator, 10);
        allocator.free(allocation);
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(allocation));
        taken(allocator, 10);
        assertThatIllegalStateException()
                .as("the same range, handed out again to somebody else")
                .isThrownBy(() -> allocator.free(allocation));
        assertThat(allocator.report().allocationCount()).isEqualTo(1);
        allocator.checkInvariants();
    }

    @Test
    void givingBackToAnotherAllocatorIsDetected() {
        Allocation foreign = taken(new OffsetAllocator(1024, 64), 10);
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        taken(allocator, 10);
        assertThatIllegalStateException().isThrownBy(() -> allocator.free(foreign));
        assertThat(allocator.allocatedBytes()).isEqualTo(10);
    }

    @Test
    void allocatorsThatShareATableKnowTheirOwn() {
        RegionTable table = new RegionTable();
        OffsetAllocator one = new OffsetAllocator(1024, 64, table);
        OffsetAllocator other = new OffsetAllocator(1024, 64, table);
        Allocation ofOne = taken(one, 100);
        Allocation ofOther = taken(other, 200);
        assertThat(ofOne.offsetBytes()).isEqualTo(ofOther.offsetBytes()).isZero();
        assertThatIllegalStateException()
                .isThrownBy(() -> other.free(ofOne))
                .withMessageContaining("comes from another allocator");
        one.free(ofOne);
        taken(other, 300);
        assertThatIllegalStateException()
                .as("its row serves the other allocator now")
                .isThrownBy(() -> one.free(ofOne))
                .withMessageContaining("was given back before");
        one.checkInvariants();
        other.checkInvariants();
        assertThat(other.allocatedBytes()).isEqualTo(500);
    }

    @Test
    void aClosedAllocatorGivesItsRowsToTheOthersOfItsTable() {
        RegionTable table = new RegionTable();
        OffsetAllocator kept = new OffsetAllocator(1 << 20, 1, table);
        Allocation left = taken(kept, 10);
        int rowsOfOne = 0;
        for (int round = 0; round < 3; round++) {
            OffsetAllocator closed = new OffsetAllocator(1 << 20, 1, table);
            List<Allocation> lost = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                lost.add(taken(closed, 1 + i));
            }
            for (int i = 0; i < 1000; i += 2) {
                closed.free(lost.get(i));
            }
            closed.checkInvariants();
            closed.close();
            closed.close();
            assertThat(closed.allocate(1)).isNull();
            assertThat(closed.largestFreeBytes()).isZero();
            assertThatIllegalStateException()
                    .isThrownBy(() -> closed.free(lost.get(1)))
                    .withMessageContaining("is closed");
            rowsOfOne = round == 0 ? table.rowCount() : rowsOfOne;
            assertThat(table.rowCount()).as("rows are used again").isEqualTo(rowsOfOne);
        }
        kept.free(left);
        kept.checkInvariants();
        assertThat(kept.report()).isEqualTo(new FreeSpaceReport(1 << 20, 0, 1 << 20, 1 << 20, 0, 1));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void lengthsBelowOneByteAreRejected(long lengthBytes) {
        OffsetAllocator allocator = new OffsetAllocator(1024, 64);
        assertThatIllegalArgumentException().isThrownBy(() -> allocator.allocate(lengthBytes));
        assertThatIllegalArgumentException().isThrownBy(() -> allocator.allocateUpTo(lengthBytes, 10));
    }

    @Test
    void lengthsAboveTheCapacityHaveNoRoom() {
        assertThat(new OffsetAllocator(1024, 64).allocate(Long.MAX_VALUE)).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -64, 3, 96})
    void alignmentsOtherThanPowersOfTwoAreRejected(long alignmentBytes) {
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetAllocator(1 << 20, alignmentBytes));
    }

    @Test
    void aRangeBelowOneUnitIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> new OffsetAllocator(63, 64));
    }

    @Test
    void everySizeClassHoldsTheLengthsThatItNames() {
        for (long length = 1; length < 1 << 14; length++) {
            int bin = SizeClass.of(length);
            assertThat(SizeClass.shortest(bin)).isLessThanOrEqualTo(length);
            assertThat(SizeClass.shortest(bin + 1)).isGreaterThan(length);
            assertThat(SizeClass.shortest(SizeClass.atLeast(length))).isGreaterThanOrEqualTo(length);
        }
        assertThat(SizeClass.of(1L << 62)).isLessThan(SizeClass.OCTAVES * SizeClass.BINS_PER_OCTAVE);
    }

    private static Allocation taken(OffsetAllocator allocator, long lengthBytes) {
        return Objects.requireNonNull(allocator.allocate(lengthBytes), "no room");
    }
}
