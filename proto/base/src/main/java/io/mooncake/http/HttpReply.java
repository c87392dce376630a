package io.mooncake.http;

import java.nio.charset.StandardCharsets;

/**
 * What a handler answers.
 *
 * <p>Thread safety: immutable; the body belongs to the reply once given.
 */
public final class HttpReply {
    /** Content type of JSON answers. */
    public static final String JSON = "application/json; charset=utf-8";

    /** Content type of plain answers. */
    public static final String TEXT = "text/plain; charset=utf-8";

    private final int status;
    private final String contentType;
    private final byte[] body;

    private HttpReply(int status, String contentType, byte[] body) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    /** An answer of bytes; an empty content type leaves the header out. */
    public static HttpReply of(int status, String contentType, byte[] body) {
        return new HttpReply(status, contentType, body);
    }

    /** An answer of text in UTF-8. */
    public static HttpReply of(int status, String contentType, String body) {
        return new HttpReply(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    /** The status code. */
    public int status() {
        return status;
    }

    /** The content type; empty: none. */
    public String contentType() {
        return contentType;
    }

    /** The bytes of the answer. */
    public byte[] body() {
        return body;
    }
}
