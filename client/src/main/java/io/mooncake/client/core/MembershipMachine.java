package io.mooncake.client.core;

import io.mooncake.client.core.Answer.Accepted;
import java.util.Set;
import java.util.UUID;

/*
 *   REGISTERED --ping: not registered, or a change was refused--> LOST --remount begins--> REMOUNTING
 *       |  ^ ^                                                     ^                          |  |
 *       |  | '----------------------- registered ------------------|--------------------------'  |
 *       |  '-ping: registered-- SILENT --ping: not registered------'---------- failed -----------'
 *       '--no answer for the TTL--^
 *
 * Invariants
 * - Changes are only sent in REGISTERED, with the epoch that the registration was answered with.
 * - A heartbeat that was sent before the last registration says nothing about it.
 */
/**
 * The registration of a client: when to send heartbeats, when it is lost, when to register anew.
 *
 * <p>Thread safety: none; the caller serialises the inputs.
 */
public final class MembershipMachine {

    /** Where the registration stands. */
    public enum State {
        /** The master knows the client. */
        REGISTERED,
        /** No heartbeat was answered for so long that the master may have given the client up. */
        SILENT,
        /** The master does not know the client. */
        LOST,
        /** The client is registering anew. */
        REMOUNTING
    }

    private static final long MAX_INTERVAL_NANOS = 1_000_000_000L;
    private static final long INTERVALS_PER_TTL = 5;
    private static final long FIRST_BACKOFF_NANOS = 100_000_000L;
    private static final long MAX_BACKOFF_NANOS = 2_000_000_000L;

    private State state = State.REGISTERED;
    private long epoch;
    private long ttlNanos;
    private long registeredNanos;
    private long answeredNanos;
    private long nextPingNanos;
    private long nextRemountNanos;
    private long backoffNanos = FIRST_BACKOFF_NANOS;

    /** A client that was registered just now. */
    public MembershipMachine(long epoch, long ttlNanos, long nowNanos) {
        this.ttlNanos = ttlNanos;
        this.nextRemountNanos = nowNanos;
        registered(epoch, nowNanos);
    }

    /** Where the registration stands. */
    public State state() {
        return state;
    }

    /** The incarnation of the master that the client is or was registered with. */
    public long epoch() {
        return epoch;
    }

    /** Nanoseconds between two heartbeats. */
    public long intervalNanos() {
        return Math.min(MAX_INTERVAL_NANOS, Math.max(1, ttlNanos / INTERVALS_PER_TTL));
    }

    /** Time has passed. */
    public MembershipStep onTick(long nowNanos) {
        if (state == State.REGISTERED && nowNanos - answeredNanos >= ttlNanos) {
            state = State.SILENT;
        }
        if (nowNanos - nextPingNanos < 0) {
            return new MembershipStep.WaitUntil(nextPingNanos);
        }
        nextPingNanos = nowNanos + intervalNanos();
        return new MembershipStep.SendPing();
    }

    /** A heartbeat that was sent then was answered, or not. */
    public MembershipStep onPing(Answer<PingAnswer> answer, long sentNanos, long nowNanos) {
        if (!(answer instanceof Accepted<PingAnswer>(PingAnswer ping))) {
            return new MembershipStep.WaitUntil(nextPingNanos);
        }
        ttlNanos = ping.clientTtlNanos();
        hasten(sentNanos + intervalNanos());
        boolean outdated = sentNanos - registeredNanos < 0;
        if (outdated || state == State.REMOUNTING) {
            return new MembershipStep.WaitUntil(nextPingNanos);
        }
        answeredNanos = sentNanos;
        if (ping.registered()) {
            // Under another epoch only by a registration of ours whose answer was lost.
            epoch = ping.masterEpoch();
            state = State.REGISTERED;
            nextRemountNanos = nowNanos;
            backoffNanos = FIRST_BACKOFF_NANOS;
            return new MembershipStep.WaitUntil(nextPingNanos);
        }
        state = State.LOST;
        return remount(ping.segmentsInUse(), nowNanos);
    }

    /** The next heartbeat may have been set before it was known how short the TTL is. */
    private void hasten(long dueNanos) {
        if (nextPingNanos - dueNanos > 0) {
            nextPingNanos = dueNanos;
        }
    }

    /**
     * The master refused a change because it does not know the client under this epoch; the next heartbeat, at once,
     * will say what to keep.
     */
    public void onChangeRefused(long refusedEpoch, long nowNanos) {
        if (state == State.REGISTERED && refusedEpoch == epoch) {
            state = State.LOST;
            nextPingNanos = nowNanos;
        }
    }

    /** The master registered the client. A heartbeat follows at once: its answer says how long the TTL is. */
    public void onRegistered(long masterEpoch, long nowNanos) {
        registered(masterEpoch, nowNanos);
        backOff(nowNanos);
    }

    private void registered(long masterEpoch, long nowNanos) {
        state = State.REGISTERED;
        epoch = masterEpoch;
        registeredNanos = nowNanos;
        answeredNanos = nowNanos;
        nextPingNanos = nowNanos;
    }

    /** Registering failed; it is tried again after a while that doubles each time. */
    public void onRemountFailed(long nowNanos) {
        state = State.LOST;
        backOff(nowNanos);
        nextPingNanos = nextRemountNanos;
    }

    /** Until a heartbeat has confirmed a registration, the next one waits, longer each time. */
    private void backOff(long nowNanos) {
        nextRemountNanos = nowNanos + backoffNanos;
        backoffNanos = Math.min(MAX_BACKOFF_NANOS, 2 * backoffNanos);
    }

    private MembershipStep remount(Set<UUID> segmentsInUse, long nowNanos) {
        if (nowNanos - nextRemountNanos < 0) {
            nextPingNanos = nextRemountNanos;
            return new MembershipStep.WaitUntil(nextPingNanos);
        }
        state = State.REMOUNTING;
        return new MembershipStep.Remount(segmentsInUse);
    }
}
