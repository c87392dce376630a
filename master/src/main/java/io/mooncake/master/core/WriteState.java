package io.mooncake.master.core;

/** What became of the writes of one replica. */
public enum WriteState {
    /** Every write was acknowledged by its target: the bytes are there. */
    ACKNOWLEDGED,
    /** Nothing can land any more, the bytes are not all there. */
    SETTLED,
    /** A write may still land later: the range waits before it is used again. */
    UNCERTAIN
}
