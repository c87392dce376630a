package io.mooncake.client.gateway.grpc;

/**
 * Told of every call to the master.
 *
 * <p>Thread safety: called by any thread.
 */
@FunctionalInterface
public interface CallMeter {
    /** A call ended, whatever the answer, after this many nanoseconds. */
    void ended(String name, long nanos);
}
