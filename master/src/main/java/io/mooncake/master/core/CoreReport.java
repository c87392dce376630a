package io.mooncake.master.core;

import java.util.List;
import java.util.Map;

/**
 * What the core measures, at one moment: gauges first, then counters since the start, then the sizes of values.
 *
 * @param gauges what is now
 * @param counts what has happened
 * @param valueSizes sizes of the values of PutStart
 * @param evictions why and how old objects were evicted
 */
public record CoreReport(Gauges gauges, Counts counts, ValueSizes valueSizes, Evictions evictions) {

    /**
     * What is now.
     *
     * @param capacityBytes bytes of all mounted segments
     * @param allocatedBytes bytes placed on them, fenced ones included
     * @param fencedBytes bytes that wait before reuse
     * @param discardedStagingBytes the part of them that comes from writes whose writer is gone
     * @param keyCount readable objects and open writes
     * @param openPutCount open writes
     * @param memoryObjectCount readable objects with bytes in memory
     * @param activeClientCount registered clients, suspect ones included
     * @param suspectClientCount suspect clients
     * @param segmentCount mounted segments
     */
    public record Gauges(
            long capacityBytes,
            long allocatedBytes,
            long fencedBytes,
            long discardedStagingBytes,
            long keyCount,
            long openPutCount,
            long memoryObjectCount,
            long activeClientCount,
            long suspectClientCount,
            long segmentCount) {}

    /**
     * What has happened.
     *
     * @param totalGets reads asked for
     * @param validGets reads that found a readable replica
     * @param memoryHits reads answered from memory
     * @param memoryHitBytes bytes of those objects
     * @param evictionsAttempted times that the core looked for objects to evict
     * @param evictionsSuccessful times that it evicted at least one
     * @param evictedKeys objects evicted
     * @param evictedBytes bytes of their replicas
     * @param putStartAllocationFailures puts refused for want of room
     * @param partialAllocations puts with fewer replicas than asked for
     * @param putStartDiscards open writes dropped because their writer is gone
     * @param putStartReleases of those, writes whose bytes have returned to the pool
     * @param clientsExpired clients gone for silence
     * @param clientsReplaced clients ended by a newer incarnation
     * @param replicasLost replicas dropped because a segment is gone
     * @param objectsLost readable objects that lost their last replica so
     * @param outcomesReplayed repeated operations answered with their first outcome
     * @param staleOperationsRefused operations below the floor of kept outcomes
     */
    public record Counts(
            long totalGets,
            long validGets,
            long memoryHits,
            long memoryHitBytes,
            long evictionsAttempted,
            long evictionsSuccessful,
            long evictedKeys,
            long evictedBytes,
            long putStartAllocationFailures,
            long partialAllocations,
            long putStartDiscards,
            long putStartReleases,
            long clientsExpired,
            long clientsReplaced,
            long replicasLost,
            long objectsLost,
            long outcomesReplayed,
            long staleOperationsRefused) {}

    /**
     * Objects that were evicted.
     *
     * @param keysByReason how many, for every reason
     * @param ageBucketCounts how many by seconds since their last use, not cumulative; one per entry of {@link
     *     #AGE_BOUNDS_SECONDS} and one for those above the last
     * @param ageSumSeconds the sum of these ages
     */
    public record Evictions(Map<EvictionReason, Long> keysByReason, List<Long> ageBucketCounts, long ageSumSeconds) {

        /** Upper bounds of the buckets, inclusive, in seconds: a second to a day. */
        public static final List<Long> AGE_BOUNDS_SECONDS =
                List.of(1L, 5L, 10L, 30L, 60L, 300L, 600L, 1800L, 3600L, 21_600L, 86_400L);

        /** Keeps copies. */
        public Evictions {
            keysByReason = Map.copyOf(keysByReason);
            ageBucketCounts = List.copyOf(ageBucketCounts);
        }
    }

    /**
     * A histogram of value sizes.
     *
     * @param bucketCounts how many values fell in each bucket, not cumulative; one per entry of {@link
     *     #BOUNDS_BYTES} and
     *     one for those above the last
     * @param sumBytes the sum of all
     */
    public record ValueSizes(List<Long> bucketCounts, long sumBytes) {

        /** Upper bounds of the buckets, inclusive, in bytes. */
        public static final List<Long> BOUNDS_BYTES =
                List.of(4096L, 65536L, 262_144L, 1_048_576L, 4_194_304L, 16_777_216L, 67_108_864L);

        /** Keeps a copy. */
        public ValueSizes {
            bucketCounts = List.copyOf(bucketCounts);
        }
    }
}
