package io.mooncake.client;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * One item of a batch of puts.
 *
 * @param key the name
 * @param value the bytes; any memory, of any length; not changed, and not touched after the put has returned
 */
public record PutRequest(ObjectKey key, MemorySegment value) {

    /** Checks that nothing is null. */
    public PutRequest {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }

    /** A put of this memory under this text. */
    public static PutRequest of(String key, MemorySegment value) {
        return new PutRequest(ObjectKey.of(key), value);
    }

    /** A put of these bytes under this text. */
    public static PutRequest of(String key, byte[] value) {
        return new PutRequest(ObjectKey.of(key), MemorySegment.ofArray(value));
    }

    /** A put of the remaining bytes of this buffer under this text. */
    public static PutRequest of(String key, ByteBuffer value) {
        return new PutRequest(ObjectKey.of(key), MemorySegment.ofBuffer(value));
    }
}
