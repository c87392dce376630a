package io.mooncake.http;

import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
            request = read(uri, body);
        } catch (IllegalArgumentException | CharacterCodingException e) {
            reply.accept(plain(400, "400 Bad Request: the URI must be percent-encoded UTF-8"));
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

    /** Reads path and parameters: one character per byte at first, so that no malformed byte is replaced unseen. */
    private static HttpRequest read(String uri, byte[] body) throws CharacterCodingException {
        QueryStringDecoder decoder = QueryStringDecoder.builder()
                .charset(StandardCharsets.ISO_8859_1)
                .htmlQueryDecoding(false)
                .build(uri);
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (Map.Entry<String, List<String>> parameter : decoder.parameters().entrySet()) {
            List<String> values = new ArrayList<>();
            for (String value : parameter.getValue()) {
                values.add(utf8(value));
            }
            parameters
                    .computeIfAbsent(utf8(parameter.getKey()), name -> new ArrayList<>())
                    .addAll(values);
        }
        return new HttpRequest(utf8(decoder.path()), parameters, body);
    }

    private static String utf8(String bytes) throws CharacterCodingException {
        ByteBuffer encoded = StandardCharsets.ISO_8859_1.newEncoder().encode(CharBuffer.wrap(bytes));
        return StandardCharsets.UTF_8.newDecoder().decode(encoded).toString();
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
