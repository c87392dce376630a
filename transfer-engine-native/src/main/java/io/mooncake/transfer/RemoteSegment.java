package io.mooncake.transfer;

import io.mooncake.address.HostAndPort;

/**
 * A peer by its endpoint. Opening one does no I/O; its descriptor is fetched when the first request needs it.
 *
 * <p>Thread safety: immutable.
 */
public final class RemoteSegment {
    private final TransferEngine engine;
    private final HostAndPort address;

    RemoteSegment(TransferEngine engine, HostAndPort address) {
        this.engine = engine;
        this.address = address;
    }

    /** {@code host:handshake_port}, with brackets around an IPv6 address. */
    public String endpoint() {
        return address.toString();
    }

    /** The endpoint, taken apart. */
    public HostAndPort address() {
        return address;
    }

    boolean isOf(TransferEngine candidate) {
        return engine == candidate;
    }

    @Override
    public String toString() {
        return endpoint();
    }
}
