package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What has happened since the start, counted where it happens. Only ever grows, but for the staging gauge. */
final class CoreCounters {

    long totalGets;
    long validGets;
    long memoryHits;
    long memoryHitBytes;
    long evictionsAttempted;
    long evictionsSuccessful;
    long evictedKeys;
    long evictedBytes;
    long putStartAllocationFailures;
    long partialAllocations;
    long putStartDiscards;
    long putStartReleases;
    long clientsExpired;
    long clientsReplaced;
    long replicasLost;
    long objectsLost;
    long outcomesReplayed;
    long staleOperationsRefused;

    /** Bytes of discarded writes that still wait before reuse. */
    long discardedStagingBytes;

    private final long[] valueSizeBuckets = new long[CoreReport.ValueSizes.BOUNDS_BYTES.size() + 1];
    private long valueSizeSumBytes;

    private final Map<EvictionReason, Long> evictedByReason = new EnumMap<>(EvictionReason.class);
    private final long[] evictionAgeBuckets = new long[CoreReport.Evictions.AGE_BOUNDS_SECONDS.size() + 1];
    private long evictionAgeSumSeconds;

    /** Counts an object that was evicted this long after its last use. */
    void evicted(EvictionReason reason, long ageNanos) {
        evictedByReason.merge(reason, 1L, Long::sum);
        long ageSeconds = TimeUnit.NANOSECONDS.toSeconds(ageNanos);
        int bucket = 0;
        while (bucket < evictionAgeBuckets.length - 1
                && ageSeconds > CoreReport.Evictions.AGE_BOUNDS_SECONDS.get(bucket)) {
            bucket++;
        }
        evictionAgeBuckets[bucket]++;
        evictionAgeSumSeconds += ageSeconds;
    }

    CoreReport.Evictions evictions() {
        Map<EvictionReason, Long> byReason = new EnumMap<>(EvictionReason.class);
        for (EvictionReason reason : EvictionReason.values()) {
            byReason.put(reason, evictedByReason.getOrDefault(reason, 0L));
        }
        return new CoreReport.Evictions(
                byReason, Arrays.stream(evictionAgeBuckets).boxed().toList(), evictionAgeSumSeconds);
    }

    void valueSize(long sizeBytes) {
        int bucket = 0;
        while (bucket < valueSizeBuckets.length - 1 && sizeBytes > CoreReport.ValueSizes.BOUNDS_BYTES.get(bucket)) {
            bucket++;
        }
        valueSizeBuckets[bucket]++;
        valueSizeSumBytes += sizeBytes;
    }

    CoreReport.Counts counts() {
        return new CoreReport.Counts(
                totalGets,
                validGets,
                memoryHits,
                memoryHitBytes,
                evictionsAttempted,
                evictionsSuccessful,
                evictedKeys,
                evictedBytes,
                putStartAllocationFailures,
                partialAllocations,
                putStartDiscards,
                putStartReleases,
                clientsExpired,
                clientsReplaced,
                replicasLost,
                objectsLost,
                outcomesReplayed,
                staleOperationsRefused);
    }

    CoreReport.ValueSizes valueSizes() {
        List<Long> buckets = new ArrayList<>(valueSizeBuckets.length);
        for (long count : valueSizeBuckets) {
            buckets.add(count);
        }
        return new CoreReport.ValueSizes(buckets, valueSizeSumBytes);
    }
}
