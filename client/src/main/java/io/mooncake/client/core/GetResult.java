package io.mooncake.client.core;

import io.mooncake.error.ErrorCode;

/** How a get ended. */
public sealed interface GetResult {

    /**
     * The bytes may be surfaced.
     *
     * @param sizeBytes length of the object in bytes
     * @param verified whether its checksum was compared
     */
    record Loaded(long sizeBytes, boolean verified) implements GetResult {}

    /** No such object. */
    record Missing() implements GetResult {}

    /**
     * Nothing may be surfaced.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements GetResult {}
}
