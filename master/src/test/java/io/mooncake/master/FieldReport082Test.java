package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.exposition.ExpositionReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scrape dropped series that were written twice: the strict reader accepts every scrape under load. */
@Timeout(60)
final class FieldReport082Test {
    private static final int SCRAPES = 40;

    @Test
    void everyScrapeUnderLoadIsValid() throws Exception {
        try (MasterFixture master = new MasterFixture("--default_kv_lease_ttl=0", "--client_ttl=600");
                ExecutorService load = Executors.newSingleThreadExecutor()) {
            master.mount(1, "a:1", 64L << 20);
            AtomicBoolean stop = new AtomicBoolean();
            Future<Integer> puts = load.submit(() -> {
                int count = 0;
                while (!stop.get()) {
                    master.put("k" + count, 1 + count * 1009L % (2 << 20));
                    count++;
                }
                return count;
            });
            List<Double> keys = new ArrayList<>();
            try {
                for (int i = 0; i < SCRAPES; i++) {
                    ExpositionReader scrape = master.metrics();
                    keys.add(scrape.value("master_put_start_requests_total").orElseThrow());
                    assertThat(scrape.types()).containsEntry("master_eviction_age_seconds", "histogram");
                }
            } finally {
                stop.set(true);
            }
            assertThat(puts.get()).isPositive();
            assertThat(keys).isSorted();
            assertThat(keys.getLast()).isGreaterThan(keys.getFirst());
        }
    }
}
