package io.mooncake.master.core;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the recount of a part of the catalog found.
 *
 * @param changes equal on two pages: no object came, went or moved between them
 * @param nextCursor where to go on; 0: that was all
 * @param objectCount readable objects and open writes of keys that hold none
 * @param openPutCount open writes
 * @param updateCount of those, writes of keys that hold a readable object
 * @param memoryObjectCount readable objects with bytes
 * @param leaseCount objects under a lease
 * @param placedBytes bytes of their extents by mounted segment
 * @param differences what is wrong with an object by itself
 * @param totals what the core itself counts; on the last page
 */
public record CheckPage(
        long changes,
        long nextCursor,
        long objectCount,
        long openPutCount,
        long updateCount,
        long memoryObjectCount,
        long leaseCount,
        Map<SegmentId, Long> placedBytes,
        List<String> differences,
        Optional<Totals> totals) {
    /** Keeps copies. */
    public CheckPage {
        placedBytes = Map.copyOf(placedBytes);
        differences = List.copyOf(differences);
    }

    /**
     * What the core counts as things happen.
     *
     * @param objectCount readable objects and open writes
     * @param openPutCount open writes
     * @param memoryObjectCount readable objects with bytes
     * @param recencyCount objects in the order of recency
     * @param capacityBytes bytes of all mounted segments
     * @param allocatedBytes bytes placed on them
     * @param segments the mounted segments
     */
    public record Totals(
            long objectCount,
            long openPutCount,
            long memoryObjectCount,
            long recencyCount,
            long capacityBytes,
            long allocatedBytes,
            List<SegmentReport> segments) {
        /** Keeps a copy. */
        public Totals {
            segments = List.copyOf(segments);
        }
    }
}
