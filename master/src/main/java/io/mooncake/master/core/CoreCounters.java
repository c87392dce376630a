package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;

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
