package io.mooncake.transfer.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.transfer.Eventually;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Region bases, lookups against a plain model, and the fence of a hold. */
final class RegionRegistryTest {
    private final Arena arena = Arena.ofAuto();

    @Test
    void basesAreAlignedNonZeroBelowTheEndAndNeverUsedAgain() {
        RegionRegistry registry = new RegionRegistry(new Random(1));
        MemorySegment memory = arena.allocate(100);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            Region region = registry.register(memory);
            assertThat(region.base()).isPositive().isLessThan(1L << 62);
            assertThat(region.base() % (1L << 30)).isZero();
            assertThat(seen.add(region.base())).isTrue();
            registry.deregister(region);
        }
    }

    @Test
    void aBaseWhoseRangeOverlapsAnEarlierOneIsDrawnAgain() {
        Queue<Long> draws = new ArrayDeque<>(List.of(7L, 7L, 6L, 8L, 9L, 5L, 10L));
        RegionBases bases = new RegionBases(new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new AssertionError("not bounded");
            }

            @Override
            public long nextLong(long origin, long bound) {
                return draws.remove();
            }
        });
        long unit = 1L << 30;
        assertThat(bases.draw(2 * unit)).isEqualTo(7 * unit);
        assertThat(bases.draw(2 * unit)).isEqualTo(9 * unit);
        assertThat(bases.draw(2 * unit)).isEqualTo(5 * unit);
        assertThat(draws).containsExactly(10L);
    }

    @Test
    void lookupsAgreeWithAPlainSearch() {
        Random random = new Random(5);
        RegionRegistry registry = new RegionRegistry(random);
        List<Region> live = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            if (live.size() < 20 && random.nextBoolean()) {
                live.add(registry.register(arena.allocate(1 + random.nextInt(200))));
            } else if (!live.isEmpty() && random.nextInt(4) == 0) {
                registry.deregister(live.remove(random.nextInt(live.size())));
            }
            long near = live.isEmpty()
                    ? 1L << 30
                    : live.get(random.nextInt(live.size())).base();
            long address = near + random.nextInt(240) - 20;
            long length = 1L + random.nextInt(220);
            Region expected = live.stream()
                    .filter(region ->
                            address >= region.base() && address + length <= region.base() + region.lengthBytes())
                    .findFirst()
                    .orElse(null);
            assertThat(Objects.equals(registry.find(address, length), expected))
                    .as("step %d: %d bytes at %x", step, length, address)
                    .isTrue();
        }
    }

    @Test
    void deregisteringAbortsHoldersAndWaitsForThem() throws InterruptedException {
        RegionRegistry registry = new RegionRegistry(new Random(2));
        Region region = registry.register(arena.allocate(10));
        AtomicInteger aborts = new AtomicInteger();
        Region.Hold first = Objects.requireNonNull(region.hold(aborts::incrementAndGet));
        Region.Hold second = Objects.requireNonNull(region.hold(aborts::incrementAndGet));
        Thread closer = Thread.ofPlatform().start(() -> registry.deregister(region));
        Eventually.holds("aborted", () -> aborts.get() == 2);
        assertThat(registry.find(region.base(), 1)).isNull();
        assertThat(region.hold(() -> {})).isNull();
        first.release();
        first.release();
        assertThat(closer.isAlive()).isTrue();
        second.release();
        closer.join();
        assertThat(aborts).hasValue(2);
    }
}
