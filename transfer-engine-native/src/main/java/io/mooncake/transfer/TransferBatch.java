package io.mooncake.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Requests submitted together, with one deadline.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Ownership: the memory of a request is the engine's until the status of the request is final, whatever the reason.
 *
 * <p>Blocking: {@link #await} and {@link #awaitAll} block until the deadline and the time to fence the connection at
 * the most; an interrupt does not end them, it is kept for the caller.
 */
public final class TransferBatch {
    private final List<Transfer> transfers;
    private final long deadlineNanos;
    private final Consumer<TransferBatch> whenFinished;
    private final AtomicInteger unfinished;

    /** Guarded by itself; emptied when the batch is finished. */
    private final List<Runnable> callbacks = new ArrayList<>();

    TransferBatch(List<TransferRequest> requests, long deadlineNanos, Consumer<TransferBatch> whenFinished) {
        this.deadlineNanos = deadlineNanos;
        this.whenFinished = whenFinished;
        this.unfinished = new AtomicInteger(requests.size());
        List<Transfer> list = new ArrayList<>(requests.size());
        for (TransferRequest request : requests) {
            list.add(new Transfer(request, deadlineNanos, this::transferFinished));
        }
        this.transfers = List.copyOf(list);
    }

    /** Number of requests. */
    public int size() {
        return transfers.size();
    }

    /** The status of one request now. */
    public TransferStatus status(int index) {
        return transfers.get(index).status();
    }

    /** Waits until the status of one request is final. */
    public TransferStatus await(int index) {
        return transfers.get(index).await();
    }

    /** Waits until every status is final. */
    public List<TransferStatus> awaitAll() {
        List<TransferStatus> statuses = new ArrayList<>(transfers.size());
        for (Transfer transfer : transfers) {
            statuses.add(transfer.await());
        }
        return List.copyOf(statuses);
    }

    /** Stops every request that is not final. Returns at once; the statuses become final when the memory is free. */
    public void cancel() {
        stop(Transfer.StopCause.CANCELED);
    }

    /** Runs the callback, on a virtual thread of its own, when every status is final; also when they are already. */
    public void onCompletion(Runnable callback) {
        synchronized (callbacks) {
            if (unfinished.get() > 0) {
                callbacks.add(callback);
                return;
            }
        }
        Thread.ofVirtual().name("mooncake-transfer-callback").start(callback);
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    List<Transfer> transfers() {
        return transfers;
    }

    boolean isFinished() {
        return unfinished.get() == 0;
    }

    void stop(Transfer.StopCause cause) {
        for (Transfer transfer : transfers) {
            transfer.stop(cause);
        }
    }

    private void transferFinished() {
        if (unfinished.decrementAndGet() > 0) {
            return;
        }
        whenFinished.accept(this);
        List<Runnable> ready;
        synchronized (callbacks) {
            ready = List.copyOf(callbacks);
            callbacks.clear();
        }
        for (Runnable callback : ready) {
            Thread.ofVirtual().name("mooncake-transfer-callback").start(callback);
        }
    }
}
