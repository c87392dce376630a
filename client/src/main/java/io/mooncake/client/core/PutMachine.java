package io.mooncake.client.core;

import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 *   START_SENT --granted--> TRANSFERRING --all reported, a replica whole--> END_SENT ----answer--> DONE
 *       |  ^                     |        --all reported, none whole-----> REVOKE_SENT --answer--> DONE
 *       |  '--epoch changed      '--epoch changed: writes are stopped, then DONE, not stored
 *       '--refused, no answer--> DONE
 *
 * Invariants
 * - End and Revoke are sent at most once, only for a grant, only after every write was reported, and only to the
 *   incarnation of the master that gave the grant.
 * - A write that was never reported counts as uncertain.
 * - Stored is only said after the master accepted the End.
 */
/**
 * One put or upsert, from its start to its outcome.
 *
 * <p>Thread safety: none; the caller serialises the inputs.
 *
 * <p>Errors: an input that the state does not expect throws {@link IllegalStateException}.
 */
public final class PutMachine {

    /** Where the put stands. */
    public enum State {
        /** The write is being opened. */
        START_SENT,
        /** Extents are being written. */
        TRANSFERRING,
        /** The write is being committed. */
        END_SENT,
        /** The write is being given up. */
        REVOKE_SENT,
        /** Over. */
        DONE
    }

    private static final PutStep WAIT = new PutStep.Wait();

    private final long sizeBytes;
    private final boolean checksummed;

    private State state = State.START_SENT;
    private @Nullable PutGrant grant;
    private int[] unreported = {};
    private WriteState[] states = {};
    private @Nullable Checksums checksums;
    private PutResult.@Nullable Failed failure;
    private boolean epochLost;

    /** A put of this many bytes whose start is being sent; checksummed: wait for checksums before the end. */
    public PutMachine(long sizeBytes, boolean checksummed) {
        this.sizeBytes = sizeBytes;
        this.checksummed = checksummed;
    }

    /** Where the put stands. */
    public State state() {
        return state;
    }

    /** The master answered the start, or no answer came. */
    public PutStep onStartAnswer(Answer<PutGrant> answer) {
        expect(State.START_SENT);
        return switch (answer) {
            case Accepted<PutGrant>(PutGrant granted) -> granted(granted);
            case Refused<PutGrant>(ErrorCode code, String message) ->
                code == ErrorCode.OBJECT_ALREADY_EXISTS
                        ? finish(new PutResult.AlreadyExists())
                        : finish(new PutResult.Failed(code, message));
            case Unanswered<PutGrant>(ErrorCode code, String message, boolean sent) ->
                finish(new PutResult.Failed(code, message + (sent ? "" : " (not sent)")));
        };
    }

    /** A write of an extent of the replica at this position of the grant has ended. */
    public PutStep onExtentWritten(int replicaPosition, WriteState outcome, String detail) {
        expect(State.TRANSFERRING);
        if (unreported[replicaPosition] == 0) {
            throw new IllegalStateException("Replica " + replicaPosition + " has no write without report");
        }
        unreported[replicaPosition]--;
        states[replicaPosition] = states[replicaPosition].worse(outcome);
        if (outcome != WriteState.ACKNOWLEDGED && failure == null) {
            failure = new PutResult.Failed(ErrorCode.TRANSFER_FAIL, detail);
        }
        return whenReported();
    }

    /** The checksums are computed. */
    public PutStep onChecksums(Checksums computed) {
        expect(State.TRANSFERRING);
        checksums = computed;
        return whenReported();
    }

    /** The time for the transfer is up. */
    public PutStep onDeadline() {
        if (state != State.TRANSFERRING || !anyUnreported()) {
            return WAIT;
        }
        failure = new PutResult.Failed(ErrorCode.TRANSFER_FAIL, "The deadline passed during the transfer");
        return new PutStep.CancelWrites();
    }

