package io.mooncake.client.gateway.grpc;

import java.util.TreeSet;

/**
 * The numbers of a client's changes: given once, known as unanswered until their answers are in or given up.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
public final class OperationLedger {

    /** The master keeps 4,096 outcomes per client; a repetition must find its own, whatever overtakes it. */
    private static final long REPEATABLE_DISTANCE = 3_072;

    private final TreeSet<Long> unanswered = new TreeSet<>();
    private long next = 1;

    /** A ledger whose first operation is number 1. */
    public OperationLedger() {}

    /** Numbers for so many changes, neighbours; the first. */
    synchronized long open(int count) {
        long first = next;
        next += count;
        unanswered.add(first);
        return first;
    }

    /** No answer to these changes is awaited any more. */
    synchronized void close(long first) {
        unanswered.remove(first);
    }

    /** The smallest number whose answer is awaited, or the next to be given. */
    synchronized long oldestUnanswered() {
        return unanswered.isEmpty() ? next : unanswered.first();
    }

    /** Whether the master surely still knows these changes if it ever executed them. */
    synchronized boolean isRepeatable(long first) {
        return next - first <= REPEATABLE_DISTANCE;
    }
}
