package io.mooncake.client.segment;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.client.core.MembershipMachine;
import io.mooncake.client.core.MembershipStep;
import io.mooncake.client.core.PingAnswer;
import io.mooncake.client.gateway.MasterGateway;
import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the registration of a client alive: heartbeats on a thread and a connection of their own; on another thread
 * remounts, and the settling of calls that had no answer, once the master answers again.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Blocking: {@link #awaitRegistered} until its deadline; {@link #close} until both threads have ended.
 */
public final class MembershipAgent implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MembershipAgent.class);
    /** A heartbeat without answer for this many intervals is given up, so that the next one is sent. */
    private static final long PING_DEADLINE_INTERVALS = 2;

    private static final long LONGEST_WAIT_NANOS = 1_000_000_000L;

    private final MasterGateway heartbeats;
    private final MasterGateway control;
    private final LentMemory memory;
    private final Duration controlDeadline;
    private final LongSupplier nanoClock;
    private final RateLimitedLog troubles = new RateLimitedLog(LOG);
    private final Thread heartbeatThread;
    private final Thread remountThread;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Guarded by lock. */
    private final MembershipMachine machine;
    /** Guarded by lock; set while a remount is due or under way. */
    private @Nullable Set<UUID> remountExcept;
    /** Guarded by lock; a heartbeat was answered while calls were to be settled. */
    private boolean settleDue;
    /** Guarded by lock. */
    private boolean closed;
    /** Guarded by lock. */
    private long remounts;
    /** Guarded by lock. */
    private long heartbeatsFailed;

    /**
     * An agent for a client that was registered just now; {@link #start} lets it run.
     *
     * @param heartbeats the master, by a connection that nothing else uses
     * @param control the master, for remounts
     */
    public MembershipAgent(
            MasterGateway heartbeats,
            MasterGateway control,
            LentMemory memory,
            MembershipMachine machine,
            Duration controlDeadline,
            LongSupplier nanoClock) {
        this.heartbeats = heartbeats;
        this.control = control;
        this.memory = memory;
        this.machine = machine;
        this.controlDeadline = controlDeadline;
        this.nanoClock = nanoClock;
        this.heartbeatThread =
                Thread.ofPlatform().daemon().name("mooncake-heartbeat").unstarted(this::runHeartbeats);
        this.remountThread =
                Thread.ofPlatform().daemon().name("mooncake-remount").unstarted(this::runRemounts);
    }

    /** Starts both threads. */
    public void start() {
        heartbeatThread.start();
        remountThread.start();
    }

    /** The epoch that the client is registered with, as soon as it is; empty at the deadline. */
    public OptionalLong awaitRegistered(long deadlineNanos) {
        lock.lock();
        try {
            while (!closed && machine.state() != MembershipMachine.State.REGISTERED) {
                long leftNanos = deadlineNanos - nanoClock.getAsLong();
                if (leftNanos <= 0 || !await(Math.min(leftNanos, LONGEST_WAIT_NANOS))) {
                    return OptionalLong.empty();
                }
            }
            return closed ? OptionalLong.empty() : OptionalLong.of(machine.epoch());
        } finally {
            lock.unlock();
        }
    }

    /** Whether the client is registered with this incarnation of the master, as far as it knows. */
    public boolean isRegisteredWith(long epoch) {
        lock.lock();
        try {
            return machine.state() != MembershipMachine.State.LOST
                    && machine.state() != MembershipMachine.State.REMOUNTING
                    && machine.epoch() == epoch;
        } finally {
            lock.unlock();
        }
    }

    /** The incarnation of the master that the client is or was registered with. */
    public long epoch() {
        lock.lock();
        try {
            return machine.epoch();
        } finally {
            lock.unlock();
        }
    }

    /** The master refused a change under this epoch because it does not know the client. */
    public void changeRefused(long epoch) {
        lock.lock();
        try {
            machine.onChangeRefused(epoch, nanoClock.getAsLong());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Times the client registered anew. */
    public long remounts() {
        lock.lock();
        try {
            return remounts;
        } finally {
            lock.unlock();
        }
    }

    /** Heartbeats without answer. */
    public long heartbeatsFailed() {
        lock.lock();
        try {
            return heartbeatsFailed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends both threads. A remount under way ends first. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        join(heartbeatThread);
        join(remountThread);
    }

    private void runHeartbeats() {
        while (true) {
            long intervalNanos;
            long epoch;
            lock.lock();
            try {
                if (!awaitPingDue()) {
                    return;
                }
                intervalNanos = machine.intervalNanos();
                epoch = machine.epoch();
            } finally {
                lock.unlock();
            }
            long sentNanos = nanoClock.getAsLong();
            Answer<PingAnswer> answer = heartbeats.ping(epoch, sentNanos + PING_DEADLINE_INTERVALS * intervalNanos);
            lock.lock();
            try {
                pinged(answer, sentNanos);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits, with the lock held, until a heartbeat is due; false when the agent is closed. */
    private boolean awaitPingDue() {
        while (!closed) {
            long nowNanos = nanoClock.getAsLong();
            MembershipMachine.State before = machine.state();
            MembershipStep step = machine.onTick(nowNanos);
            if (machine.state() != before) {
                troubles.warn("The master did not answer for longer than the client TTL", nowNanos);
            }
            switch (step) {
                case MembershipStep.SendPing() -> {
                    return true;
                }
                case MembershipStep.WaitUntil(long untilNanos) -> {
                    if (!await(Math.min(LONGEST_WAIT_NANOS, untilNanos - nowNanos))) {
                        return false;
                    }
                }
                case MembershipStep.Remount(Set<UUID> segmentsInUse) ->
                    throw new IllegalStateException("A remount without heartbeat, except " + segmentsInUse);
            }
        }
        return false;
    }

    private void pinged(Answer<PingAnswer> answer, long sentNanos) {
        long nowNanos = nanoClock.getAsLong();
        switch (answer) {
            case Accepted<PingAnswer> accepted -> {}
            case Refused<PingAnswer>(ErrorCode code, String message) -> pingFailed(code, message, nowNanos);
            case Unanswered<PingAnswer>(ErrorCode code, String message, boolean sent) ->
                pingFailed(code, message, nowNanos);
        }
        if (machine.onPing(answer, sentNanos, nowNanos) instanceof MembershipStep.Remount(Set<UUID> segmentsInUse)) {
            remountExcept = segmentsInUse;
        }
        if (answer instanceof Accepted && machine.state() == MembershipMachine.State.REGISTERED) {
            troubles.reset();
            settleDue = control.unsettledCalls() > 0;
        }
        changed.signalAll();
    }

    private void pingFailed(ErrorCode code, String message, long nowNanos) {
        heartbeatsFailed++;
        if (!closed) {
            troubles.warn("A heartbeat had no answer: " + code + ", " + message, nowNanos);
        }
    }

    private void runRemounts() {
        while (true) {
            Set<UUID> except;
            lock.lock();
            try {
                while (!closed && remountExcept == null && !settleDue) {
                    if (!await(LONGEST_WAIT_NANOS)) {
                        return;
                    }
                }
                if (closed) {
                    return;
                }
                except = remountExcept;
                remountExcept = null;
                settleDue = false;
            } finally {
                lock.unlock();
            }
            if (except == null) {
                control.settle(nanoClock.getAsLong() + controlDeadline.toNanos());
            } else {
                remount(except);
            }
        }
    }

    private void remount(Set<UUID> except) {
        List<OfferedSegment> offered = memory.renewExcept(except);
        Answer<Long> answer = control.remount(offered, nanoClock.getAsLong() + controlDeadline.toNanos());
        lock.lock();
        try {
            long nowNanos = nanoClock.getAsLong();
            switch (answer) {
                case Accepted<Long>(Long epoch) -> {
                    machine.onRegistered(epoch, nowNanos);
                    remounts++;
                    LOG.info(
                            "Registered anew with master epoch {}: {} segments, {} of them kept",
                            Long.toUnsignedString(epoch, 16),
                            offered.size(),
                            except.size());
                }
                case Refused<Long>(ErrorCode code, String message) -> remountFailed(code, message, nowNanos);
                case Unanswered<Long>(ErrorCode code, String message, boolean sent) ->
                    remountFailed(code, message, nowNanos);
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void remountFailed(ErrorCode code, String message, long nowNanos) {
        machine.onRemountFailed(nowNanos);
        troubles.warn("Registering anew failed: " + code + ", " + message, nowNanos);
    }

    /** Waits with the lock held; false when the thread was interrupted. */
    @SuppressWarnings("WaitNotInLoop") // every caller waits in a loop over its own condition
    private boolean await(long nanos) {
        try {
            long leftNanos = changed.awaitNanos(Math.max(1, nanos));
            return leftNanos <= nanos;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
