package io.mooncake.master.grpc;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.protocol.v1.CallHeader;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Refuses whole calls before they are executed. Such a refusal is a gRPC status whose description starts with the name
 * of the error code: INVALID_ARGUMENT with INVALID_PARAMS, DEADLINE_EXCEEDED with RPC_TIMEOUT.
 *
 * <p>Thread safety: any thread that serves a call.
 */
final class CallGate {
    /** Most items of one batch. */
    static final int MAX_BATCH_ITEMS = 1024;

    private final RequestCounters counters;
    private final LongSupplier nanoClock;

    CallGate(RequestCounters counters, LongSupplier nanoClock) {
        this.counters = counters;
        this.nanoClock = nanoClock;
    }

    /** Refuses a call whose time is up. */
    void checkTime(CallHeader header) {
        long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - CallArrival.nanos());
        boolean late = header.getTimeLeftMs() != 0 && Long.compareUnsigned(elapsedMillis, header.getTimeLeftMs()) >= 0;
        Deadline deadline = Context.current().getDeadline();
        if (late
                || (deadline != null && deadline.isExpired())
                || Context.current().isCancelled()) {
            counters.countExpired();
            throw refusal(
                    Status.DEADLINE_EXCEEDED,
                    ErrorCode.RPC_TIMEOUT,
                    "waited " + elapsedMillis + " ms and was not executed, time left was " + header.getTimeLeftMs()
                            + " ms");
        }
    }

    /** Refuses a batch outside its limits. */
    void checkItems(String field, int count) {
        if (count < 1 || count > MAX_BATCH_ITEMS) {
            throw invalid(field + " has " + count + " items, must be 1 to " + MAX_BATCH_ITEMS);
        }
    }

    /** Refuses a call that lacks a message it needs. */
    void checkPresent(String field, boolean present) {
        if (!present) {
            throw invalid(field + " is missing");
        }
    }

    static StatusRuntimeException invalid(String what) {
        return refusal(Status.INVALID_ARGUMENT, ErrorCode.INVALID_PARAMS, what);
    }

    static StatusRuntimeException refusal(Status status, ErrorCode code, String what) {
        return status.withDescription(code + ": " + what).asRuntimeException();
    }
}
