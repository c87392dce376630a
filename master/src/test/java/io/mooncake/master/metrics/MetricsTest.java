package io.mooncake.master.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.EvictionReason;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentReport;
import io.mooncake.master.core.SegmentSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MetricsTest {
    private static final Outcome GOOD = new Outcome.Existence(true, 0);
    private static final Outcome BAD = new Outcome.Failed(ErrorCode.OBJECT_NOT_FOUND, "no such object");

    private final ExactNameRegistry registry = new ExactNameRegistry();

    private double value(String series) {
        return ExpositionReader.read(registry.scrape()).value(series).orElseThrow();
    }

    @Test
    void countsEachCallAndItsFailures() {
        RequestCounters counters = new RequestCounters(registry);
        for (Call call : Call.values()) {
            assertThat(counters.count(call, GOOD)).isSameAs(GOOD);
            assertThat(counters.count(call, BAD)).isSameAs(BAD);
        }
        for (String name : List.of(
                "put_start",
                "put_end",
                "put_revoke",
                "get_replica_list",
                "exist_key",
                "remove",
                "remove_all",
                "mount_segment",
                "unmount_segment",
                "remount_segment",
                "ping")) {
            assertThat(value("master_" + name + "_requests_total")).isEqualTo(2);
            assertThat(value("master_" + name + "_failures_total")).isEqualTo(1);
        }
    }

    @Test
    void countsBatchesAndTheirItems() {
        RequestCounters counters = new RequestCounters(registry);
        for (BatchCall call : BatchCall.values()) {
            counters.countBatch(call, List.of(GOOD, GOOD));
            counters.countBatch(call, List.of(GOOD, BAD, BAD));
            counters.countBatch(call, List.of(BAD));
        }
        for (String name : List.of(
                "put_start", "put_end", "put_revoke", "get_replica_list", "exist_key", "query_ip", "replica_clear")) {
            assertThat(value("master_batch_" + name + "_requests_total")).isEqualTo(3);
            assertThat(value("master_batch_" + name + "_failures_total")).isEqualTo(1);
            assertThat(value("master_batch_" + name + "_partial_successes_total"))
                    .isEqualTo(1);
            assertThat(value("master_batch_" + name + "_items_total")).isEqualTo(6);
            assertThat(value("master_batch_" + name + "_failed_items_total")).isEqualTo(3);
        }
    }

    @Test
    void countsRemovalsOfABatchOneByOne() {
        RequestCounters counters = new RequestCounters(registry);
        counters.countItems(Call.REMOVE, List.of(GOOD, BAD, GOOD));

        assertThat(value("master_remove_requests_total")).isEqualTo(3);
        assertThat(value("master_remove_failures_total")).isEqualTo(1);
    }

    @Test
    void countsRefusals() {
        RequestCounters counters = new RequestCounters(registry);
        counters.countExpired();
        counters.countVersionMismatch();

        assertThat(value("master_expired_requests_total")).isEqualTo(1);
        assertThat(value("master_protocol_mismatches_total")).isEqualTo(1);
    }

    @Test
    void writesEachMeasureOfTheCoreUnderItsName() {
        CoreReport report = report();
        registry.collector(new CoreMetrics(() -> report, () -> List.of(segment(1, 5), segment(2, 6))));

        ExpositionReader read = ExpositionReader.read(registry.scrape());

        assertThat(read.samples())
                .containsEntry("master_total_capacity_bytes", 1.0)
                .containsEntry("master_allocated_bytes", 2.0)
                .containsEntry("master_fenced_bytes", 3.0)
                .containsEntry("master_put_start_discarded_staging_size", 4.0)
                .containsEntry("master_key_count", 5.0)
                .containsEntry("master_open_put_count", 6.0)
                .containsEntry("mem_cache_nums_", 7.0)
                .containsEntry("master_active_clients", 8.0)
                .containsEntry("master_suspect_clients", 9.0)
                .containsEntry("total_get_nums_", 15.0)
                .containsEntry("valid_get_nums_", 12.0)
                .containsEntry("mem_cache_hit_nums_", 13.0)
                .containsEntry("mem_cache_hit_bytes_total", 14.0)
                .containsEntry("master_attempted_evictions_total", 15.0)
                .containsEntry("master_attempted_evictions_mem", 15.0)
                .containsEntry("master_successful_evictions_total", 16.0)
                .containsEntry("master_successful_evictions_mem", 16.0)
                .containsEntry("master_evicted_key_count", 17.0)
                .containsEntry("master_evicted_key_count_mem", 17.0)
                .containsEntry("master_evicted_size_bytes", 18.0)
                .containsEntry("master_evicted_size_bytes_mem", 18.0)
                .containsEntry("master_put_start_alloc_failures_total", 19.0)
                .containsEntry("master_put_start_partial_allocations_total", 20.0)
                .containsEntry("master_put_start_discard_cnt", 21.0)
                .containsEntry("master_put_start_release_cnt", 22.0)
                .containsEntry("master_clients_expired_total", 23.0)
                .containsEntry("master_clients_replaced_total", 24.0)
                .containsEntry("master_replicas_lost_total", 25.0)
                .containsEntry("master_objects_lost_total", 26.0)
                .containsEntry("master_outcomes_replayed_total", 27.0)
                .containsEntry("master_stale_operations_refused_total", 28.0)
                .containsEntry("segment_allocated_bytes{segment=\"node\"}", 11.0)
                .containsEntry("segment_total_capacity_bytes{segment=\"node\"}", 200.0)
                .containsEntry("master_value_size_bytes_bucket{le=\"4096\"}", 1.0)
                .containsEntry("master_value_size_bytes_bucket{le=\"65536\"}", 2.0)
                .containsEntry("master_value_size_bytes_bucket{le=\"+Inf\"}", 4.0)
                .containsEntry("master_value_size_bytes_sum", 1000.0);
        assertThat(read.types())
                .containsEntry("mem_cache_hit_nums_", "counter")
                .containsEntry("master_evicted_key_count", "counter")
                .containsEntry("mem_cache_nums_", "gauge")
                .containsEntry("master_value_size_bytes", "histogram");
    }

    @Test
    void writesTiersReasonsAndAges() {
        CoreReport report = report();
        registry.collector(new CoreMetrics(() -> report, List::of));

        assertThat(ExpositionReader.read(registry.scrape()).samples())
                .containsEntry("master_tier_hits_total{tier=\"memory\"}", 13.0)
                .containsEntry("master_tier_misses_total{tier=\"memory\"}", 2.0)
                .containsEntry("master_evicted_keys_by_reason_total{reason=\"watermark\"}", 29.0)
                .containsEntry("master_evicted_keys_by_reason_total{reason=\"room\"}", 30.0)
                .containsEntry("master_eviction_age_seconds_bucket{le=\"1\"}", 1.0)
                .containsEntry("master_eviction_age_seconds_bucket{le=\"5\"}", 3.0)
                .containsEntry("master_eviction_age_seconds_bucket{le=\"86400\"}", 3.0)
                .containsEntry("master_eviction_age_seconds_count", 6.0)
                .containsEntry("master_eviction_age_seconds_sum", 1_000_000.0);
    }

    private static CoreReport report() {
        return new CoreReport(
                new CoreReport.Gauges(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
                new CoreReport.Counts(15, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28),
                new CoreReport.ValueSizes(List.of(1L, 1L, 0L, 0L, 0L, 0L, 0L, 2L), 1000),
                new CoreReport.Evictions(
                        Map.of(EvictionReason.WATERMARK, 29L, EvictionReason.ROOM, 30L),
                        List.of(1L, 2L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 3L),
                        1_000_000));
    }

    private static SegmentReport segment(long id, long usedBytes) {
        SegmentSpec spec = new SegmentSpec(new SegmentId(0, id), "node", id << 30, 100, "node:1", "tcp");
        return new SegmentReport(spec, new ClientId(1, 1), usedBytes, 0, 100 - usedBytes);
    }
}
