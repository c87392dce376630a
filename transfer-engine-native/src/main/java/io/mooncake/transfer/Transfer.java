package io.mooncake.transfer;

import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.State;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way: what a transport works on. For transports, not for callers of the engine.
 *
 * <p>Life: WAITING until a transport {@linkplain #begin begins} it; from then on only that transport may finish it, and
 * does so after nothing of it touches the local memory any more. A stop of a waiting request is final at once; a stop
 * of a begun one only asks the transport.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
public final class Transfer {
    /** Why a request is stopped from outside. */
    enum StopCause {
        DEADLINE,
        CANCELED,
        ENGINE_CLOSED
    }

    private final TransferRequest request;
    private final long deadlineNanos;
    private final Runnable whenFinished;

    /** Guarded by this. */
    private TransferStatus status = TransferStatus.WAITING;

    /** Guarded by this; asks the transport to give the request up. */
    private @Nullable Runnable stopper;

    /** Guarded by this; the first cause wins. */
    private @Nullable StopCause stopCause;

    Transfer(TransferRequest request, long deadlineNanos, Runnable whenFinished) {
        this.request = request;
        this.deadlineNanos = deadlineNanos;
        this.whenFinished = whenFinished;
    }

    /** What to move. */
    public TransferRequest request() {
        return request;
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return request.lengthBytes();
    }

    /** Whether bytes go to the target. */
    public boolean isWrite() {
        return request.opcode() == Opcode.WRITE;
    }

    /** The time at which the request is given up, on the engine's clock. */
    public long deadlineNanos() {
        return deadlineNanos;
    }

    /** The status now. */
    public synchronized TransferStatus status() {
        return status;
    }

    /**
     * Takes the request over.
     *
     * @param stop called at most once, by any thread, when the request should be given up
     * @return false when the request is final already and must be left alone
     */
    public synchronized boolean begin(Runnable stop) {
        if (status.isFinal()) {
            return false;
        }
        status = TransferStatus.PENDING;
        stopper = stop;
        return true;
    }

    /**
     * Puts a begun request, of which no effect exists, back among the waiting.
     *
     * @return false when it was stopped meanwhile and is final now
     */
    public boolean requeue() {
        StopCause cause;
        synchronized (this) {
            stopper = null;
            cause = stopCause;
            if (cause == null) {
                status = TransferStatus.WAITING;
                return true;
            }
        }
        finish(stopped(cause, 0, WriteEffect.NONE));
        return false;
    }

    /** Every byte moved, and a WRITE was acknowledged. */
    public void complete() {
        finish(TransferStatus.completed(request.opcode(), lengthBytes()));
    }

    /** The request did not complete; reported with the cause of the stop if there was one. */
    public void fail(Reason reason, String detail, long transferredBytes, WriteEffect effect) {
        StopCause cause;
        synchronized (this) {
            cause = stopCause;
        }
        WriteEffect known = isWrite() ? effect : WriteEffect.NONE;
        finish(
                cause == null
                        ? TransferStatus.failed(reason, detail, transferredBytes, known)
                        : stopped(cause, transferredBytes, known));
    }

    /** The transport itself saw the deadline pass, and has stopped. */
    public void expire(long transferredBytes, WriteEffect effect) {
        StopCause cause;
        synchronized (this) {
            cause = stopCause;
        }
        WriteEffect known = isWrite() ? effect : WriteEffect.NONE;
        finish(stopped(cause == null ? StopCause.DEADLINE : cause, transferredBytes, known));
    }

    /** The request is refused before it starts, unless it was stopped already. */
    void refuse(Reason reason, String detail) {
        if (begin(() -> {})) {
            finish(TransferStatus.invalid(reason, detail));
        }
    }

    /** Gives the request up. */
    void stop(StopCause cause) {
        Runnable running;
        synchronized (this) {
            if (status.isFinal() || stopCause != null) {
                return;
            }
            stopCause = cause;
            running = stopper;
            stopper = null;
            if (running == null) {
                status = stopped(cause, 0, WriteEffect.NONE);
                notifyAll();
            }
        }
        if (running == null) {
            whenFinished.run();
        } else {
            running.run();
        }
    }

    TransferStatus await() {
        boolean interrupted = false;
        TransferStatus result;
        synchronized (this) {
            while (!status.isFinal()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            result = status;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return result;
    }

    private void finish(TransferStatus outcome) {
        synchronized (this) {
            if (status.isFinal()) {
                throw new IllegalStateException("finished twice: " + status + ", then " + outcome);
            }
            status = outcome;
            stopper = null;
            notifyAll();
        }
        whenFinished.run();
    }

    private static TransferStatus stopped(StopCause cause, long transferredBytes, WriteEffect effect) {
        return switch (cause) {
            case DEADLINE ->
                new TransferStatus(State.TIMEOUT, transferredBytes, effect, Reason.DEADLINE, "the deadline passed");
            case CANCELED ->
                new TransferStatus(State.CANCELED, transferredBytes, effect, Reason.CANCELED, "canceled by the caller");
            case ENGINE_CLOSED ->
                new TransferStatus(
                        State.FAILED, transferredBytes, effect, Reason.ENGINE_CLOSED, "the engine was closed");
        };
    }
}
