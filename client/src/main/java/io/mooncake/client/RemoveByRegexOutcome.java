package io.mooncake.client;

import io.mooncake.error.ErrorCode;

/** What became of a remove by pattern. */
public sealed interface RemoveByRegexOutcome {

    /**
     * Done.
     *
     * @param removedCount objects removed
     * @param leasedCount matching objects kept because a reader holds a lease
     * @param incompleteCount matching objects kept because they are being written
     */
    record Done(long removedCount, long leasedCount, long incompleteCount) implements RemoveByRegexOutcome {}

    /**
     * The pattern is none and nothing was removed, or it is unknown what was: the code says which.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements RemoveByRegexOutcome {}
}
