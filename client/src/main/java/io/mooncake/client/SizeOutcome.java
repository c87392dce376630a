package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** The length of an object. */
public sealed interface SizeOutcome {

    /**
     * The object is readable.
     *
     * @param sizeBytes its length in bytes
     */
    record Known(long sizeBytes) implements SizeOutcome {}

    /** The master answered that there is no such object. */
    record Missing() implements SizeOutcome {}

    /**
     * Unknown.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements SizeOutcome {}
}
