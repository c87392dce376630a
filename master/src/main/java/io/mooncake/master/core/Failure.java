package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.Objects;

/**
 * Why an operation was refused.
 *
 * @param code never {@link ErrorCode#OK}
 * @param message what was wrong, for people: names the field and the limit; never parsed
 */
public record Failure(ErrorCode code, String message) {

    /** Rejects the code of success. */
    public Failure {
        Objects.requireNonNull(message, "message");
        if (code == ErrorCode.OK) {
            throw new IllegalArgumentException("a failure needs a code other than OK");
        }
    }
}
