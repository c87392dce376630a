package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a get into the caller's memory. A read that failed is never a miss. */
public sealed interface GetIntoOutcome {

    /**
     * The object lies at the start of the region; bytes behind it are as they were.
     *
     * @param sizeBytes length of the object in bytes
     * @param verified whether its checksum was compared
     */
    record Loaded(long sizeBytes, boolean verified) implements GetIntoOutcome {}

    /** The master answered that there is no such object; the region is as it was. */
    record Missing() implements GetIntoOutcome {}

    /**
     * The object could not be read; the whole region is filled with zeros, unless the region itself cannot be written.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements GetIntoOutcome {}
}
