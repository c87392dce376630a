package io.mooncake.http;

import io.mooncake.address.HostAndPort;
import java.io.IOException;
import java.nio.channels.UnresolvedAddressException;

/** The server could not take its address: the port is in use, not permitted, or the host is not of this machine. */
public final class BindFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient HostAndPort address;
    private final String reason;

    BindFailedException(HostAndPort address, Throwable cause) {
        super("cannot listen on " + address + ": " + reason(cause), cause);
        this.address = address;
        this.reason = reason(cause);
    }

    /** The deepest text of a fault of binding; of one without text its name. */
    public static String reason(Throwable fault) {
        Throwable deepest = fault;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        if (deepest instanceof UnresolvedAddressException) {
            return "the host does not resolve";
        }
        return deepest.getMessage() == null ? deepest.getClass().getSimpleName() : deepest.getMessage();
    }

    /** What the system said. */
    public String reason() {
        return reason;
    }

    /** The address that was asked for. */
    public HostAndPort address() {
        return address;
    }
}
