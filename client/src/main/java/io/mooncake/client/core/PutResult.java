package io.mooncake.client.core;

import io.mooncake.error.ErrorCode;
import java.util.List;

/** How a put ended. */
public sealed interface PutResult {

    /**
     * The object is readable.
     *
     * @param segmentCounts for each replica that was written whole, on how many segments it lies
     */
    record Stored(List<Integer> segmentCounts) implements PutResult {

        /** Copies the list. */
        public Stored {
            segmentCounts = List.copyOf(segmentCounts);
        }
    }

    /** The key was taken. */
    record AlreadyExists() implements PutResult {}

    /**
     * Not stored, or unknown.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements PutResult {}
}
