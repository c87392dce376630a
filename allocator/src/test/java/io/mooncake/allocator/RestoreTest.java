package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** An allocator rebuilt from a list of ranges. */
final class RestoreTest {

    @Test
    void theListedRangesAreInUseAndTheRestIsFree() {
        Restoration restoration = OffsetAllocator.restore(1024, 64, List.of(new Range(512, 100), new Range(64, 64)));
        OffsetAllocator allocator = restoration.allocator();
        assertThat(allocator.report()).isEqualTo(new FreeSpaceReport(1024, 164, 832, 384, 2, 3));
        allocator.checkInvariants();
        restoration.entries().forEach(entry -> allocator.free(((Restoration.Restored) entry).allocation()));
        allocator.checkInvariants();
        assertThat(allocator.report()).isEqualTo(new FreeSpaceReport(1024, 0, 1024, 1024, 0, 1));
    }

    @Test
    void whatCannotBeIsRefusedOneByOne() {
        List<Range> ranges = List.of(
                new Range(128, 128),
                new Range(64, 65),
                new Range(192, 1),
                new Range(0, 128),
                new Range(1024, 1),
                new Range(960, 65),
                new Range(-64, 64),
                new Range(Long.MAX_VALUE - 63, Long.MAX_VALUE),
                new Range(300, 4),
                new Range(320, 0),
                new Range(128, 128),
                new Range(960, 64));
        Restoration restoration = OffsetAllocator.restore(1030, 64, ranges);
        assertThat(restoration.entries())
                .extracting(entry -> entry instanceof Restoration.Refused refused ? refused.reason() : null)
                .containsExactly(
                        null,
                        Restoration.Reason.OVERLAP,
                        Restoration.Reason.OVERLAP,
                        null,
                        Restoration.Reason.OUT_OF_RANGE,
                        Restoration.Reason.OUT_OF_RANGE,
                        Restoration.Reason.OUT_OF_RANGE,
                        Restoration.Reason.OUT_OF_RANGE,
                        Restoration.Reason.MISALIGNED,
                        Restoration.Reason.EMPTY,
                        Restoration.Reason.OVERLAP,
                        null);
        restoration.allocator().checkInvariants();
        assertThat(restoration.allocator().report()).isEqualTo(new FreeSpaceReport(1024, 320, 704, 704, 3, 1));
    }

    @Test
    void nothingListedIsAnEmptyAllocator() {
        OffsetAllocator allocator =
                OffsetAllocator.restore(1L << 44, 64, List.of()).allocator();
        allocator.checkInvariants();
        assertThat(allocator.largestFreeBytes()).isEqualTo(1L << 44);
    }

    @Test
    void everythingInUseLeavesNothingFree() {
        OffsetAllocator allocator = OffsetAllocator.restore(1L << 44, 64, List.of(new Range(0, 1L << 44)))
                .allocator();
        allocator.checkInvariants();
        assertThat(allocator.freeBytes()).isZero();
        assertThat(allocator.allocate(1)).isNull();
    }

    @Test
    void whatAnAllocatorHoldsIsRestoredAsItWas() {
        SplittableRandom random = new SplittableRandom(11);
        OffsetAllocator before = new OffsetAllocator(1L << 40, 64);
        List<Allocation> live = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            Allocation taken = before.allocate(random.nextLong(1, 1L << 26));
            if (taken != null) {
                live.add(taken);
            }
            if (random.nextInt(3) == 0) {
                before.free(live.remove(random.nextInt(live.size())));
            }
        }
        List<Range> ranges = new ArrayList<>();
        live.forEach(taken -> ranges.add(new Range(taken.offsetBytes(), taken.lengthBytes())));
        Restoration restoration = OffsetAllocator.restore(1L << 40, 64, ranges);
        assertThat(restoration.entries()).allMatch(Restoration.Restored.class::isInstance);
        restoration.allocator().checkInvariants();
        assertThat(restoration.allocator().report()).isEqualTo(before.report());
    }
}
