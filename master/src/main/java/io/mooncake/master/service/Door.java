package io.mooncake.master.service;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CheckPage;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The one way to the core: a lock that the calling thread enters in place, for at most
 * {@link MasterCore#MAXIMUM_BATCH_ITEMS} items. The clock is read inside, so that the core sees time in the order of
 * the entries. Nothing but the core is called under the lock.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Blocking: waits for the lock, which is held for a bounded step of work.
 *
 * <p>Errors: a broken invariant of the core closes the door for good; that entry and every later one throw
 * {@link IllegalStateException}.
 */
public final class Door {
    private final ReentrantLock lock = new ReentrantLock();
    private final MasterCore core;
    private final LongSupplier nanoClock;
    private final CountDownLatch broken = new CountDownLatch(1);

    /** The door to this core, which nobody else calls from now on. */
    public Door(MasterCore core, LongSupplier nanoClock) {
        this.core = core;
        this.nanoClock = nanoClock;
    }

    /** Executes one operation. */
    public Outcome execute(Operation operation) {
        return enter(() -> core.execute(operation, nanoClock.getAsLong()));
    }

    /** Executes any number of items in order, leaving the door between pieces; one outcome per item. */
    public List<Outcome> executeAll(List<? extends Operation.ItemOperation> items) {
        List<Outcome> outcomes = new ArrayList<>(items.size());
        for (int from = 0; from < items.size(); from += MasterCore.MAXIMUM_BATCH_ITEMS) {
            int to = Math.min(items.size(), from + MasterCore.MAXIMUM_BATCH_ITEMS);
            Outcome piece = execute(new Operation.Batch(List.copyOf(items.subList(from, to))));
            if (piece instanceof Outcome.BatchOutcome batch && batch.outcomes().size() == to - from) {
                outcomes.addAll(batch.outcomes());
            } else {
                throw new IllegalStateException("a batch of " + (to - from) + " items was answered with " + piece);
            }
        }
        return outcomes;
    }

    /** Lets the core do what is due; returns in how many nanoseconds it wants to be called again. */
    long tick() {
        return enter(() -> {
            long nowNanos = nanoClock.getAsLong();
            return core.tick(nowNanos) - nowNanos;
        });
    }

    /** What the core measures. */
    public CoreReport report() {
        return enter(core::report);
    }

    /** One page of a recount, see {@link MasterCore#check}. */
    CheckPage check(long cursor) {
        return enter(() -> core.check(cursor, nanoClock.getAsLong()));
    }

    private <T> T enter(Supplier<T> work) {
        lock.lock();
        try {
            if (broken.getCount() == 0) {
                throw new IllegalStateException(ErrorCode.INTERNAL_ERROR + ": the master is stopping");
            }
            return work.get();
        } catch (RuntimeException | Error fault) {
            broken.countDown();
            throw fault;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the door for good: something without which the master must not go on has failed. */
    void declareBroken() {
        broken.countDown();
    }

    /** Waits until the door is closed for good; that of a healthy master never is. */
    public void awaitBroken() throws InterruptedException {
        broken.await();
    }
}
