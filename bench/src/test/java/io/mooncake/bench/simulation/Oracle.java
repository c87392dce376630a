package io.mooncake.bench.simulation;

import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ExtentDescriptor;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SliceDescriptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Knows the truth: sees every operation that the master executes, knows what each writer wrote, and judges what each
 * reader got.
 *
 * <p>Thread safety: one thread only.
 */
final class Oracle {
    /** The client TTL and a second for messages on the way. */
    private static final long BELIEF_NANOS = Settings.CLIENT_TTL_NANOS + TimeUnit.SECONDS.toNanos(1);

    /** The value that the writer of each grant wrote. */
    private final Map<Long, byte[]> valueOfPut = new HashMap<>();
    /** The put that made the object under a key readable; entries outlive removed objects. */
    private final Map<ObjectKey, Long> committedPut = new HashMap<>();
    /** For each read, the puts whose object the master pointed it to. */
    private final Map<Long, List<Long>> locatedPuts = new HashMap<>();
    /** What each change did first, by the caller's own name for it, which no fault of the network touches. */
    private final Map<String, Outcome> firstEffects = new HashMap<>();

    /** Who offered a segment. */
    private final Map<SegmentId, ClientId> ownerOfSegment = new HashMap<>();
    /** When a client was killed, in time during which the master ran. */
    private final Map<ClientId, Long> killedNanos = new HashMap<>();

    private long verifiedReads;

    /** The bytes that the given attempt writes: different for every attempt. */
    static byte[] valueOfAttempt(long attempt, int sizeBytes) {
        byte[] value = new byte[sizeBytes];
        new Random(attempt).nextBytes(value);
        return value;
    }

    /**
     * The master executed an operation.
     *
     * @param callName the same for a request and its repetitions
     * @param runningNanos for how long the master has run, stops left out
     */
    void executed(String callName, Operation operation, Outcome outcome, long runningNanos) {
        switch (operation) {
            case Operation.ReMountSegment mount
            when outcome instanceof Outcome.Registered ->
                mount.segments()
                        .forEach(segment -> ownerOfSegment.put(
                                segment.id(),
                                Objects.requireNonNull(mount.context().clientId())));
            case Operation.PutStart _
            when outcome instanceof Outcome.PutGrant grant -> checkOwners(callName, grant, runningNanos);
            case Operation.UpsertStart _
            when outcome instanceof Outcome.PutGrant grant -> checkOwners(callName, grant, runningNanos);
            case Operation.PutEnd end
            when outcome instanceof Outcome.Done && !firstEffects.containsKey(callName) ->
                committedPut.put(end.key(), end.putId());
            case Operation.GetReplicaList get
            when outcome instanceof Outcome.Located ->
                locatedPuts
                        .computeIfAbsent(readNumber(callName), _ -> new ArrayList<>())
                        .add(committedPut.getOrDefault(get.key(), 0L));
            default -> {}
        }
        if (isChange(operation)) {
            compareWithFirst(callName, outcome);
        }
    }

    /**
     * The master executed an upsert; the outcomes are what a query of its key found before and after. A value that
     * could be read before can be read after, where the caller did not allow to overwrite it.
     */
    void updated(String callName, Operation.UpsertStart upsert, Outcome before, Outcome after) {
        if (before instanceof Outcome.Located(ObjectLocation old)
                && !upsert.mayOverwrite()
                && !(after instanceof Outcome.Located(ObjectLocation kept)
                        && kept.replicas().equals(old.replicas()))) {
            throw new Violation(callName + " lost the old value of " + upsert.key() + " before the new one is there");
        }
    }

    /** A client is killed. */
    void killed(ClientId client, long runningNanos) {
        killedNanos.put(client, runningNanos);
    }

    /** The writer of this grant will write these bytes. */
    void granted(long putId, byte[] value) {
        valueOfPut.put(putId, value);
    }

    /** A reader surfaced these bytes. */
    void found(long readNumber, ObjectKey key, byte[] bytes) {
        List<Long> puts = locatedPuts.getOrDefault(readNumber, List.of());
        for (long putId : puts) {
            byte[] value = valueOfPut.get(putId);
            if (value != null && Arrays.equals(value, bytes)) {
                verifiedReads++;
                return;
            }
        }
        throw new Violation("read " + readNumber + " of " + key + " surfaced bytes that none of the puts " + puts
                + " wrote, where the master pointed it to");
    }

    /** Reads that surfaced exactly what was written. */
    long verifiedReads() {
        return verifiedReads;
    }

    /** Nobody is sent to a client that has been dead for longer than the master may believe in it. */
    private void checkOwners(String callName, Outcome.PutGrant grant, long runningNanos) {
        for (ReplicaDescriptor replica : grant.replicas()) {
            for (SliceDescriptor slice : replica.slices()) {
                for (ExtentDescriptor extent : slice.extents()) {
                    ClientId owner = ownerOfSegment.get(extent.segment().id());
                    Long killed = owner == null ? null : killedNanos.get(owner);
                    if (killed != null && runningNanos - killed > BELIEF_NANOS) {
                        throw new Violation(callName + " was placed on " + owner + ", dead for "
                                + TimeUnit.NANOSECONDS.toMillis(runningNanos - killed) + " ms");
                    }
                }
            }
        }
    }

    static String readName(long readNumber) {
        return "read-" + readNumber;
    }

    private static long readNumber(String callName) {
        return Long.parseLong(callName.substring(callName.indexOf('-') + 1));
    }

    private static boolean isChange(Operation operation) {
        return switch (operation) {
            case Operation.PutStart _,
                    Operation.UpsertStart _,
                    Operation.PutEnd _,
                    Operation.PutRevoke _,
                    Operation.Remove _,
                    Operation.ClearReplicas _,
                    Operation.RemoveByRegex _ -> true;
            case Operation.MountSegment _,
                    Operation.UnmountSegment _,
                    Operation.ReMountSegment _,
                    Operation.Ping _,
                    Operation.GetReplicaList _,
                    Operation.LocateMatch _,
                    Operation.ExistKey _,
                    Operation.Batch _,
                    Operation.RemoveAll _,
                    Operation.QueryIp _,
                    Operation.GetClusterInfo _,
                    Operation.ListKeys _,
                    Operation.QueryKey _ -> false;
        };
    }

    /** A repetition of what had an effect has the same outcome, or is refused for being too old. */
    private void compareWithFirst(String callName, Outcome outcome) {
        boolean failed = outcome instanceof Outcome.Failed;
        Outcome first = failed ? firstEffects.get(callName) : firstEffects.putIfAbsent(callName, outcome);
        if (first != null && !first.equals(outcome) && !isRefusal(outcome)) {
            throw new Violation(callName + " was applied twice: first " + first + ", then " + outcome);
        }
    }

    private static boolean isRefusal(Outcome outcome) {
        if (!(outcome instanceof Outcome.Failed failed)) {
            return false;
        }
        return switch (failed.failure().code()) {
            case UNAVAILABLE_IN_CURRENT_STATUS, CLIENT_NOT_FOUND -> true;
            default -> false;
        };
    }
}
