package io.mooncake.transfer;

import java.util.List;
import java.util.Map;

/**
 * What an engine has done since it started; a snapshot.
 *
 * @param traffic one row per transport, side and opcode, zero rows included
 * @param drops requests and connections that the data port did not serve, by reason; every reason is present
 * @param outgoingConnections data connections to peers that are open now
 * @param incomingConnections data connections from peers that are open now
 * @param registeredBytes bytes that peers can reach now
 */
public record TransferReport(
        List<Traffic> traffic,
        Map<Drop, Long> drops,
        int outgoingConnections,
        int incomingConnections,
        long registeredBytes) {

    /** How bytes move. */
    public enum Transport {
        /** A copy inside this process. */
        LOCAL,
        /** Sockets. */
        TCP
    }

    /** Who asked. */
    public enum Side {
        /** This engine asked; completed requests count. */
        INITIATOR,
        /** A peer asked; served requests count. */
        TARGET
    }

    /** Why the data port did not serve. */
    public enum Drop {
        /** A header with length 0. */
        ZERO_SIZE,
        /** A header whose range passes the end of the address space. */
        OVERFLOW,
        /** A header whose range is not inside one published region. */
        OUTSIDE_REGION,
        /** The peer closed inside a header. */
        HALF_HEADER,
        /** The connection ended inside a body. */
        BODY_CUT,
        /** No byte moved inside a request for too long. */
        STALLED,
        /** The memory was deregistered under the request. */
        DEREGISTERED,
        /** Too many connections. */
        CONNECTION_LIMIT
    }

    /**
     * Completed work of one kind.
     *
     * @param transport how
     * @param side who asked
     * @param opcode direction, seen from the initiator
     * @param requests completed requests
     * @param bytes their bytes
     */
    public record Traffic(Transport transport, Side side, Opcode opcode, long requests, long bytes) {}

    /** Bytes of one kind of completed work. */
    public long bytes(Transport transport, Side side, Opcode opcode) {
        return row(transport, side, opcode).bytes();
    }

    /** Requests of one kind of completed work. */
    public long requests(Transport transport, Side side, Opcode opcode) {
        return row(transport, side, opcode).requests();
    }

    /** What was not served for this reason. */
    public long dropped(Drop reason) {
        return drops.getOrDefault(reason, 0L);
    }

    private Traffic row(Transport transport, Side side, Opcode opcode) {
        return traffic.stream()
                .filter(row -> row.transport() == transport && row.side() == side && row.opcode() == opcode)
                .findFirst()
                .orElse(new Traffic(transport, side, opcode, 0, 0));
    }
}
