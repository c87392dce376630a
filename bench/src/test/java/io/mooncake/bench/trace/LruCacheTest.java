package io.mooncake.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Exact LRU, by hand and against the plainest possible model. */
final class LruCacheTest {

    @Test
    void hitsWhatAnLruOfTwoBlocksHits() {
        LruCache cache = new LruCache(2);
        // 1 2 | 1 hit, 2 oldest | 3 evicts 2 | 2 misses and evicts 1 | 3 hit | 1 misses
        assertThat(List.of(1L, 2L, 1L, 3L, 2L, 3L, 1L).stream()
                        .map(cache::access)
                        .toList())
                .containsExactly(false, false, true, false, false, true, false);
    }

    @Test
    void ratioOfAHandComputedTrace() {
        List<TraceRequest> trace = List.of(
                new TraceRequest(List.of(1L, 2L, 3L)),
                new TraceRequest(List.of(1L, 2L, 4L)),
                new TraceRequest(List.of(1L, 2L, 3L)),
                new TraceRequest(List.of(1L, 2L, 4L)));
        // Room for all: 12 accesses, 4 distinct. With 3: 3 and 4 evict each other, 1 and 2 stay.
        assertThat(LruCache.hitRatio(trace, 4)).isEqualTo(8 / 12.0);
        assertThat(LruCache.hitRatio(trace, 3)).isEqualTo(6 / 12.0);
        // With 2 every block is gone before its turn comes.
        assertThat(LruCache.hitRatio(trace, 2)).isZero();
        assertThat(LruCache.hitRatio(trace, 0)).isZero();
        assertThat(LruCache.hitRatio(List.of(), 3)).isZero();
    }

    @Test
    void agreesWithAListThatIsMovedByHand() {
        SplittableRandom random = new SplittableRandom(7);
        for (int capacity = 1; capacity <= 40; capacity++) {
            LruCache cache = new LruCache(capacity);
            List<Long> model = new ArrayList<>();
            for (int i = 0; i < 2_000; i++) {
                long id = random.nextInt(60);
                boolean expected = model.remove(id);
                model.add(id);
                if (model.size() > capacity) {
                    model.removeFirst();
                }
                assertThat(cache.access(id)).isEqualTo(expected);
            }
        }
    }

    @Test
    void refusesANegativeCapacity() {
        assertThatThrownBy(() -> new LruCache(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
