package io.mooncake.transfer.metadata;

import java.io.IOException;

/** The other end of the handshake port sent what is no frame, no JSON or no descriptor. */
public final class HandshakeException extends IOException {
    private static final long serialVersionUID = 1L;

    HandshakeException(String message) {
        super(message);
    }

    HandshakeException(String message, Throwable cause) {
        super(message, cause);
    }
}
