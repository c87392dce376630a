package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The catalog of objects and where they lie, with everything that changes it.
 *
 * <p>Thread safety: none. One thread at a time, by contract: the caller holds the one door.
 *
 * <p>Blocking: never; an execution does a bounded amount of work, and {@link #tick} continues what is left.
 *
 * <p>Errors: expected ones are {@link Outcome.Failed}; a broken invariant throws {@link IllegalStateException}, after
 * which the core must not be used.
 */
public final class MasterCore {

    /** Most items of a {@link Operation.Batch}. */
    public static final int MAXIMUM_BATCH_ITEMS = 128;

    private static final int ITEMS_PER_TICK = 128;

    private final CoreState state;
    private final MembershipAgent membership;
    private final LossAgent losses;
    private final ChangeGate gate;
    private final SegmentOperations segmentOperations;
    private final PutOperations puts;
    private final EndOperations ends;
    private final ReadOperations reads;
    private final RemoveOperations removals;

    /** A core without clients and objects. */
    public MasterCore(MasterCoreConfig config) {
        state = new CoreState(config);
        membership = new MembershipAgent(config, state.clients, state.counters);
        losses = new LossAgent(state.segments, state.clients, state.fences, state.reclaimer);
        gate = new ChangeGate(config.masterEpoch(), state.clients, state.counters);
        segmentOperations = new SegmentOperations(state, gate);
        puts = new PutOperations(state, new SplittableRandom(config.seed()));
        ends = new EndOperations(state);
        reads = new ReadOperations(state);
        removals = new RemoveOperations(state);
    }

    /** Executes one operation at this time of a monotonic clock. */
    public Outcome execute(Operation operation, long nowNanos) {
        membership.started(nowNanos);
        return switch (operation) {
            case Operation.MountSegment mount -> segmentOperations.mount(mount, nowNanos);
            case Operation.ReMountSegment remount -> segmentOperations.remount(remount, nowNanos);
            case Operation.UnmountSegment unmount ->
                gate.admit(unmount.context(), client -> segmentOperations.unmount(unmount, client));
            case Operation.Ping ping -> segmentOperations.ping(ping.context(), nowNanos);
            case Operation.ItemOperation item -> executeItem(item, nowNanos);
            case Operation.Batch batch -> executeBatch(batch.items(), nowNanos);
            case Operation.RemoveAll removeAll ->
                gate.admit(removeAll.context(), client -> removals.removeAllStep(removeAll, client, nowNanos));
            case Operation.RemoveByRegex sweep ->
                gate.admit(sweep.context(), client -> removals.removeByRegexStep(sweep, client, nowNanos));
            case Operation.QueryIp query -> segmentOperations.endpoints(query.clientIds());
            case Operation.GetClusterInfo info -> reads.clusterInfo();
            case Operation.ListKeys list -> reads.listKeys(list.cursor());
            case Operation.QueryKey query -> reads.query(query.key(), nowNanos);
        };
    }

    private Outcome executeItem(Operation.ItemOperation item, long nowNanos) {
        return switch (item) {
            case Operation.PutStart start -> gate.admit(start.context(), client -> puts.start(start, client, nowNanos));
            case Operation.UpsertStart upsert ->
                gate.admit(upsert.context(), client -> puts.start(upsert, client, nowNanos));
            case Operation.PutEnd end -> gate.admit(end.context(), client -> ends.end(end, client, nowNanos));
            case Operation.PutRevoke revoke ->
                gate.admit(revoke.context(), client -> ends.revoke(revoke, client, nowNanos));
            case Operation.GetReplicaList get -> reads.locate(get.key(), nowNanos);
            case Operation.ExistKey exist -> reads.exists(exist.key(), nowNanos);
            case Operation.LocateMatch match -> reads.locateMatch(match.key(), nowNanos);
            case Operation.Remove remove -> gate.admit(remove.context(), client -> removals.remove(remove, nowNanos));
            case Operation.ClearReplicas clear ->
                gate.admit(clear.context(), client -> removals.clearReplicas(clear, nowNanos));
        };
    }

    private Outcome executeBatch(List<Operation.ItemOperation> items, long nowNanos) {
        if (items.isEmpty() || items.size() > MAXIMUM_BATCH_ITEMS) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS, "a batch must have 1 to " + MAXIMUM_BATCH_ITEMS + " items");
        }
        List<Outcome> outcomes = new ArrayList<>(items.size());
        for (Operation.ItemOperation item : items) {
            outcomes.add(executeItem(item, nowNanos));
        }
        return new Outcome.BatchOutcome(outcomes);
    }

    /**
     * Does what is due: judges silence, drops what was lost or never ended, returns fenced ranges, evicts. Returns the
     * time at which it wants to be called next, {@code nowNanos} itself when work is left; being later than that is
     * taken as lateness of the process and expires nobody.
     */
    public long tick(long nowNanos) {
        membership.judge(nowNanos);
        boolean workLeft = losses.step(nowNanos, ITEMS_PER_TICK);
        workLeft |= state.expiry.step(nowNanos, ITEMS_PER_TICK);
        workLeft |= state.eviction.towardWatermark(nowNanos);
        long deadlineNanos = workLeft ? nowNanos : state.fences.nextDeadline(nowNanos + membership.intervalNanos());
        membership.promise(deadlineNanos);
        return deadlineNanos;
    }

    /** What the core measures. */
    public CoreReport report() {
        return reads.report();
    }

    /** Recounts a bounded part of the catalog; start with cursor 0. */
    public CheckPage check(long cursor, long nowNanos) {
        return new CatalogCheck(state, nowNanos).page(cursor);
    }

    /** Recounts everything and throws {@link IllegalStateException} naming the first thing that does not add up. */
    public void checkInvariants() {
        new InvariantCheck(state).run();
    }
}
