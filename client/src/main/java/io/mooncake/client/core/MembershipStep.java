package io.mooncake.client.core;

import java.util.Set;
import java.util.UUID;

/** What to do next for the registration of a client. */
public sealed interface MembershipStep {

    /**
     * Nothing before this moment.
     *
     * @param untilNanos the next moment at which there is something to do
     */
    record WaitUntil(long untilNanos) implements MembershipStep {}

    /** Send a heartbeat. */
    record SendPing() implements MembershipStep {}

    /**
     * Register anew. Every segment that is not in use gets a new region base and a new id.
     *
     * @param segmentsInUse segments that keep both
     */
    record Remount(Set<UUID> segmentsInUse) implements MembershipStep {

        /** Copies the set. */
        public Remount {
            segmentsInUse = Set.copyOf(segmentsInUse);
        }
    }
}
