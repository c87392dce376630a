package io.mooncake.client;

/** Whether a client can work; the codes are those of upstream's {@code health_check}. */
public enum ClientHealth {
    /** Registered with a master that answers its heartbeats. */
    HEALTHY(0),
    /** Closed. */
    NOT_INITIALIZED(1),
    /** The master does not answer, or does not know this client any more. */
    MASTER_UNREACHABLE(2);

    private final int code;

    ClientHealth(int code) {
        this.code = code;
    }

    /** The number of upstream. */
    public int code() {
        return code;
    }
}
