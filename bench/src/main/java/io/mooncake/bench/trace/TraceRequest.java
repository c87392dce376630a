package io.mooncake.bench.trace;

import java.util.List;

/**
 * One request of a trace: the blocks of its prompt in order. Equal ids are equal prefix blocks.
 *
 * @param hashIds ids of the blocks
 */
public record TraceRequest(List<Long> hashIds) {

    /** Copies the list. */
    public TraceRequest {
        hashIds = List.copyOf(hashIds);
    }
}
