package io.mooncake.client.core;

import io.mooncake.error.ErrorCode;

/**
 * What became of one item of a call to the master.
 *
 * @param <T> what an accepted item carries
 */
public sealed interface Answer<T> {

    /**
     * The master did it.
     *
     * @param value what it answered
     * @param <T> its type
     */
    record Accepted<T>(T value) implements Answer<T> {}

    /**
     * The master refused; nothing changed.
     *
     * @param code why
     * @param message for people
     * @param <T> what an accepted item carries
     */
    record Refused<T>(ErrorCode code, String message) implements Answer<T> {}

    /**
     * No answer in time. A change that was sent may have happened.
     *
     * @param code {@link ErrorCode#RPC_FAIL} or {@link ErrorCode#RPC_TIMEOUT}
     * @param message for people
     * @param sent whether the request left this process
     * @param <T> what an accepted item carries
     */
    record Unanswered<T>(ErrorCode code, String message, boolean sent) implements Answer<T> {}

    /** An accepted item without a value. */
    enum Done {
        /** Done. */
        DONE
    }
}
