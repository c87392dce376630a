package io.mooncake.master.service;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The duty cycle of the master: lets the core do what is due, then logs what changed by itself.
 *
 * <p>The core names the time of its next deadline. An operation may create a nearer one afterwards; because the agent
 * never sleeps longer than {@link #MAX_SLEEP_NANOS}, that one is met at most so much late.
 *
 * <p>Errors: whatever the cycle throws closes the door for good, because nothing would expire any more.
 *
 * <p>Thread safety: {@link #start} and {@link #close} by one thread; {@link #step} by the agent's own, or by a test
 * that did not start it.
 */
public final class TickAgent implements AutoCloseable {
    /** Far below the shortest time that the core judges by, and too rare to cost anything. */
    static final long MAX_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long CLOSE_WAIT_MILLIS = 5_000;
    private static final Logger LOGGER = LoggerFactory.getLogger(TickAgent.class);

    private final Door door;
    private final StateChangeLog changes;
    private final SummaryAgent summaries;
    private final LongSupplier nanoClock;
    private final Thread thread = new Thread(this::run, "master-tick");
    private volatile boolean closed;

    /** An agent that was not started yet. */
    public TickAgent(Door door, StateChangeLog changes, SummaryAgent summaries, LongSupplier nanoClock) {
        this.door = door;
        this.changes = changes;
        this.summaries = summaries;
        this.nanoClock = nanoClock;
        thread.setDaemon(true);
    }

    /** Starts the agent's thread. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!closed) {
                LockSupport.parkNanos(step());
            }
        } catch (RuntimeException | Error fault) {
            LOGGER.error("the master cannot go on", fault);
            door.declareBroken();
        }
    }

    /** One cycle; returns how many nanoseconds the agent may sleep, 0 when more is due already. */
    long step() {
        long waitNanos = door.tick();
        changes.observe();
        summaries.step(nanoClock.getAsLong());
        return Math.clamp(waitNanos, 0, MAX_SLEEP_NANOS);
    }

    /** Ends the agent's thread and waits for it. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
