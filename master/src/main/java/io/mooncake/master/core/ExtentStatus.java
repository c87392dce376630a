package io.mooncake.master.core;

/** Where an extent stands. Names and numbers are the design document's. */
public enum ExtentStatus {
    /** Being written. */
    INIT(0),
    /** Readable. */
    COMPLETE(1),
    /** The write failed. */
    FAILED(2),
    /** Its segment is gone. */
    UNREGISTERED(3);

    private final int number;

    ExtentStatus(int number) {
        this.number = number;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }
}
