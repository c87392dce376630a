package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import java.util.List;

/** What became of a put or an upsert. */
public sealed interface PutOutcome {

    /**
     * The object is readable.
     *
     * @param replicaCount replicas that were written whole
     * @param segmentCounts for each of them, on how many segments it lies
     */
    record Stored(int replicaCount, List<Integer> segmentCounts) implements PutOutcome {

        /** Copies the list. */
        public Stored {
            segmentCounts = List.copyOf(segmentCounts);
        }
    }

    /** The key of a put holds an object already, or another write of it is open; the object stays as it is. */
    record AlreadyExists() implements PutOutcome {}

    /**
     * The object was not stored, or it is unknown whether it was: the code says which.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements PutOutcome {}
}
