package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a remove of every object. */
public sealed interface RemoveAllOutcome {

    /**
     * Done.
     *
     * @param removedCount objects removed
     * @param leasedCount objects kept because a reader holds a lease
     * @param incompleteCount objects kept because they are being written
     */
    record Done(long removedCount, long leasedCount, long incompleteCount) implements RemoveAllOutcome {}

    /**
     * It is unknown what was removed.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements RemoveAllOutcome {}
}
