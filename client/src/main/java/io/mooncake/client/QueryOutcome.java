package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a query. */
public sealed interface QueryOutcome {

    /** The object is readable. */
    record Found(ObjectDescription object) implements QueryOutcome {}

    /** There is no such object. */
    record Missing() implements QueryOutcome {}

    /**
     * It is not known, or not readable.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements QueryOutcome {}
}
