package io.mooncake.http;

import io.mooncake.address.HostAndPort;
import java.io.IOException;

/** The server could not take its address: the port is in use, not permitted, or the host is not of this machine. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient HostAndPort address;

    BindFailedException(HostAndPort address, Throwable cause) {
        super("cannot listen on " + address + ": " + cause.getMessage(), cause);
        this.address = address;
    }

    /** The address that was asked for. */
    public HostAndPort address() {
        return address;
    }
}
