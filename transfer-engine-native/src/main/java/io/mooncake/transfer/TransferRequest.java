package io.mooncake.transfer;

import java.lang.foreign.MemorySegment;

/**
 * One contiguous range to move.
 *
 * <p>Ownership: the caller keeps {@code local} alive and leaves it alone until the request's status is final.
 *
 * @param opcode direction
 * @param local native memory of this process, accessible by every thread; its size is the length of the request
 * @param target the peer
 * @param targetAddress address in the peer: region base plus offset
 */
public record TransferRequest(Opcode opcode, MemorySegment local, RemoteSegment target, long targetAddress) {
    /** Length in bytes. */
    public long lengthBytes() {
        return local.byteSize();
    }
}
