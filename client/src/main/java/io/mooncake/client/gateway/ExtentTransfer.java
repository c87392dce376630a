package io.mooncake.client.gateway;

import io.mooncake.client.core.WriteState;

/**
 * A transfer under way.
 *
 * <p>Thread safety: used by one thread.
 *
 * <p>Ownership: every extent must be awaited, since only then nothing touches the memory any more.
 */
public interface ExtentTransfer {

    /** Waits until the extent with this number has ended; after the deadline of the transfer that is soon. */
    ExtentOutcome await(int extent);

    /** Makes every extent end soon. */
    void cancel();

    /**
     * How an extent ended.
     *
     * @param state acknowledged: the bytes are at their target
     * @param detail for people; empty when they are
     * @param endedNanos when it ended, on the clock of the deadlines
     */
    record ExtentOutcome(WriteState state, String detail, long endedNanos) {}
}
