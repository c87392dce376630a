package io.mooncake.bench.simulation;

import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * The process around a {@link MasterCore}: executes what arrives, ticks when the core asks for it, can be stopped and
 * restarted. All invariants are recounted after every step.
 *
 * <p>Thread safety: one thread only.
 */
final class SimulatedMaster {
    private final Scheduler scheduler;
    private final Oracle oracle;
    private final LongFunction<MasterCoreConfig> configOfEpoch;
    private final Planted planted;

    private MasterCore core;
    private long epoch;
    private boolean stopped;
    private long stoppedSinceNanos;
    private long stoppedNanos;
    /** Counts restarts, so that a tick of an earlier life does nothing. */
    private int life;
    /** What arrived while the process was stopped. */
    private final Queue<Runnable> backlog = new ArrayDeque<>();

    SimulatedMaster(Scheduler scheduler, Oracle oracle, LongFunction<MasterCoreConfig> configOfEpoch, Planted planted) {
        this.scheduler = scheduler;
        this.oracle = oracle;
        this.configOfEpoch = configOfEpoch;
        this.planted = planted;
        this.epoch = 1;
        this.core = new MasterCore(configOfEpoch.apply(epoch));
        tick(life);
    }

    /** Starts over with an empty catalog and a new epoch; what was being worked on is lost. */
    void restart() {
        life++;
        epoch++;
        backlog.clear();
        resume();
        core = new MasterCore(configOfEpoch.apply(epoch));
        tick(life);
    }

    /** Stops the process; what arrives waits. */
    void stop() {
        if (!stopped) {
            stopped = true;
            stoppedSinceNanos = scheduler.nowNanos();
        }
    }

    /** Continues a stopped process. */
    void resume() {
        if (stopped) {
            stopped = false;
            stoppedNanos += scheduler.nowNanos() - stoppedSinceNanos;
        }
        while (!backlog.isEmpty()) {
            backlog.remove().run();
        }
    }

    /** An operation arrives; the answer is handed out when it was executed. */
    void receive(String callName, Operation operation, Consumer<Outcome> answer) {
        whenRunning(() -> {
            Outcome outcome = operation instanceof Operation.UpsertStart upsert
                    ? executeUpsert(callName, upsert)
                    : execute(operation);
            core.checkInvariants();
            oracle.executed(callName, operation, outcome, runningNanos());
            answer.accept(outcome);
        });
    }

    private Outcome executeUpsert(String callName, Operation.UpsertStart upsert) {
        Operation query = new Operation.QueryKey(upsert.key());
        Outcome before = core.execute(query, scheduler.nowNanos());
        Outcome outcome = core.execute(
                new Operation.UpsertStart(
                        upsert.context(),
                        upsert.key(),
                        upsert.sizeBytes(),
                        upsert.sliceBytes(),
                        upsert.config(),
                        upsert.mayOverwrite() || planted == Planted.OLD_VALUE_FREED_BEFORE_SWAP),
                scheduler.nowNanos());
        oracle.updated(callName, upsert, before, core.execute(query, scheduler.nowNanos()));
        return outcome;
    }

    /** Executes an operation; a removal by pattern to its end, as the service around the core does. */
    private Outcome execute(Operation operation) {
        Outcome outcome = core.execute(operation, scheduler.nowNanos());
        core.checkInvariants();
        while (operation instanceof Operation.RemoveByRegex sweep
                && outcome instanceof Outcome.RegexSweep page
                && !page.finished()) {
            List<ObjectKey> matches =
                    page.page().stream().filter(SimulatedMaster::isMatch).toList();
            outcome = core.execute(
                    new Operation.RemoveByRegex(sweep.context(), sweep.force(), page.cursor(), matches),
                    scheduler.nowNanos());
            core.checkInvariants();
        }
        return outcome;
    }

    /** The only pattern of this world. */
    private static boolean isMatch(ObjectKey key) {
        return key.toString().endsWith("3");
    }

    /** For how long the process has run, stops left out. */
    long runningNanos() {
        return scheduler.nowNanos() - stoppedNanos - (stopped ? scheduler.nowNanos() - stoppedSinceNanos : 0);
    }

    MasterCore core() {
        return core;
    }

    long epoch() {
        return epoch;
    }

    private void tick(int ownLife) {
        whenRunning(() -> {
            if (ownLife != life) {
                return;
            }
            long next = core.tick(scheduler.nowNanos());
            core.checkInvariants();
            scheduler.at(Math.max(next, scheduler.nowNanos() + 1), () -> tick(ownLife));
        });
    }

    private void whenRunning(Runnable work) {
        if (stopped) {
            backlog.add(work);
        } else {
            work.run();
        }
    }
}
