package io.mooncake.client;

import io.mooncake.client.core.Key;
import io.mooncake.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The name of an object: 1 to 4,096 bytes of UTF-8.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Errors: a key outside its limits can be built; every operation on it ends as failed with {@link
 * ErrorCode#INVALID_KEY}, so that one bad key does not end a batch.
 */
public final class ObjectKey {

    /** Most bytes of a key. */
    public static final int MAX_LENGTH_BYTES = 4096;

    private final byte[] bytes;
    private final boolean wellFormed;

    private ObjectKey(byte[] bytes, boolean wellFormed) {
        this.bytes = bytes;
        this.wellFormed = wellFormed;
    }

    /** The key with the UTF-8 bytes of this text. */
    public static ObjectKey of(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            byte[] bytes = new byte[encoded.remaining()];
            encoded.get(bytes);
            return new ObjectKey(bytes, true);
        } catch (CharacterCodingException unpairedSurrogate) {
            return new ObjectKey(text.getBytes(StandardCharsets.UTF_8), false);
        }
    }

    /** The key with these bytes, which are copied. */
    public static ObjectKey of(byte[] utf8) {
        return new ObjectKey(utf8.clone(), isUtf8(utf8));
    }

    private static boolean isUtf8(byte[] candidate) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(candidate));
            return true;
        } catch (CharacterCodingException malformed) {
            return false;
        }
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    Key toKey() {
        return Key.owning(bytes);
    }

    /** Number of bytes. */
    public int lengthBytes() {
        return bytes.length;
    }

    /** What is asked of a key, and what this one is, for people. */
    String limits() {
        return "A key has 1 to " + MAX_LENGTH_BYTES + " bytes of well-formed UTF-8; this one has " + bytes.length
                + (wellFormed ? "" : ", not well-formed");
    }

    /** Whether the key keeps its limits: 1 to 4,096 bytes of well-formed UTF-8. */
    public boolean isValid() {
        return wellFormed && bytes.length >= 1 && bytes.length <= MAX_LENGTH_BYTES;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && wellFormed == key.wellFormed && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** The key as text, in hexadecimal where it is not UTF-8; cut after 64 characters. */
    @Override
    public String toString() {
        String text = wellFormed
                ? new String(bytes, StandardCharsets.UTF_8)
                : "0x" + HexFormat.of().formatHex(bytes);
        return text.length() <= 64 ? text : text.substring(0, 64) + "... (" + bytes.length + " bytes)";
    }
}
