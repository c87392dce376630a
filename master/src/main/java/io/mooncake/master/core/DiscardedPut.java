package io.mooncake.master.core;

/** An open write whose writer is gone, while some of its ranges still wait. */
final class DiscardedPut {

    /** Ranges that wait. */
    int waitingExtentCount;
}
