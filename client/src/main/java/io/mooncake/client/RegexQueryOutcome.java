package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import java.util.List;

/** What became of a query by pattern. */
public sealed interface RegexQueryOutcome {

    /** The readable objects whose keys the pattern finds, in no order; each holds a lease. */
    record Found(List<ObjectDescription> objects) implements RegexQueryOutcome {

        /** Copies the list. */
        public Found {
            objects = List.copyOf(objects);
        }
    }

    /**
     * The pattern is none, or the search did not come to its end.
     *
     * @param code why
     * @param message for people
     */
    record Failed(ErrorCode code, String message) implements RegexQueryOutcome {}
}
