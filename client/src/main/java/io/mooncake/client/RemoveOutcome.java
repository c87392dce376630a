package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a remove. */
public sealed interface RemoveOutcome {

    /** The object is gone. */
    record Removed() implements RemoveOutcome {}

    /** There was no such object. */
    record Missing() implements RemoveOutcome {}

    /**
     * The object was not removed, or it is unknown whether it was: the code says which.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements RemoveOutcome {}
}
