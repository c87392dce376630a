package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations read from bytes, side by side with the model. The build replays the kept inputs; a fuzzer looks for new
 * ones with {@code JAZZER_FUZZ=1} in the environment and {@code -Dtest=OffsetAllocatorFuzzTest#operations}.
 */
final class OffsetAllocatorFuzzTest {

    @FuzzTest(maxDuration = "60s")
    void operations(FuzzedDataProvider data) {
        long alignment = 1L << data.consumeInt(0, 12);
        OffsetAllocator allocator = new OffsetAllocator(data.consumeLong(alignment, 1L << 44), alignment);
        AllocatorModel model = new AllocatorModel(allocator.capacityBytes(), alignment);
        List<Allocation> live = new ArrayList<>();
        while (data.remainingBytes() > 0) {
            if (data.consumeBoolean() && !live.isEmpty()) {
                Allocation victim = live.remove(data.consumeInt(0, live.size() - 1));
                allocator.free(victim);
                model.free(victim);
            } else {
                long length = data.consumeLong(1, 1 + allocator.capacityBytes() / 2);
                PieceLimits limits = new PieceLimits(data.consumeInt(1, 20), data.consumeLong(1, length));
                boolean possible = model.holds(length, limits);
                List<Allocation> pieces = allocator.allocatePieces(length, limits);
                assertThat(!pieces.isEmpty()).isEqualTo(possible);
                pieces.forEach(model::take);
                live.addAll(pieces);
            }
            allocator.checkInvariants();
            assertThat(allocator.report()).isEqualTo(model.report());
        }
        restored(allocator, alignment, live);
    }

    private static void restored(OffsetAllocator allocator, long alignment, List<Allocation> live) {
        List<Range> ranges = new ArrayList<>();
        live.forEach(taken -> ranges.add(new Range(taken.offsetBytes(), taken.lengthBytes())));
        Restoration restoration = OffsetAllocator.restore(allocator.capacityBytes(), alignment, ranges);
        assertThat(restoration.entries()).allMatch(Restoration.Restored.class::isInstance);
        restoration.allocator().checkInvariants();
        assertThat(restoration.allocator().report()).isEqualTo(allocator.report());
    }
}
