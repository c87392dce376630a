package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a get that returns a buffer. A read that failed is never a miss. */
public sealed interface GetOutcome {

    /**
     * The object.
     *
     * @param buffer its bytes; the caller closes it
     */
    record Found(ObjectBuffer buffer) implements GetOutcome {}

    /** The master answered that there is no such object. */
    record Missing() implements GetOutcome {}

    /**
     * The object could not be read; nothing is surfaced.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements GetOutcome {}
}
