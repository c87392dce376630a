package io.mooncake.client.gateway.grpc;

import io.grpc.CallOptions;
import io.grpc.ClientStreamTracer;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.mooncake.client.core.Answer;
import io.mooncake.error.ErrorCode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * Runs a call until it has a response or its time is up, and repeats it while the master cannot be reached.
 *
 * <p>Thread safety: every method may be called by any thread. At most 1,024 calls are under way; further callers wait,
 * at most until their deadline.
 *
 * <p>Blocking: until the deadline.
 */
final class CallRunner {

    private static final int MAX_IN_FLIGHT = 1_024;
    private static final long FIRST_BACKOFF_NANOS = 10_000_000L;
    private static final long MAX_BACKOFF_NANOS = 500_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000L;
    private static final String VERSION_FAULT = ErrorCode.INVALID_VERSION.name();

    private final ManagedChannel channel;
    private final String master;
    private final LongSupplier nanoClock;
    private final CallMeter meter;
    private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

    CallRunner(ManagedChannel channel, String master, LongSupplier nanoClock, CallMeter meter) {
        this.meter = meter;
        this.channel = channel;
        this.master = master;
        this.nanoClock = nanoClock;
    }

    /**
     * Runs the call.
     *
     * @param request makes the request from the milliseconds left, for each attempt
     * @param repeatable whether another attempt is allowed
     */
    <Q, R> Reply<R> run(
            MethodDescriptor<Q, R> method, LongFunction<Q> request, long deadlineNanos, BooleanSupplier repeatable) {
        long startNanos = nanoClock.getAsLong();
        Reply<R> reply = runUnmetered(method, request, deadlineNanos, repeatable);
        meter.ended(String.valueOf(method.getBareMethodName()), nanoClock.getAsLong() - startNanos);
        return reply;
    }

    private <Q, R> Reply<R> runUnmetered(
            MethodDescriptor<Q, R> method, LongFunction<Q> request, long deadlineNanos, BooleanSupplier repeatable) {
        AtomicBoolean sent = new AtomicBoolean();
        String lastFault = "";
        long backoffNanos = FIRST_BACKOFF_NANOS;
        while (true) {
            long leftNanos = deadlineNanos - nanoClock.getAsLong();
            if (leftNanos <= 0 || !acquire(leftNanos)) {
                return lastFault.isEmpty()
                        ? silent(ErrorCode.RPC_TIMEOUT, "The deadline passed before the request was sent", sent)
                        : silent(ErrorCode.RPC_FAIL, lastFault, sent);
            }
            try {
                long leftMillis = Math.max(1, leftNanos / NANOS_PER_MILLI);
                CallOptions options = CallOptions.DEFAULT
                        .withDeadlineAfter(leftNanos, TimeUnit.NANOSECONDS)
                        .withStreamTracerFactory(tracer(sent));
                return new Reply.Responded<>(
                        ClientCalls.blockingUnaryCall(channel, method, options, request.apply(leftMillis)));
            } catch (StatusRuntimeException fault) {
                Status status = fault.getStatus();
                if (status.getCode() != Status.Code.UNAVAILABLE || !repeatable.getAsBoolean()) {
                    return failed(status, sent);
                }
                lastFault = describe(status);
            } finally {
                inFlight.release();
            }
            if (!pause(Math.min(backoffNanos, deadlineNanos - nanoClock.getAsLong()))) {
                return silent(ErrorCode.RPC_FAIL, "Interrupted; " + lastFault, sent);
            }
            backoffNanos = Math.min(MAX_BACKOFF_NANOS, 2 * backoffNanos);
            channel.resetConnectBackoff();
        }
    }

    private <R> Reply<R> failed(Status status, AtomicBoolean sent) {
        String description = status.getDescription();
        if (status.getCode() == Status.Code.FAILED_PRECONDITION
                && description != null
                && description.startsWith(VERSION_FAULT)) {
            return new Reply.Foreign<>(description);
        }
        if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
            // A connection whose peer is gone without a word would swallow every later call, too.
            channel.enterIdle();
            return silent(ErrorCode.RPC_TIMEOUT, "The master at " + master + " did not answer in time", sent);
        }
        return silent(ErrorCode.RPC_FAIL, describe(status), sent);
    }

    private String describe(Status status) {
        String description = status.getDescription();
        Throwable cause = status.getCause();
        return "The call to the master at " + master + " failed: " + status.getCode()
                + (description == null ? "" : ", " + description)
                + (cause == null || cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")");
    }

    private static <R> Reply<R> silent(ErrorCode code, String message, AtomicBoolean sent) {
        return new Reply.Silent<>(new Answer.Unanswered<>(code, message, sent.get()));
    }

    private boolean acquire(long leftNanos) {
        try {
            return inFlight.tryAcquire(leftNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean pause(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static ClientStreamTracer.Factory tracer(AtomicBoolean sent) {
        return new ClientStreamTracer.Factory() {
            @Override
            public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
                return new ClientStreamTracer() {
                    @Override
                    public void outboundMessage(int number) {
                        sent.set(true);
                    }
                };
            }
        };
    }
}
