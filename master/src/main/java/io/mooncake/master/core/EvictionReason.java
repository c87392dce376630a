package io.mooncake.master.core;

/** Why an object was evicted. */
public enum EvictionReason {
    /** More was used than the watermark allows. */
    WATERMARK("watermark"),
    /** A write found no room. */
    ROOM("room");

    private final String label;

    EvictionReason(String label) {
        this.label = label;
    }

    /** The word for metrics. */
    public String label() {
        return label;
    }
}
