package io.mooncake.master.core;

import java.util.Objects;

/**
 * A region of a client's memory, as the client offers it.
 *
 * @param id random per mount
 * @param name the owner's local host name verbatim; what preferred segments means
 * @param base first address; a multiple of 1 GiB, never 0, unsigned
 * @param sizeBytes length in bytes
 * @param transferEndpoint where the owner's transfer engine answers, {@code host:port}
 * @param protocol transport protocol
 */
public record SegmentSpec(
        SegmentId id, String name, long base, long sizeBytes, String transferEndpoint, String protocol) {

    /** Rejects absent parts; ranges are checked by the core, which answers INVALID_PARAMS. */
    public SegmentSpec {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(transferEndpoint, "transferEndpoint");
        Objects.requireNonNull(protocol, "protocol");
    }
}
