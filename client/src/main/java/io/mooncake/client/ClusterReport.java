package io.mooncake.client;

import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Capacity, use and members of a cluster at one moment.
 *
 * @param masterEpoch random per start of the master
 * @param capacityBytes bytes of all mounted segments
 * @param usedBytes bytes placed on them, those that wait before reuse included
 * @param evictionHighWatermarkRatio share of the capacity above which objects are evicted
 * @param keyCount readable objects and open writes
 * @param fencedBytes bytes that wait until no late write can land in them
 * @param leaseTtl how long a read lease lasts
 * @param clientTtl silence after which a client is gone
 * @param clients members
 * @param segments regions of memory lent to the cluster
 */
public record ClusterReport(
        long masterEpoch,
        long capacityBytes,
        long usedBytes,
        double evictionHighWatermarkRatio,
        long keyCount,
        long fencedBytes,
        Duration leaseTtl,
        Duration clientTtl,
        List<Member> clients,
        List<Segment> segments) {

    /** Copies the lists. */
    public ClusterReport {
        clients = List.copyOf(clients);
        segments = List.copyOf(segments);
    }

    /**
     * A registered client.
     *
     * @param clientId random per start of its process
     * @param suspect silent for a while: nothing is placed on it, nothing is dropped yet
     */
    public record Member(UUID clientId, boolean suspect) {}

    /**
     * A region lent to the cluster.
     *
     * @param segmentId random per mount
     * @param name the owner's local host name
     * @param clientId the owner
     * @param sizeBytes length in bytes
     * @param usedBytes bytes placed on it
     * @param largestFreeBytes longest free range in bytes
     * @param endpoint where the owner's transfer engine answers, host:port
     */
    public record Segment(
            UUID segmentId,
            String name,
            UUID clientId,
            long sizeBytes,
            long usedBytes,
            long largestFreeBytes,
            String endpoint) {}
}
