package io.mooncake.http;

/**
 * Answers the requests of one path and method.
 *
 * <p>Thread safety: called by several threads of the server at once. It may block; while all threads and the queue are
 * taken, the server answers 503 by itself.
 */
@FunctionalInterface
public interface HttpHandler {
    /** The answer. An exception becomes a 500 and one log line. */
    HttpReply handle(HttpRequest request);
}
