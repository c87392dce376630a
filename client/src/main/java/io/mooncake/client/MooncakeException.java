package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The client cannot be set up or cannot be used: what happened, the code of the store, and what the caller should do
 * next.
 *
 * <p>Outcomes of single operations are values, not exceptions.
 */
public final class MooncakeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The code. */
    private final ErrorCode code;
    /** What the caller should do. */
    private final String nextStep;

    /** An exception with this code; nextStep says what the caller should do. */
    public MooncakeException(ErrorCode code, String message, String nextStep) {
        this(code, message, nextStep, null);
    }

    /** An exception with this code and its cause; nextStep says what the caller should do. */
    public MooncakeException(ErrorCode code, String message, String nextStep, @Nullable Throwable cause) {
        super(code + ": " + message + ". " + nextStep, cause);
        this.code = code;
        this.nextStep = nextStep;
    }

    /** The code of the store. */
    public ErrorCode code() {
        return code;
    }

    /** What the caller should do next. */
    public String nextStep() {
        return nextStep;
    }
}
