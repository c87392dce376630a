package io.mooncake.client.gateway;

import java.util.List;
import java.util.UUID;

/**
 * Capacity, use and members of the cluster, as the master counts them; see the protocol for each.
 *
 * @param masterEpoch random per start of the master
 * @param capacityBytes bytes of all segments
 * @param usedBytes bytes placed on them
 * @param watermarkRatio share above which objects are evicted
 * @param keyCount objects and open writes
 * @param fencedBytes bytes that wait before reuse
 * @param leaseTtlNanos how long a read lease lasts
 * @param clientTtlNanos silence after which a client is gone
 * @param members registered clients
 * @param segments regions lent
 */
public record Cluster(
        long masterEpoch,
        long capacityBytes,
        long usedBytes,
        double watermarkRatio,
        long keyCount,
        long fencedBytes,
        long leaseTtlNanos,
        long clientTtlNanos,
        List<Member> members,
        List<Lent> segments) {

    /** Copies the lists. */
    public Cluster {
        members = List.copyOf(members);
        segments = List.copyOf(segments);
    }

    /**
     * A registered client.
     *
     * @param clientId random per start of its process
     * @param suspect silent for a while
     */
    public record Member(UUID clientId, boolean suspect) {}

    /**
     * A region lent.
     *
     * @param segment what was offered
     * @param clientId the owner
     * @param usedBytes bytes placed on it
     * @param largestFreeBytes longest free range in bytes
     */
    public record Lent(OfferedSegment segment, UUID clientId, long usedBytes, long largestFreeBytes) {}
}
