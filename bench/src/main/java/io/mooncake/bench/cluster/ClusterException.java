package io.mooncake.bench.cluster;

/** A process of a local cluster did not do what it should. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ClusterException(String message) {
        super(message);
    }

    ClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
