package io.mooncake.master.metrics;

import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.exposition.MetricCollector;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.SegmentReport;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Writes what the core measures.
 *
 * <p>Thread safety: the suppliers are called by the thread that scrapes, once per scrape.
 */
public final class CoreMetrics implements MetricCollector {
    private final Supplier<CoreReport> core;
    private final Supplier<List<SegmentReport>> segments;

    /** Reads from these at each scrape. */
    public CoreMetrics(Supplier<CoreReport> core, Supplier<List<SegmentReport>> segments) {
        this.core = core;
        this.segments = segments;
    }

    @Override
    public void collect(ExpositionWriter writer) {
        CoreReport report = core.get();
        gauges(writer, report.gauges());
        segments(writer, segments.get());
        writer.histogram(
                "master_value_size_bytes",
                "Sizes of the values of PutStart",
                CoreReport.ValueSizes.BOUNDS_BYTES,
                report.valueSizes().bucketCounts(),
                report.valueSizes().sumBytes());
        reads(writer, report.counts());
        evictions(writer, report.counts());
        evictions(writer, report.evictions());
        puts(writer, report.counts());
        membership(writer, report.counts());
    }

    private static void gauges(ExpositionWriter writer, CoreReport.Gauges gauges) {
        writer.gauge(
                "master_allocated_bytes", "Bytes placed on segments, fenced ones included", gauges.allocatedBytes());
        writer.gauge("master_total_capacity_bytes", "Bytes of all mounted segments", gauges.capacityBytes());
        writer.gauge("master_fenced_bytes", "Bytes that wait until no late write can land", gauges.fencedBytes());
        writer.gauge(
                "master_put_start_discarded_staging_size",
                "Bytes of dropped writes that have not returned to the pool",
                gauges.discardedStagingBytes());
        writer.gauge("master_key_count", "Readable objects and open writes", gauges.keyCount());
        writer.gauge("master_open_put_count", "Open writes", gauges.openPutCount());
        writer.gauge("mem_cache_nums_", "Readable objects with bytes in memory", gauges.memoryObjectCount());
        writer.gauge("master_active_clients", "Registered clients", gauges.activeClientCount());
        writer.gauge(
                "master_suspect_clients", "Clients that have been silent for a while", gauges.suspectClientCount());
    }

    private static void segments(ExpositionWriter writer, List<SegmentReport> segments) {
        Map<String, Long> allocated = new TreeMap<>();
        Map<String, Long> capacity = new TreeMap<>();
        Map<String, Long> largestFree = new TreeMap<>();
        for (SegmentReport segment : segments) {
            allocated.merge(segment.spec().name(), segment.usedBytes(), Long::sum);
            capacity.merge(segment.spec().name(), segment.spec().sizeBytes(), Long::sum);
            largestFree.merge(segment.spec().name(), segment.largestFreeBytes(), Math::max);
        }
        writer.gauges("segment_allocated_bytes", "Bytes placed on the segment", "segment", allocated);
        writer.gauges("segment_total_capacity_bytes", "Bytes of the segment", "segment", capacity);
        writer.gauges("segment_largest_free_bytes", "Longest free range of the segment", "segment", largestFree);
    }

    private static void reads(ExpositionWriter writer, CoreReport.Counts counts) {
        writer.counter("total_get_nums_", "Reads asked for", counts.totalGets());
        writer.counter("valid_get_nums_", "Reads that found a readable replica", counts.validGets());
        writer.counter("mem_cache_hit_nums_", "Reads answered from memory", counts.memoryHits());
        writer.counter("mem_cache_hit_bytes_total", "Bytes of the objects of those reads", counts.memoryHitBytes());
        writer.counters(
                "master_tier_hits_total",
                "Reads answered from the tier",
                "tier",
                Map.of("memory", counts.memoryHits()));
        writer.counters(
                "master_tier_misses_total",
                "Reads that the tier did not answer",
                "tier",
                Map.of("memory", counts.totalGets() - counts.memoryHits()));
    }

    private static void evictions(ExpositionWriter writer, CoreReport.Counts counts) {
        String attempted = "Times that objects to evict were looked for";
        String successful = "Times that at least one object was evicted";
        writer.counter("master_attempted_evictions_total", attempted, counts.evictionsAttempted());
        writer.counter("master_successful_evictions_total", successful, counts.evictionsSuccessful());
        writer.counter("master_evicted_key_count", "Objects evicted", counts.evictedKeys());
        writer.counter("master_evicted_size_bytes", "Bytes of evicted objects", counts.evictedBytes());
        writer.counter("master_attempted_evictions_mem", attempted + " from memory", counts.evictionsAttempted());
        writer.counter("master_successful_evictions_mem", successful + " from memory", counts.evictionsSuccessful());
        writer.counter("master_evicted_key_count_mem", "Objects evicted from memory", counts.evictedKeys());
        writer.counter("master_evicted_size_bytes_mem", "Bytes evicted from memory", counts.evictedBytes());
    }

    private static void evictions(ExpositionWriter writer, CoreReport.Evictions evictions) {
        Map<String, Long> byReason = new TreeMap<>();
        evictions.keysByReason().forEach((reason, count) -> byReason.put(reason.label(), count));
        writer.counters("master_evicted_keys_by_reason_total", "Objects evicted, by why", "reason", byReason);
        writer.histogram(
                "master_eviction_age_seconds",
                "Seconds from the last use of an object to its eviction",
                CoreReport.Evictions.AGE_BOUNDS_SECONDS,
                evictions.ageBucketCounts(),
                evictions.ageSumSeconds());
    }

    private static void puts(ExpositionWriter writer, CoreReport.Counts counts) {
        writer.counter(
                "master_put_start_alloc_failures_total",
                "Puts refused for want of room",
                counts.putStartAllocationFailures());
        writer.counter(
                "master_put_start_partial_allocations_total",
                "Puts with fewer replicas than asked for",
                counts.partialAllocations());
        writer.counter("master_put_start_discard_cnt", "Open writes that were dropped", counts.putStartDiscards());
        writer.counter(
                "master_put_start_release_cnt",
                "Dropped writes whose bytes returned to the pool",
                counts.putStartReleases());
        writer.counter(
                "master_outcomes_replayed_total",
                "Repeated operations answered with their first outcome",
                counts.outcomesReplayed());
        writer.counter(
                "master_stale_operations_refused_total",
                "Operations older than the outcomes that are kept",
                counts.staleOperationsRefused());
    }

    private static void membership(ExpositionWriter writer, CoreReport.Counts counts) {
        writer.counter("master_clients_expired_total", "Clients gone for silence", counts.clientsExpired());
        writer.counter(
                "master_clients_replaced_total", "Clients ended by a newer incarnation", counts.clientsReplaced());
        writer.counter(
                "master_replicas_lost_total", "Replicas dropped because a segment is gone", counts.replicasLost());
        writer.counter("master_objects_lost_total", "Objects that lost their last replica so", counts.objectsLost());
    }
}
