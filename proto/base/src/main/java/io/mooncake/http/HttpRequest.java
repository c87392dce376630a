package io.mooncake.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request, complete.
 *
 * <p>Thread safety: immutable, except that {@link #body()} hands out its own bytes.
 */
public final class HttpRequest {
    private final String path;
    private final Map<String, List<String>> parameters;
    private final byte[] body;

    HttpRequest(String path, Map<String, List<String>> parameters, byte[] body) {
        this.path = path;
        this.parameters = parameters;
        this.body = body;
    }

    /** The path, percent-decoded, without the query. */
    public String path() {
        return path;
    }

    /** The first query parameter of this name, percent-decoded; a plus sign stays a plus sign. */
    public Optional<String> parameter(String name) {
        List<String> values = parameters.get(name);
        return values == null || values.isEmpty() ? Optional.empty() : Optional.of(values.getFirst());
    }

    /** The bytes after the headers; empty where there were none. */
    public byte[] body() {
        return body;
    }
}
