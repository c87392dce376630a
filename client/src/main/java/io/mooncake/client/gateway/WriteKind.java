package io.mooncake.client.gateway;

/** What a write may do to an object that its key holds. */
public enum WriteKind {
    /** Nothing: the key must hold none. */
    PUT,
    /** Replace it when the new value is there. */
    UPSERT,
    /** Replace it, or overwrite it where it lies. */
    OVERWRITING_UPSERT
}
