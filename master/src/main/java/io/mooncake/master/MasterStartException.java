package io.mooncake.master;

import java.io.IOException;

/** The master cannot serve; the message is one line that says why and what to do. */
public final class MasterStartException extends IOException {
    private static final long serialVersionUID = 1L;

    MasterStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
