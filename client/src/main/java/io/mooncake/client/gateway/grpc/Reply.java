package io.mooncake.client.gateway.grpc;

import io.mooncake.client.core.Answer;

/**
 * What became of a call: a response, or the answer that each of its items gets instead.
 *
 * @param <R> type of the response
 */
sealed interface Reply<R> {

    /**
     * The master responded.
     *
     * @param response with what
     * @param <R> type of the response
     */
    record Responded<R>(R response) implements Reply<R> {}

    /**
     * No response that means anything.
     *
     * @param unanswered what to say
     * @param <R> type of the response
     */
    record Silent<R>(Answer.Unanswered<Object> unanswered) implements Reply<R> {}

    /**
     * The master speaks no common version.
     *
     * @param message for people
     * @param <R> type of the response
     */
    record Foreign<R>(String message) implements Reply<R> {}
}
