package io.mooncake.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.placement.PlacementConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A core with a stepped clock and clients that count their operations. Invariants are checked after every step. */
final class CoreFixture {

    static final long EPOCH = 0xE;
    static final long SECOND = 1_000_000_000L;
    static final long KIB = 1L << 10;
    static final long MIB = 1L << 20;
    static final long GIB = 1L << 30;

    final MasterCore core;
    long nowNanos = -5 * SECOND;
    private final Map<ClientId, Long> operations = new HashMap<>();
    private long nextBase = GIB;

    CoreFixture() {
        this(config(0.95, 5 * SECOND, 10 * SECOND));
    }

    CoreFixture(MasterCoreConfig config) {
        core = new MasterCore(config);
    }

    static MasterCoreConfig config(double watermark, long leaseTtlNanos, long clientTtlNanos) {
        return new MasterCoreConfig(
                EPOCH,
                7,
                leaseTtlNanos,
                clientTtlNanos,
                WriteTimeouts.DEFAULT,
                watermark,
                0.05,
                64,
                16 * MIB,
                PlacementConfig.DEFAULT);
    }

    /** Settings without leases and watermark, and with this way of finding room. */
    static MasterCoreConfig config(PlacementConfig placement) {
        return new MasterCoreConfig(
                EPOCH, 7, 0, 10 * SECOND, WriteTimeouts.DEFAULT, 1.0, 0.05, 64, 16 * MIB, placement);
    }

    static ClientId client(int number) {
        return new ClientId(0xC, number);
    }

    static SegmentId segment(int number) {
        return new SegmentId(0x5, number);
    }

    CallContext call(ClientId client) {
        return call(client, operations.merge(client, 1L, Long::sum));
    }

    static CallContext call(ClientId client, long operationId) {
        return new CallContext(client, EPOCH, operationId, 0);
    }

    SegmentSpec spec(int number, String name, long sizeBytes) {
        long base = nextBase;
        nextBase += (sizeBytes / GIB + 1) * GIB;
        return new SegmentSpec(segment(number), name, base, sizeBytes, name + ":7000", "tcp");
    }

    /** Client n lends segment n, named host-n. */
    ClientId join(int number, long sizeBytes) {
        ClientId client = client(number);
        SegmentSpec spec = spec(number, "host-" + number, sizeBytes);
        assertThat(execute(new Operation.MountSegment(call(client), spec))).isEqualTo(new Outcome.Registered(EPOCH));
        return client;
    }

    /** Client n lends nothing. */
    ClientId joinPure(int number) {
        ClientId client = client(number);
        assertThat(execute(new Operation.ReMountSegment(call(client), List.of())))
                .isEqualTo(new Outcome.Registered(EPOCH));
        return client;
    }

    Outcome execute(Operation operation) {
        Outcome outcome = core.execute(operation, nowNanos);
        core.checkInvariants();
        return outcome;
    }

    ClientStatus ping(ClientId client) {
        return ((Outcome.Pong) execute(new Operation.Ping(call(client)))).status();
    }

    Operation.PutStart start(ClientId client, String key, long sizeBytes) {
        return start(client, key, sizeBytes, ReplicateConfig.SINGLE);
    }

    Operation.PutStart start(ClientId client, String key, long sizeBytes, ReplicateConfig config) {
        return new Operation.PutStart(call(client), ObjectKey.of(key), sizeBytes, 0, config);
    }

    Operation.UpsertStart upsert(ClientId client, String key, long sizeBytes) {
        return new Operation.UpsertStart(call(client), ObjectKey.of(key), sizeBytes, 0, ReplicateConfig.SINGLE, false);
    }

    Outcome.PutGrant granted(Operation.UpsertStart start) {
        Outcome outcome = execute(start);
        assertThat(outcome).isInstanceOf(Outcome.PutGrant.class);
        return (Outcome.PutGrant) outcome;
    }

    Outcome.PutGrant granted(ClientId client, String key, long sizeBytes) {
        return granted(start(client, key, sizeBytes));
    }

    Outcome.PutGrant granted(Operation.PutStart start) {
        Outcome outcome = execute(start);
        assertThat(outcome).isInstanceOf(Outcome.PutGrant.class);
        return (Outcome.PutGrant) outcome;
    }

    Outcome end(ClientId client, String key, Outcome.PutGrant grant, WriteState... states) {
        return execute(endOperation(client, key, grant.putId(), null, states));
    }

    Operation.PutEnd endOperation(
            ClientId client, String key, long putId, @Nullable Checksums checksums, WriteState... states) {
        return new Operation.PutEnd(call(client), ObjectKey.of(key), putId, checksums, writes(states));
    }

    Outcome revoke(ClientId client, String key, Outcome.PutGrant grant, WriteState... states) {
        return execute(new Operation.PutRevoke(call(client), ObjectKey.of(key), grant.putId(), writes(states)));
    }

    private static List<ReplicaWrite> writes(WriteState... states) {
        List<ReplicaWrite> writes = new ArrayList<>();
        for (int i = 0; i < states.length; i++) {
            writes.add(new ReplicaWrite(i, states[i]));
        }
        return writes;
    }

    /** Writes an object completely. */
    void put(ClientId client, String key, long sizeBytes) {
        put(start(client, key, sizeBytes));
    }

    Outcome.PutGrant put(Operation.PutStart start) {
        Outcome.PutGrant grant = granted(start);
        WriteState[] states = new WriteState[grant.replicas().size()];
        Arrays.fill(states, WriteState.ACKNOWLEDGED);
        ClientId client = Objects.requireNonNull(start.context().clientId());
        assertThat(end(client, start.key().toString(), grant, states)).isEqualTo(Outcome.Done.INSTANCE);
        return grant;
    }

    Outcome get(String key) {
        return execute(new Operation.GetReplicaList(CallContext.anonymous(), ObjectKey.of(key)));
    }

    ObjectLocation located(String key) {
        Outcome outcome = get(key);
        assertThat(outcome).isInstanceOf(Outcome.Located.class);
        return ((Outcome.Located) outcome).object();
    }

    /** Whether the key is readable, without touching it. */
    boolean holds(String key) {
        return execute(new Operation.QueryKey(ObjectKey.of(key))) instanceof Outcome.Located;
    }

    Outcome remove(ClientId client, String key, boolean force) {
        return execute(new Operation.Remove(call(client), ObjectKey.of(key), force));
    }

    static void assertFailed(Outcome outcome, ErrorCode code) {
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        assertThat(((Outcome.Failed) outcome).failure().code()).isEqualTo(code);
    }

    CoreReport.Gauges gauges() {
        return core.report().gauges();
    }

    CoreReport.Counts counts() {
        return core.report().counts();
    }

    /** Lets this much time pass, ticking whenever the core wants it; those who still live send heartbeats. */
    void pass(long nanos, ClientId... living) {
        long endNanos = nowNanos + nanos;
        while (true) {
            for (ClientId client : living) {
                ping(client);
            }
            long deadline = core.tick(nowNanos);
            core.checkInvariants();
            if (nowNanos == endNanos && deadline - nowNanos > 0) {
                return;
            }
            nowNanos = deadline - endNanos < 0 ? deadline : endNanos;
        }
    }
}
