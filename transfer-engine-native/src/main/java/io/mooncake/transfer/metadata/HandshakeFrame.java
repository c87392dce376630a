package io.mooncake.transfer.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * One message at the handshake port.
 *
 * <p>On the wire: length u64 little-endian = 1 + bytes of the JSON, one type byte, the JSON. The older form has no type
 * byte; its first byte opens the JSON, which no type byte can look like, and it means CONNECTION.
 *
 * @param type what the message is
 * @param typed whether it has a type byte; a reply takes the form of its request
 * @param json the body
 */
record HandshakeFrame(FrameType type, boolean typed, JsonNode json) {
    /** Longest body: bounds what a peer can make us allocate; also what refuses HTTP and TLS at this port. */
    static final int MAX_BYTES = 1 << 20;

    /** Kinds of message. */
    enum FrameType {
        CONNECTION(0),
        METADATA(1),
        NOTIFY(2),
        PROBE(3);

        private final byte code;

        FrameType(int code) {
            this.code = (byte) code;
        }

        static FrameType of(byte code) throws HandshakeException {
            for (FrameType type : values()) {
                if (type.code == code) {
                    return type;
                }
            }
            throw new HandshakeException("a frame of type " + (code & 0xFF));
        }
    }

    /** Largest type byte; a larger first byte opens the JSON of the older form. */
    private static final byte LAST_TYPE = 3;

    byte[] encode() {
        byte[] text = DescriptorJson.write(json);
        int body = text.length + (typed ? 1 : 0);
        ByteBuffer frame = ByteBuffer.allocate(Long.BYTES + body).order(ByteOrder.LITTLE_ENDIAN);
        frame.putLong(body);
        if (typed) {
            frame.put(type.code);
        }
        return frame.put(text).array();
    }

    /** Reads one frame; gives up at the deadline, however slowly bytes arrive. */
    static HandshakeFrame read(Socket socket, LongSupplier nanoClock, long deadlineNanos) throws IOException {
        byte[] prefix = readFully(socket, Long.BYTES, nanoClock, deadlineNanos);
        long length = ByteBuffer.wrap(prefix).order(ByteOrder.LITTLE_ENDIAN).getLong();
        if (length <= 0 || length > MAX_BYTES) {
            throw new HandshakeException("a frame of " + Long.toUnsignedString(length) + " bytes");
        }
        byte[] body = readFully(socket, Math.toIntExact(length), nanoClock, deadlineNanos);
        if (body[0] > LAST_TYPE) {
            return new HandshakeFrame(FrameType.CONNECTION, false, DescriptorJson.read(body, 0, body.length));
        }
        return new HandshakeFrame(FrameType.of(body[0]), true, DescriptorJson.read(body, 1, body.length - 1));
    }

    private static byte[] readFully(Socket socket, int length, LongSupplier nanoClock, long deadlineNanos)
            throws IOException {
        byte[] bytes = new byte[length];
        InputStream input = socket.getInputStream();
        int done = 0;
        while (done < length) {
            socket.setSoTimeout(remainingMillis(nanoClock, deadlineNanos));
            int count = input.read(bytes, done, length - done);
            if (count < 0) {
                throw new EOFException("closed after " + done + " of " + length + " bytes");
            }
            done += count;
        }
        return bytes;
    }

    /** Time left in milliseconds, at least 1. */
    static int remainingMillis(LongSupplier nanoClock, long deadlineNanos) throws SocketTimeoutException {
        long remaining = deadlineNanos - nanoClock.getAsLong();
        if (remaining <= 0) {
            throw new SocketTimeoutException("the deadline passed");
        }
        return Math.toIntExact(Math.clamp(TimeUnit.NANOSECONDS.toMillis(remaining), 1L, Integer.MAX_VALUE));
    }
}
