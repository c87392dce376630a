package io.mooncake.client.gateway.grpc;

import io.grpc.MethodDescriptor;
import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.Uuid;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Runs reads and changes of a client: gives every change its number, repeats it as the same operation, and makes the
 * answers of its items from the reply.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Blocking: every call, at most until its deadline.
 */
final class MasterCalls {

    private final CallRunner runner;
    private final Uuid clientId;
    private final OperationLedger ledger;
    private final UnsettledCalls unsettled;

    MasterCalls(CallRunner runner, UUID clientId, OperationLedger ledger) {
        this.runner = runner;
        this.clientId = MasterMessages.uuid(clientId);
        this.ledger = ledger;
        this.unsettled = new UnsettledCalls(ledger);
    }

    /** What a call of several items has in common. */
    record Change(int count, long epoch, long deadlineNanos) {}

    <Q, R, T> Answer<T> read(
            MethodDescriptor<Q, R> method,
            Function<CallHeader, Q> request,
            Function<R, Answer<T>> decode,
            long deadlineNanos) {
        Reply<R> reply = runner.run(
                method, leftMillis -> request.apply(header(leftMillis).build()), deadlineNanos, () -> true);
        return single(reply, decode);
    }

    <Q, R, T> Answer<T> change(
            MethodDescriptor<Q, R> method,
            Function<CallHeader, Q> request,
            Function<R, Answer<T>> decode,
            long epoch,
            long deadlineNanos) {
        return change(method, request, decode, new Change(1, epoch, deadlineNanos));
    }

    /** One answer for several operations. */
    <Q, R, T> Answer<T> change(
            MethodDescriptor<Q, R> method,
            Function<CallHeader, Q> request,
            Function<R, Answer<T>> decode,
            Change change) {
        return single(runChange(method, request, change), decode);
    }

    <Q, R, I, T> List<Answer<T>> reads(
            MethodDescriptor<Q, R> method,
            Function<CallHeader, Q> request,
            Function<R, List<I>> items,
            BiFunction<R, I, Answer<T>> decode,
            Change call) {
        Reply<R> reply = runner.run(
                method, leftMillis -> request.apply(header(leftMillis).build()), call.deadlineNanos(), () -> true);
        return several(reply, items, decode, call.count());
    }

    <Q, R, I, T> List<Answer<T>> changes(
            MethodDescriptor<Q, R> method,
            Function<CallHeader, Q> request,
            Function<R, List<I>> items,
            BiFunction<R, I, Answer<T>> decode,
            Change call) {
        return several(runChange(method, request, call), items, decode, call.count());
    }

    /** A change of open writes: without answer it is repeated later, and its response then goes to the consumer. */
    <Q, R> Reply<R> runSettled(
            MethodDescriptor<Q, R> method, Function<CallHeader, Q> request, Change change, Consumer<R> late) {
        long first = ledger.open(change.count());
        Reply<R> reply = attempt(method, request, first, change);
        if (!(reply instanceof Reply.Silent<R>)) {
            ledger.close(first);
            return reply;
        }
        unsettled.add(new UnsettledCalls.Call(first, deadlineNanos -> {
            Reply<R> again = attempt(method, request, first, new Change(change.count(), change.epoch(), deadlineNanos));
            if (again instanceof Reply.Responded<R>(R response)) {
                late.accept(response);
            }
            return !(again instanceof Reply.Silent<R>);
        }));
        return reply;
    }

    /** Sends a change of open writes later, as one operation, until the master has answered it. */
    <Q, R> void repeatLater(MethodDescriptor<Q, R> method, Function<CallHeader, Q> request, int count, long epoch) {
        long first = ledger.open(count);
        unsettled.add(new UnsettledCalls.Call(
                first,
                deadlineNanos -> !(attempt(method, request, first, new Change(count, epoch, deadlineNanos))
                        instanceof Reply.Silent)));
    }

    /** Changes of open writes that had no answer in time. */
    int unsettledCount() {
        return unsettled.count();
    }

    void settle(long deadlineNanos) {
        unsettled.settle(deadlineNanos);
    }

    private <Q, R> Reply<R> runChange(MethodDescriptor<Q, R> method, Function<CallHeader, Q> request, Change change) {
        long first = ledger.open(change.count());
        try {
            return attempt(method, request, first, change);
        } finally {
            ledger.close(first);
        }
    }

    private <Q, R> Reply<R> attempt(
            MethodDescriptor<Q, R> method, Function<CallHeader, Q> request, long first, Change change) {
        return runner.run(
                method,
                leftMillis -> request.apply(header(leftMillis)
                        .setMasterEpoch(change.epoch())
                        .setOperationId(first)
                        .setOldestUnanswered(ledger.oldestUnanswered())
                        .build()),
                change.deadlineNanos(),
                () -> ledger.isRepeatable(first));
    }

    private CallHeader.Builder header(long leftMillis) {
        return CallHeader.newBuilder().setClientId(clientId).setTimeLeftMs(leftMillis);
    }

    private static <R, T> Answer<T> single(Reply<R> reply, Function<R, Answer<T>> decode) {
        return switch (reply) {
            case Reply.Responded<R>(R response) -> decode.apply(response);
            case Reply.Silent<R>(Unanswered<Object> silent) -> retyped(silent);
            case Reply.Foreign<R>(String message) -> new Refused<>(ErrorCode.INVALID_VERSION, message);
        };
    }

    static <R, I, T> List<Answer<T>> several(
            Reply<R> reply, Function<R, List<I>> items, BiFunction<R, I, Answer<T>> decode, int count) {
        List<Answer<T>> answers = new ArrayList<>(count);
        if (reply instanceof Reply.Responded<R>(R response)) {
            List<I> outcomes = items.apply(response);
            for (int item = 0; item < count; item++) {
                answers.add(item < outcomes.size() ? decode.apply(response, outcomes.get(item)) : tooShort());
            }
            return answers;
        }
        for (int item = 0; item < count; item++) {
            answers.add(single(reply, response -> tooShort()));
        }
        return answers;
    }

    private static <T> Answer<T> tooShort() {
        return new Unanswered<>(ErrorCode.RPC_FAIL, "The master answered fewer items than were sent", true);
    }

    private static <T> Answer<T> retyped(Unanswered<Object> silent) {
        return new Unanswered<>(silent.code(), silent.message(), silent.sent());
    }
}
