package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** Whether an object is readable. */
public sealed interface ExistOutcome {

    /** It is. */
    record Present() implements ExistOutcome {}

    /** The master answered that it is not. */
    record Missing() implements ExistOutcome {}

    /**
     * Unknown.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements ExistOutcome {}
}
