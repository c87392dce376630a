package io.mooncake.master.core;

import org.jspecify.annotations.Nullable;

/**
 * Who calls and how a repeated change is recognised.
 *
 * @param clientId the calling process; absent in read-only calls of tools
 * @param masterEpoch the incarnation of the master that the caller is registered with; 0 where none is needed
 * @param operationId number of this operation, counted by the client from 1; 0 in calls that change nothing
 * @param oldestUnanswered the smallest operation id whose outcome the client still waits for
 */
public record CallContext(@Nullable ClientId clientId, long masterEpoch, long operationId, long oldestUnanswered) {

    private static final CallContext ANONYMOUS = new CallContext(null, 0, 0, 0);

    /** The context of a read-only call by nobody in particular. */
    public static CallContext anonymous() {
        return ANONYMOUS;
    }
}
