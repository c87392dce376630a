package io.mooncake.master.service;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Whether the master serves: looks a sentinel up the way of every data call, again and again, on their threads and
 * through their door. At most one such call is under way; when none has come back for a while, the master is not ready.
 *
 * <p>Thread safety: {@link #start} and {@link #close} by one thread; {@link #isReady} by any, it never blocks.
 */
public final class ReadyAgent implements AutoCloseable {
    /** Two calls may be late, and the answer is still within 5 seconds of a stall. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final ObjectKey SENTINEL = ObjectKey.of("mooncake/readiness");

    private final Door door;
    private final Thread thread = new Thread(this::run, "master-ready");
    private final AtomicBoolean underWay = new AtomicBoolean();
    private volatile boolean started;
    private volatile boolean closed;
    private volatile long answeredNanos;
    private volatile Executor dataCalls = Runnable::run;

    /** An agent that was not started yet: not ready. */
    public ReadyAgent(Door door) {
        this.door = door;
        thread.setDaemon(true);
    }

    /** Starts the agent's thread. */
    public void start(Executor executorOfDataCalls) {
        dataCalls = executorOfDataCalls;
        answeredNanos = System.nanoTime();
        started = true;
        thread.start();
    }

    private void run() {
        while (!closed) {
            if (underWay.compareAndSet(false, true)) {
                try {
                    dataCalls.execute(this::probe);
                } catch (RejectedExecutionException stopping) {
                    return;
                }
            }
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }

    private void probe() {
        try {
            Outcome answer = door.execute(new Operation.QueryKey(SENTINEL));
            boolean failed =
                    answer instanceof Outcome.Failed(Failure failure) && failure.code() == ErrorCode.INTERNAL_ERROR;
            if (!failed) {
                answeredNanos = System.nanoTime();
            }
            underWay.set(false);
        } catch (IllegalStateException broken) {
            // The door is closed for good: no further answer comes, and the master's main says why.
            closed = true;
        }
    }

    /** Whether a data call was answered lately. */
    public boolean isReady() {
        return started && !closed && System.nanoTime() - answeredNanos < PATIENCE_NANOS;
    }

    /** Ends the agent's thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
