package io.mooncake.master.grpc;

import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import java.util.function.LongSupplier;

/**
 * Remembers when a call arrived: before it waited for a thread.
 *
 * <p>Thread safety: immutable.
 */
final class CallArrival extends ServerStreamTracer.Factory {
    static final Context.Key<Long> ARRIVED_NANOS = Context.key("mooncake-arrived-nanos");

    private final LongSupplier nanoClock;

    CallArrival(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        long nowNanos = nanoClock.getAsLong();
        return new ServerStreamTracer() {
            @Override
            public Context filterContext(Context context) {
                return context.withValue(ARRIVED_NANOS, nowNanos);
            }
        };
    }

    /** When the call that this thread serves arrived. */
    static long nanos() {
        Long arrivedNanos = ARRIVED_NANOS.get();
        if (arrivedNanos == null) {
            throw new IllegalStateException("the call was not traced");
        }
        return arrivedNanos;
    }
}
