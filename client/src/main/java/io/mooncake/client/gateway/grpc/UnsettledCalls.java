package io.mooncake.client.gateway.grpc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of open writes that had no answer in time. Each is repeated as the same operation later, so that no write of
 * a living client stays open for ever because an answer was lost.
 *
 * <p>Thread safety: every method may be called by any thread; one thread at a time settles.
 */
final class UnsettledCalls {

    private static final Logger LOG = LoggerFactory.getLogger(UnsettledCalls.class);
    /** More are given up, oldest first: their writes stay open until the client is gone. */
    private static final int MAX_CALLS = 1_024;

    /**
     * A call to repeat.
     *
     * @param operation number of its first operation
     * @param attempt repeats it, until a moment; true when it needs no repetition any more
     */
    record Call(long operation, LongPredicate attempt) {}

    private final OperationLedger ledger;
    private final Deque<Call> calls = new ArrayDeque<>();

    UnsettledCalls(OperationLedger ledger) {
        this.ledger = ledger;
    }

    /** Remembers a call whose operations stay open in the ledger. */
    synchronized void add(Call call) {
        calls.add(call);
        if (calls.size() > MAX_CALLS) {
            Call oldest = calls.remove();
            ledger.close(oldest.operation());
            LOG.warn(
                    "More than {} calls wait to be settled: operation {} is given up, its writes stay open until this"
                            + " client is gone",
                    MAX_CALLS,
                    oldest.operation());
        }
    }

    synchronized int count() {
        return calls.size();
    }

    /** Repeats them, oldest first, until one has no answer again. */
    void settle(long deadlineNanos) {
        while (true) {
            Call call;
            synchronized (this) {
                call = calls.peek();
            }
            if (call == null || !call.attempt().test(deadlineNanos)) {
                return;
            }
            synchronized (this) {
                if (calls.remove(call)) {
                    ledger.close(call.operation());
                }
            }
        }
    }
}
