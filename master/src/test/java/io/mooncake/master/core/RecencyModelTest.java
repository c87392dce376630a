package io.mooncake.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Eviction against a textbook LRU cache over a random trace: the same hits, the same keys, access by access. */
final class RecencyModelTest {

    private static final long BLOCK_BYTES = 16 << 10;
    private static final int CAPACITY_BLOCKS = 200;

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void evictsExactlyWhatAnLruCacheEvicts(long seed) {
        // The watermark is 200 blocks; a put takes the use to 201 for a moment and evicts the oldest one.
        double watermark = 0.8;
        CoreFixture fixture = new CoreFixture(CoreFixture.config(watermark, 0, 10 * CoreFixture.SECOND));
        ClientId client = fixture.join(1, 250 * BLOCK_BYTES);
        LruModel model = new LruModel(CAPACITY_BLOCKS);
        SplittableRandom random = new SplittableRandom(seed);
        long hits = 0;
        for (int access = 0; access < 6_000; access++) {
            int bound = random.nextInt(1, 600);
            String key = "block-" + random.nextInt(bound);
            boolean expected = model.access(key);
            boolean hit = fixture.core.execute(
                            new Operation.GetReplicaList(CallContext.anonymous(), ObjectKey.of(key)), fixture.nowNanos)
                    instanceof Outcome.Located;
            assertThat(hit).as("seed %d access %d of %s", seed, access, key).isEqualTo(expected);
            if (hit) {
                hits++;
            } else {
                put(fixture, client, key);
            }
        }
        for (String key : model.keySet()) {
            assertThat(fixture.holds(key)).as("seed %d key %s", seed, key).isTrue();
        }
        assertThat(fixture.gauges().keyCount()).isEqualTo(CAPACITY_BLOCKS);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(CAPACITY_BLOCKS * BLOCK_BYTES);
        assertThat(fixture.counts().memoryHits()).isEqualTo(hits);
        assertThat(hits).isBetween(1_000L, 5_900L);
    }

    private static void put(CoreFixture fixture, ClientId client, String key) {
        Outcome.PutGrant grant =
                (Outcome.PutGrant) fixture.core.execute(fixture.start(client, key, BLOCK_BYTES), fixture.nowNanos);
        Operation.PutEnd end = fixture.endOperation(client, key, grant.putId(), null, WriteState.ACKNOWLEDGED);
        assertThat(fixture.core.execute(end, fixture.nowNanos)).isEqualTo(Outcome.Done.INSTANCE);
    }

    private static final class LruModel {
        private final int capacity;
        private final Map<String, Boolean> keys = new LinkedHashMap<>(16, 0.75f, true);

        LruModel(int capacity) {
            this.capacity = capacity;
        }

        /** Whether it hits; a miss brings the key in. */
        boolean access(String key) {
            boolean hit = keys.put(key, true) != null;
            if (keys.size() > capacity) {
                keys.remove(keys.keySet().iterator().next());
            }
            return hit;
        }

        Iterable<String> keySet() {
            return keys.keySet();
        }
    }
}
