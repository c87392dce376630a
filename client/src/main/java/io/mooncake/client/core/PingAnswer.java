package io.mooncake.client.core;

import java.util.Set;
import java.util.UUID;

/**
 * What the master answered to a heartbeat.
 *
 * @param registered whether the client is registered with this incarnation of the master
 * @param masterEpoch the incarnation
 * @param segmentsInUse segments of the client on which the master still holds something: their region base must stay
 * @param clientTtlNanos silence after which a client is gone
 */
public record PingAnswer(boolean registered, long masterEpoch, Set<UUID> segmentsInUse, long clientTtlNanos) {

    /** Copies the set. */
    public PingAnswer {
        segmentsInUse = Set.copyOf(segmentsInUse);
    }
}
