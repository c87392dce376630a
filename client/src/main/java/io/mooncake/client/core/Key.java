package io.mooncake.client.core;

import java.util.Arrays;

/**
 * The bytes of an object's name, unchecked.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Ownership: the array belongs to the key; nobody changes it.
 */
public final class Key {

    private final byte[] bytes;

    private Key(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The key that owns these bytes from now on. */
    public static Key owning(byte[] bytes) {
        return new Key(bytes);
    }

    /** The bytes themselves, not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Key key && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }
}
