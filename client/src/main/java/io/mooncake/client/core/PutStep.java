package io.mooncake.client.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to do next for a put. */
public sealed interface PutStep {

    /** Nothing, until the next input. */
    record Wait() implements PutStep {}

    /** Open the write, as an operation that was never sent before. */
    record SendStart() implements PutStep {}

    /**
     * Write every extent of every replica, and compute the checksums meanwhile. Each extent is reported once.
     *
     * @param grant where
     */
    record Write(PutGrant grant) implements PutStep {}

    /** Stop the writes; each that has no report yet is still reported. */
    record CancelWrites() implements PutStep {}

    /**
     * Commit, with the epoch of the grant.
     *
     * @param putId the write
     * @param checksums null when the writer computes none
     * @param writes what became of each replica
     */
    record SendEnd(long putId, @Nullable Checksums checksums, List<ReplicaWrite> writes) implements PutStep {

        /** Copies the list. */
        public SendEnd {
            writes = List.copyOf(writes);
        }
    }

    /**
     * Give up, with the epoch of the grant.
     *
     * @param putId the write
     * @param writes what became of each replica
     */
    record SendRevoke(long putId, List<ReplicaWrite> writes) implements PutStep {

        /** Copies the list. */
        public SendRevoke {
            writes = List.copyOf(writes);
        }
    }

    /**
     * Over.
     *
     * @param result how
     */
    record Finish(PutResult result) implements PutStep {}
}
