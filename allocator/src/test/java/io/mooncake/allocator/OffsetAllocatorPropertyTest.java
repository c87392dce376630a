package io.mooncake.allocator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Random operations against a naive model: half a million, and ten million with {@code -Dmooncake.profile=ci}. A
 * failing line names the run; {@code -Dmooncake.seed=N} starts from another seed.
 */
final class OffsetAllocatorPropertyTest {

    private static final long STEPS_PER_RUN = 25_000;
    private static final long SHORT_STEPS = 500_000;
    private static final long LONG_STEPS = 10_000_000;

    @Test
    void agreesWithASortedMapOfHoles() {
        long steps = "ci".equals(System.getProperty("mooncake.profile")) ? LONG_STEPS : SHORT_STEPS;
        long seed = Long.getLong("mooncake.seed", 4);
        SplittableRandom seeds = new SplittableRandom(seed);
        System.out.println("allocator: " + steps + " operations from seed " + seed);
        for (long done = 0; done < steps; done += STEPS_PER_RUN) {
            new AllocatorRun(seeds.nextLong()).run(STEPS_PER_RUN);
        }
    }

    @Test
    void allocatorsThatShareATableAgreeToo() {
        RegionTable table = new RegionTable();
        SplittableRandom seeds = new SplittableRandom(Long.getLong("mooncake.seed", 5));
        List<AllocatorRun> runs = new ArrayList<>();
        for (int turn = 0; turn < 400; turn++) {
            if (runs.size() < 8) {
                runs.add(new AllocatorRun(seeds.nextLong(), table));
            }
            runs.get(seeds.nextInt(runs.size())).advance(seeds.nextInt(1, 500));
            if (turn % 20 == 19) {
                runs.remove(seeds.nextInt(runs.size())).end();
            }
        }
        runs.forEach(AllocatorRun::finish);
    }

    @Test
    void theModelSeesARangeThatIsHandedOutTwice() {
        Allocation range = Objects.requireNonNull(new OffsetAllocator(1024, 64).allocate(128));
        AllocatorModel model = new AllocatorModel(1024, 64);
        model.take(range);
        assertThatThrownBy(() -> model.take(range)).hasMessageContaining("is not free");
        model.free(range);
        model.take(range);
        assertThat(model.longestHole()).isEqualTo(896);
    }

    @Test
    void theModelSeesARangeBeyondTheEnd() {
        Allocation range = Objects.requireNonNull(new OffsetAllocator(2048, 64).allocate(1500));
        assertThatThrownBy(() -> new AllocatorModel(1024, 64).take(range)).hasMessageContaining("is not free");
    }
}
