package io.mooncake.bench.measure.placement;

import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaDescriptor;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentReport;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.core.WriteState;
import io.mooncake.master.core.WriteTimeouts;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import io.mooncake.master.core.placement.PlacementConfig;
import java.util.ArrayList;
import java.util.List;

/** A core of the master whose clients are only claimed: each lends one segment, and one more writes. */
final class SimulatedCluster {

    private static final long EPOCH = 1;
    private static final long NOW_NANOS = 0;
    private static final long BASE_UNIT_BYTES = 1L << 30;
    private static final long OWNERS = 1;
    private static final ClientId WRITER = new ClientId(2, 0);

    private final MasterCore core;
    private final ReplicateConfig config;
    private final long objectBytes;
    private long segmentCount;
    private long keyCount;
    private long removedCount;
    private long operationId;

    SimulatedCluster(AllocationStrategy strategy, int replicaNum, long objectBytes, long seed) {
        this.objectBytes = objectBytes;
        config = new ReplicateConfig(replicaNum, List.of());
        core = new MasterCore(new MasterCoreConfig(
                EPOCH,
                seed,
                0,
                MasterCoreConfig.DEFAULT_CLIENT_TTL_NANOS,
                WriteTimeouts.DEFAULT,
                MasterCoreConfig.DEFAULT_EVICTION_HIGH_WATERMARK_RATIO,
                MasterCoreConfig.DEFAULT_EVICTION_RATIO,
                MasterCoreConfig.DEFAULT_ALIGNMENT_BYTES,
                MasterCoreConfig.DEFAULT_SLICE_BYTES,
                new PlacementConfig(strategy, MemoryAllocator.OFFSET, PlacementConfig.DEFAULT.extentLimits())));
        done(core.execute(new Operation.ReMountSegment(call(WRITER), List.of()), NOW_NANOS));
    }

    /** One more segment, of a client of its own. */
    void mount(long sizeBytes) {
        long number = ++segmentCount;
        SegmentSpec spec = new SegmentSpec(
                new SegmentId(1, number),
                "host-" + number,
                BASE_UNIT_BYTES << 10,
                sizeBytes,
                "host-" + number + ":1",
                "tcp");
        done(core.execute(new Operation.MountSegment(call(new ClientId(OWNERS, number)), spec), NOW_NANOS));
    }

    /** Stores one object under a new key; returns how long its PutStart took, in nanoseconds. */
    long put() {
        ObjectKey key = ObjectKey.of("key-" + keyCount++);
        Operation.PutStart start = new Operation.PutStart(call(WRITER), key, objectBytes, 0, config);
        long startNanos = System.nanoTime();
        Outcome outcome = core.execute(start, NOW_NANOS);
        long tookNanos = System.nanoTime() - startNanos;
        if (!(outcome instanceof Outcome.PutGrant grant)) {
            throw new IllegalStateException("a put was refused: " + outcome);
        }
        List<ReplicaWrite> writes = new ArrayList<>();
        for (ReplicaDescriptor replica : grant.replicas()) {
            writes.add(new ReplicaWrite(replica.replicaIndex(), WriteState.ACKNOWLEDGED));
        }
        done(core.execute(new Operation.PutEnd(call(WRITER), key, grant.putId(), null, writes), NOW_NANOS));
        return tookNanos;
    }

    /** Removes the object that was put first of those that are left. */
    void removeOldest() {
        ObjectKey key = ObjectKey.of("key-" + removedCount++);
        done(core.execute(new Operation.Remove(call(WRITER), key, true), NOW_NANOS));
    }

    private CallContext call(ClientId client) {
        operationId++;
        return new CallContext(client, EPOCH, operationId, operationId);
    }

    private static void done(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            throw new IllegalStateException("refused: " + failed.failure());
        }
    }

    /** Objects evicted so far. */
    long evictedCount() {
        return core.report().counts().evictedKeys();
    }

    /** Mean share in use, of the segments mounted from the first to before the last. */
    double meanUtilisation(int first, int last) {
        return utilisations().subList(first, last).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
    }

    /** Standard deviation of the share in use, over the segments. */
    double deviation() {
        List<Double> shares = utilisations();
        double mean = meanUtilisation(0, shares.size());
        double squares = 0;
        for (double share : shares) {
            squares += (share - mean) * (share - mean);
        }
        return Math.sqrt(squares / shares.size());
    }

    private List<Double> utilisations() {
        Outcome outcome = core.execute(new Operation.GetClusterInfo(), NOW_NANOS);
        if (!(outcome instanceof Outcome.ClusterInfo info)) {
            throw new IllegalStateException("no cluster info: " + outcome);
        }
        List<Double> shares = new ArrayList<>();
        for (SegmentReport segment : info.segments()) {
            shares.add((double) segment.usedBytes() / segment.spec().sizeBytes());
        }
        return shares;
    }
}
