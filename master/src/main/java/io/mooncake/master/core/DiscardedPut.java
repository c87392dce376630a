package io.mooncake.master.core;

/** An open write that has given way, while some of its ranges still wait. */
final class DiscardedPut {

    final StoredObject write;
    private final Client writer;

    /** Ranges that wait. */
    int waitingExtentCount;

    DiscardedPut(StoredObject write, Client writer) {
        this.write = write;
        this.writer = writer;
        writer.discardedPuts.put(write.putId, this);
    }

    /** None of its ranges waits any more. */
    void forget() {
        writer.discardedPuts.remove(write.putId);
    }
}
