package io.mooncake.master.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.master.service.LogRate;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets only callers in that speak this master's protocol version. A caller that sends no range speaks the first one.
 *
 * <p>Thread safety: any thread.
 */
final class ProtocolVersions implements ServerInterceptor {
    /** The one version that this master speaks. */
    static final int PROTOCOL = 1;

    static final Metadata.Key<String> MIN_KEY =
            Metadata.Key.of("mooncake-protocol-min", Metadata.ASCII_STRING_MARSHALLER);
    static final Metadata.Key<String> MAX_KEY =
            Metadata.Key.of("mooncake-protocol-max", Metadata.ASCII_STRING_MARSHALLER);

    private static final Logger LOGGER = LoggerFactory.getLogger(ProtocolVersions.class);
    private static final int FIRST_PROTOCOL = 1;
    private static final long LOG_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RequestCounters counters;
    private final LongSupplier nanoClock;
    private final LogRate logRate;

    ProtocolVersions(RequestCounters counters, LongSupplier nanoClock) {
        this.counters = counters;
        this.nanoClock = nanoClock;
        this.logRate = new LogRate(LOG_INTERVAL_NANOS, nanoClock.getAsLong());
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        @Nullable String min = headers.get(MIN_KEY);
        @Nullable String max = headers.get(MAX_KEY);
        if (isAtMost(min) && isAtLeast(max)) {
            return next.startCall(call, headers);
        }
        counters.countVersionMismatch();
        String description = ErrorCode.INVALID_VERSION + ": the caller speaks protocol " + min + " to " + max
                + ", this master speaks " + PROTOCOL;
        if (logRate.pass(nanoClock.getAsLong())) {
            LOGGER.warn("refused {}: {}", call.getMethodDescriptor().getBareMethodName(), description);
        }
        call.close(Status.FAILED_PRECONDITION.withDescription(description), new Metadata());
        return new ServerCall.Listener<>() {};
    }

    private static boolean isAtMost(@Nullable String min) {
        return parse(min, Integer.MAX_VALUE) <= PROTOCOL;
    }

    private static boolean isAtLeast(@Nullable String max) {
        return parse(max, Integer.MIN_VALUE) >= PROTOCOL;
    }

    private static int parse(@Nullable String version, int unreadable) {
        if (version == null) {
            return FIRST_PROTOCOL;
        }
        try {
            return Integer.parseInt(version);
        } catch (NumberFormatException e) {
            return unreadable;
        }
    }
}
