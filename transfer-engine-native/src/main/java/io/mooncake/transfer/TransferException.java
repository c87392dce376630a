package io.mooncake.transfer;

/**
 * A setup step of the engine failed: binding, registering memory, naming an endpoint, or using a closed engine.
 *
 * <p>Outcomes of transfers are never thrown; they are {@link TransferStatus} values.
 */
public final class TransferException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What failed. */
    public enum Kind {
        /** A port could not be bound. */
        BIND_FAILED,
        /** The memory has no bytes, is on the Java heap, is read-only, or belongs to one thread. */
        INVALID_MEMORY,
        /** The memory overlaps memory that is registered already. */
        OVERLAPPING_MEMORY,
        /** The text names no endpoint. */
        INVALID_ENDPOINT,
        /** Native memory could not be had. */
        OUT_OF_MEMORY,
        /** The engine is closed. */
        ENGINE_CLOSED
    }

    private final Kind kind;

    /** An error with its own text. */
    public TransferException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** An error that keeps the native cause and its text. */
    public TransferException(Kind kind, String message, Throwable cause) {
        super(message + ": " + text(cause), cause);
        this.kind = kind;
    }

    /** Some faults of sockets have no text but their name. */
    private static String text(Throwable cause) {
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    /** What failed. */
    public Kind kind() {
        return kind;
    }
}
