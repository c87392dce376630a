package io.mooncake.master.service;

import java.util.List;

/**
 * What a recount of the whole catalog found.
 *
 * @param complete whether nothing changed meanwhile, so that totals could be compared; else only each object by itself
 * @param keyCount readable objects and open writes
 * @param openPutCount open writes
 * @param leaseCount objects under a lease
 * @param segmentCount mounted segments
 * @param placedBytes bytes of objects on mounted segments
 * @param stepCount entries of the core's door
 * @param differences what does not add up
 */
public record SelfCheckReport(
        boolean complete,
        long keyCount,
        long openPutCount,
        long leaseCount,
        long segmentCount,
        long placedBytes,
        long stepCount,
        List<String> differences) {
    /** Keeps a copy. */
    public SelfCheckReport {
        differences = List.copyOf(differences);
    }
}