    /** The client is registered with another incarnation of the master, or its registration was lost. */
    public PutStep onEpochChange() {
        return switch (state) {
            case START_SENT -> new PutStep.SendStart();
            case TRANSFERRING -> {
                epochLost = true;
                failure = notStored();
                yield anyUnreported() ? new PutStep.CancelWrites() : finish(notStored());
            }
            case END_SENT, REVOKE_SENT -> finish(notStored());
            case DONE -> WAIT;
        };
    }

    /** The master answered the end, or no answer came. */
    public PutStep onEndAnswer(Answer<Done> answer) {
        expect(State.END_SENT);
        return switch (answer) {
            case Accepted<Done> accepted -> finish(stored());
            case Refused<Done>(ErrorCode code, String message) ->
                finish(
                        code == ErrorCode.CLIENT_NOT_FOUND
                                ? notStored()
                                : new PutResult.Failed(code, "Not stored: " + message));
            case Unanswered<Done>(ErrorCode code, String message, boolean sent) ->
                finish(new PutResult.Failed(
                        code, message + (sent ? "" : " (not sent)") + "; the object may be stored later"));
        };
    }

    /** The master answered the revoke, or no answer came; the put has failed before that. */
    public PutStep onRevokeAnswer() {
        expect(State.REVOKE_SENT);
        return finish(failure == null ? notStored() : failure);
    }

    private PutStep granted(PutGrant granted) {
        for (ReplicaLocation replica : granted.replicas()) {
            if (replica.lengthBytes() != sizeBytes) {
                return finish(new PutResult.Failed(
                        ErrorCode.INVALID_REPLICA,
                        "The master granted " + replica.lengthBytes() + " bytes for " + sizeBytes));
            }
        }
        grant = granted;
        state = State.TRANSFERRING;
        unreported = new int[granted.replicas().size()];
        states = new WriteState[granted.replicas().size()];
        for (int position = 0; position < unreported.length; position++) {
            unreported[position] = granted.replicas().get(position).extents().size();
            states[position] = WriteState.ACKNOWLEDGED;
        }
        if (!anyUnreported() && !checksummed) {
            return whenReported();
        }
        return new PutStep.Write(granted);
    }

    private PutStep whenReported() {
        PutGrant granted = grant;
        if (granted == null || anyUnreported()) {
            return WAIT;
        }
        if (epochLost) {
            return finish(notStored());
        }
        List<ReplicaWrite> writes = new ArrayList<>();
        boolean anyWhole = false;
        for (int position = 0; position < states.length; position++) {
            writes.add(new ReplicaWrite(granted.replicas().get(position).replicaIndex(), states[position]));
            anyWhole |= states[position] == WriteState.ACKNOWLEDGED;
        }
        if (!anyWhole) {
            state = State.REVOKE_SENT;
            return new PutStep.SendRevoke(granted.putId(), writes);
        }
        if (checksummed && checksums == null) {
            return WAIT;
        }
        state = State.END_SENT;
        return new PutStep.SendEnd(granted.putId(), checksums, writes);
    }

    private boolean anyUnreported() {
        for (int count : unreported) {
            if (count > 0) {
                return true;
            }
        }
        return false;
    }

    private PutResult stored() {
        List<Integer> segmentCounts = new ArrayList<>();
        PutGrant granted = grant;
        for (int position = 0; granted != null && position < states.length; position++) {
            if (states[position] == WriteState.ACKNOWLEDGED) {
                segmentCounts.add(granted.replicas().get(position).segmentCount());
            }
        }
        return new PutResult.Stored(segmentCounts);
    }

    private static PutResult.Failed notStored() {
        return new PutResult.Failed(
                ErrorCode.CLIENT_NOT_FOUND, "Not stored: the registration with the master changed during the put");
    }

    private PutStep finish(PutResult result) {
        state = State.DONE;
        return new PutStep.Finish(result);
    }

    private void expect(State expected) {
        if (state != expected) {
            throw new IllegalStateException("The put is in state " + state + ", not " + expected);
        }
    }
}
