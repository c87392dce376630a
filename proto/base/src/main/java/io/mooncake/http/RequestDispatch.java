package io.mooncake.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the handler of a request and runs it on the workers.
 *
 * <p>Thread safety: shared by all connections of a server.
 */
final class RequestDispatch {
    private static final Logger LOGGER = LoggerFactory.getLogger(HttpServer.class);

    private final Map<String, Map<HttpMethod, HttpHandler>> handlers;
    private final Set<String> inPlace;
    private final Executor workers;

    RequestDispatch(Map<String, Map<HttpMethod, HttpHandler>> handlers, Set<String> inPlace, Executor workers) {
        this.handlers = handlers;
        this.inPlace = inPlace;
        this.workers = workers;
    }

    /** Hands the answer to {@code reply}, exactly once, on this thread or a worker. */
    void dispatch(HttpMethod method, String uri, byte[] body, Consumer<HttpReply> reply) {
        HttpRequest request;
        try {
            QueryStringDecoder decoder =
                    QueryStringDecoder.builder().htmlQueryDecoding(false).build(uri);
            request = new HttpRequest(decoder.path(), decoder.parameters(), body);
        } catch (IllegalArgumentException e) {
            reply.accept(plain(400, "400 Bad Request"));
            return;
        }
        Map<HttpMethod, HttpHandler> methods = handlers.get(request.path());
        if (methods == null) {
            reply.accept(plain(404, "404 Not Found"));
            return;
        }
        HttpHandler handler = methods.get(method);
        if (handler == null) {
            reply.accept(plain(405, "405 Method Not Allowed"));
            return;
        }
        if (inPlace.contains(request.path())) {
            reply.accept(answer(handler, request));
            return;
        }
        try {
            workers.execute(() -> reply.accept(answer(handler, request)));
        } catch (RejectedExecutionException e) {
            reply.accept(plain(503, "503 Service Unavailable"));
        }
    }

    private static HttpReply answer(HttpHandler handler, HttpRequest request) {
        try {
            return handler.handle(request);
        } catch (RuntimeException e) {
            LOGGER.warn("the handler of {} failed: {}", request.path(), e.toString());
            return plain(500, "500 Internal Server Error");
        }
    }

    static HttpReply plain(int status, String text) {
        return HttpReply.of(status, "", text);
    }
}
