package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import java.util.List;
import java.util.Map;

/** What became of a clearing of replicas. */
public sealed interface ReplicaClearOutcome {

    /**
     * Done.
     *
     * @param cleared keys of which something was cleared, in the order of the request
     * @param leftOut how many keys were left out, by reason: {@link ErrorCode#OBJECT_NOT_FOUND}, {@link
     *     ErrorCode#ILLEGAL_CLIENT} (another client wrote the object), {@link ErrorCode#OBJECT_HAS_LEASE}, {@link
     *     ErrorCode#REPLICA_IS_NOT_READY} (being written), {@link ErrorCode#REPLICA_NOT_FOUND} (no replica on the
     *     segment), {@link ErrorCode#INVALID_KEY}
     */
    record Done(List<ObjectKey> cleared, Map<ErrorCode, Long> leftOut) implements ReplicaClearOutcome {

        /** Copies both. */
        public Done {
            cleared = List.copyOf(cleared);
            leftOut = Map.copyOf(leftOut);
        }
    }

    /**
     * It is unknown what was cleared.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements ReplicaClearOutcome {}
}
