package io.mooncake.transfer.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;

/**
 * The wire format of the data port; everything is little-endian.
 *
 * <pre>
 * header, 24 bytes:  0 size u64 | 8 address u64 | 16 opcode u8 (0 READ, 1 WRITE, bit 7 = version 2) | 17 padding
 * status,  8 bytes:  u64 = 0x4D435456_00000000 | code (0 OK, 1 rejected); version 2 only
 *
 * version 2 READ:   header ->   <- status, then the bytes if OK
 * version 2 WRITE:  header, bytes ->   <- status after the last byte is stored, or earlier if rejected
 * version 1 READ:   header ->   <- bytes
 * version 1 WRITE:  header, bytes ->   no answer
 * </pre>
 *
 * One request at a time on a connection. A rejected request ends its connection; in version 1 that is the only sign.
 */
final class Wire {
    static final int HEADER_BYTES = 24;
    static final int STATUS_BYTES = 8;

    /** The newest framing spoken here. */
    static final int VERSION_2 = 2;

    static final long STATUS_OK = 0x4D43_5456_0000_0000L;
    static final long STATUS_REJECTED = STATUS_OK | 1;

    private static final int OPCODE_WRITE = 1;
    private static final int VERSION_2_BIT = 0x80;
    private static final int PADDING_BYTES = 7;

    private Wire() {}

    /**
     * A request as it stands in a header; size and address are unsigned.
     *
     * @param size bytes to move
     * @param address first byte in the target
     * @param write whether bytes go to the target
     * @param version2 whether a status is expected
     */
    record Header(long size, long address, boolean write, boolean version2) {}

    /** An empty buffer of exactly this length, outside Netty's accounting: one per connection and kind of frame. */
    static ByteBuf frame(int lengthBytes) {
        return Unpooled.wrappedBuffer(ByteBuffer.allocateDirect(lengthBytes)).clear();
    }

    static void writeHeader(ByteBuf target, Header header) {
        target.writeLongLE(header.size);
        target.writeLongLE(header.address);
        target.writeByte((header.write ? OPCODE_WRITE : 0) | (header.version2 ? VERSION_2_BIT : 0));
        target.writeZero(PADDING_BYTES);
    }

    /** Reads a header without moving the reader index. Any opcode that is no WRITE is a READ. */
    static Header readHeader(ByteBuf source) {
        int opcode = source.getUnsignedByte(16);
        return new Header(
                source.getLongLE(0),
                source.getLongLE(8),
                (opcode & ~VERSION_2_BIT) == OPCODE_WRITE,
                (opcode & VERSION_2_BIT) != 0);
    }
}
