package io.mooncake.client.metrics;

import java.util.Locale;

/** The calls that move values, under the names by which the C++ client tells its interfaces apart. */
public enum StoreCall {
    /** A get into memory of the client's. */
    GET_BUFFER(true),
    /** Several of them at once. */
    BATCH_GET_BUFFER(true),
    /** A get into the caller's memory. */
    GET_INTO(true),
    /** Several of them at once. */
    BATCH_GET_INTO(true),
    /** A put of a value on the heap. */
    PUT(false),
    /** Several of them at once. */
    PUT_BATCH(false),
    /** A put of a value in native memory. */
    PUT_FROM(false),
    /** Several of them at once. */
    BATCH_PUT_FROM(false);

    private final boolean read;

    StoreCall(boolean read) {
        this.read = read;
    }

    /** The call for one item, or its form for several. */
    public static StoreCall of(int itemCount, StoreCall one, StoreCall several) {
        return itemCount == 1 ? one : several;
    }

    boolean isRead() {
        return read;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
