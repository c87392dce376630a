package io.mooncake.client.core;

/** What became of a write; of several, the worst counts. In the order from good to bad. */
public enum WriteState {
    /** The target acknowledged it: the bytes are there. */
    ACKNOWLEDGED,
    /** It never started, or it has ended: nothing can land any more, the bytes are not all there. */
    SETTLED,
    /** It may still land later. */
    UNCERTAIN;

    /** The worse of both. */
    public WriteState worse(WriteState other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
