package io.mooncake.master.core;

/** Where a replica stands. Names and numbers are the design document's. */
public enum ReplicaStatus {
    /** Unset. */
    UNDEFINED(0),
    /** Space allocated, waiting for the write. */
    INITIALIZED(1),
    /** Being written. */
    PROCESSING(2),
    /** Readable. */
    COMPLETE(3),
    /** Removed. */
    REMOVED(4),
    /** The write failed. */
    FAILED(5);

    private final int number;

    ReplicaStatus(int number) {
        this.number = number;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }
}
