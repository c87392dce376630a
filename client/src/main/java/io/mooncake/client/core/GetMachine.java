package io.mooncake.client.core;

import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/*
 *   LOCATE_SENT --located--> TRANSFERRING --all landed, lease held--> VERIFYING --equal--> DONE, loaded
 *        |                     ^    |  |                                  |
 *        |                     |    |  '--lease over--> DONE              | differs
 *        |                     '----+-- next replica, while the lease  <--'
 *        |                          |   and the deadline allow it
 *        '--missing, failed-> DONE  '--none left--> DONE, failed
 *
 * Invariants
 * - Loaded is only said after the lease was found to cover the end of the last transfer, and after the bytes were
 *   compared where there is something to compare them with.
 * - Missing is only said when the master said so.
 */
/**
 * One get, from its start to its outcome.
 *
 * <p>Thread safety: none; the caller serialises the inputs.
 *
 * <p>Errors: an input that the state does not expect throws {@link IllegalStateException}.
 */
public final class GetMachine {

    /** Where the get stands. */
    public enum State {
        /** The master is being asked. */
        LOCATE_SENT,
        /** Extents of a replica are being read. */
        TRANSFERRING,
        /** The bytes are being compared. */
        VERIFYING,
        /** Over. */
        DONE
    }

    private static final GetStep WAIT = new GetStep.Wait();

    private final long capacityBytes;
    private final boolean verifying;
    private final long queuedNanos;

    private State state = State.LOCATE_SENT;
    private @Nullable ObjectLocation object;
    private @Nullable ReadLease lease;
    private long deadlineNanos;
    private final Deque<ReplicaLocation> untried = new ArrayDeque<>();
    private int unreported;
    private boolean allLanded;
    private boolean mismatched;
    private String detail = "";
    private int failovers;

    /**
     * A get whose request is being queued now.
     *
     * @param capacityBytes the longest object that there is room for
     * @param verifying whether checksums are compared
     * @param queuedNanos the clock before the request was queued
     */
    public GetMachine(long capacityBytes, boolean verifying, long queuedNanos) {
        this.capacityBytes = capacityBytes;
        this.verifying = verifying;
        this.queuedNanos = queuedNanos;
    }

    /** Where the get stands. */
    public State state() {
        return state;
    }

    /** How often it went on to another replica. */
    public int failovers() {
        return failovers;
    }

    /**
     * The master answered, or no answer came. The replicas of the location are tried in their order.
     *
     * @param transferDeadlineNanos when no further replica is tried
     */
    public GetStep onLocated(Answer<ObjectLocation> answer, long nowNanos, long transferDeadlineNanos) {
        expect(State.LOCATE_SENT);
        deadlineNanos = transferDeadlineNanos;
        return switch (answer) {
            case Accepted<ObjectLocation>(ObjectLocation located) -> located(located, nowNanos);
            case Refused<ObjectLocation>(ErrorCode code, String message) ->
                code == ErrorCode.OBJECT_NOT_FOUND
                        ? finish(new GetResult.Missing())
                        : finish(new GetResult.Failed(code, message));
            case Unanswered<ObjectLocation>(ErrorCode code, String message, boolean sent) ->
                finish(new GetResult.Failed(code, message + (sent ? "" : " (not sent)")));
        };
    }

    /** The read of an extent has ended; nothing touches its target any more. */
    public GetStep onExtentRead(boolean landed, String failure, long nowNanos) {
        expect(State.TRANSFERRING);
        if (!landed) {
            allLanded = false;
            detail = failure;
        }
        unreported--;
        return unreported > 0 ? WAIT : transferred(nowNanos);
    }

    /** The bytes were compared. */
    public GetStep onVerified(boolean equal, long nowNanos) {
        expect(State.VERIFYING);
        if (equal) {
            return finish(new GetResult.Loaded(sizeBytes(), true));
        }
        mismatched = true;
        return nextReplica(nowNanos);
    }

    /** The time for the get is up. */
    public GetStep onDeadline() {
        return state == State.TRANSFERRING ? new GetStep.CancelReads() : WAIT;
    }

    private GetStep located(ObjectLocation located, long nowNanos) {
        if (located.sizeBytes() > capacityBytes) {
            return finish(new GetResult.Failed(
                    ErrorCode.BUFFER_OVERFLOW,
                    "The object has " + located.sizeBytes() + " bytes, the target only " + capacityBytes));
        }
        object = located;
        lease = new ReadLease(queuedNanos, located.leaseTtlNanos());
        for (ReplicaLocation replica : located.replicas()) {
            if (replica.lengthBytes() == located.sizeBytes()) {
                untried.add(replica);
            } else {
                detail = "Replica " + replica.replicaIndex() + " has " + replica.lengthBytes() + " bytes of "
                        + located.sizeBytes();
            }
        }
        if (untried.isEmpty()) {
            return finish(new GetResult.Failed(
                    detail.isEmpty() ? ErrorCode.REPLICA_IS_NOT_READY : ErrorCode.INVALID_REPLICA,
                    detail.isEmpty() ? "No replica is readable" : detail));
        }
        return read(located, untried.remove(), nowNanos);
    }

    private GetStep read(ObjectLocation located, ReplicaLocation replica, long nowNanos) {
        state = State.TRANSFERRING;
        unreported = replica.extents().size();
        allLanded = true;
        return unreported == 0 ? transferred(nowNanos) : new GetStep.Read(located, replica);
    }

    private GetStep transferred(long nowNanos) {
        if (leaseIsOver(nowNanos)) {
            return leaseExpired();
        }
        if (!allLanded) {
            return nextReplica(nowNanos);
        }
        ObjectLocation located = object;
        Checksums checksums = located == null || !verifying ? null : located.checksums();
        if (located == null || checksums == null) {
            return finish(new GetResult.Loaded(sizeBytes(), false));
        }
        state = State.VERIFYING;
        return new GetStep.Verify(new SliceLayout(located.sizeBytes(), located.sliceBytes()), checksums);
    }

    private GetStep nextReplica(long nowNanos) {
        ObjectLocation located = object;
        ReplicaLocation next = untried.poll();
        if (located == null || next == null) {
            return finish(exhausted());
        }
        if (leaseIsOver(nowNanos)) {
            return leaseExpired();
        }
        if (nowNanos - deadlineNanos >= 0) {
            detail = "The deadline passed; " + detail;
            return finish(exhausted());
        }
        failovers++;
        return read(located, next, nowNanos);
    }

    private GetResult exhausted() {
        return mismatched
                ? new GetResult.Failed(
                        ErrorCode.CHECKSUM_MISMATCH, "The bytes that arrived are not the bytes that were written")
                : new GetResult.Failed(ErrorCode.TRANSFER_FAIL, detail);
    }

    private boolean leaseIsOver(long nowNanos) {
        ReadLease held = lease;
        return held == null || !held.coversReadEndedAt(nowNanos);
    }

    private GetStep leaseExpired() {
        return finish(new GetResult.Failed(ErrorCode.LEASE_EXPIRED, "The read ended after its lease"));
    }

    private long sizeBytes() {
        ObjectLocation located = object;
        return located == null ? 0 : located.sizeBytes();
    }

    private GetStep finish(GetResult result) {
        state = State.DONE;
        return new GetStep.Finish(result);
    }

    private void expect(State expected) {
        if (state != expected) {
            throw new IllegalStateException("The get is in state " + state + ", not " + expected);
        }
    }
}
