package io.mooncake.master.core;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of an object: bytes, compared by content. Any bytes make a key; the core answers INVALID_KEY for those
 * outside 1 to 4096 bytes of UTF-8.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Ownership: the array given to {@link #of(byte[])} belongs to the key from then on.
 */
public final class ObjectKey {

    /** Longest legal key in bytes. */
    public static final int MAXIMUM_LENGTH_BYTES = 4096;

    private final byte[] bytes;
    private final int hash;

    private ObjectKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = spread(Arrays.hashCode(bytes));
    }

    /** The key with these bytes, which the caller no longer changes. */
    public static ObjectKey of(byte[] bytes) {
        return new ObjectKey(bytes);
    }

    /** The key with the UTF-8 bytes of the text. */
    public static ObjectKey of(String text) {
        return new ObjectKey(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int spread(int hash) {
        int mixed = hash * 0x9E3779B9;
        return mixed ^ (mixed >>> 16);
    }

    /** Length in bytes. */
    public int lengthBytes() {
        return bytes.length;
    }

    /** A read-only view of the bytes. */
    public ByteBuffer asByteBuffer() {
        return ByteBuffer.wrap(bytes).asReadOnlyBuffer();
    }

    /** Whether the key has a legal length and is well-formed UTF-8. */
    boolean isLegal() {
        return bytes.length >= 1 && bytes.length <= MAXIMUM_LENGTH_BYTES && isUtf8();
    }

    /** What is asked of a key, and what this one is, for people. */
    String limits() {
        return "key must have 1 to " + MAXIMUM_LENGTH_BYTES + " bytes of well-formed UTF-8, has " + bytes.length
                + (isUtf8() ? "" : " that are not well-formed");
    }

    private boolean isUtf8() {
        for (byte b : bytes) {
            if (b < 0) {
                return decodes();
            }
        }
        return true;
    }

    private boolean decodes() {
        try {
            return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .remaining()
                    > 0;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
