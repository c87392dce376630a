package io.mooncake.master.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.master.core.placement.PlacementConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random operations by clients that come, go silent, crash and repeat themselves. After every step the whole state is
 * recounted, and no two ranges that somebody may still write or read overlap. Failing lines name seed and step.
 */
final class MasterCorePropertyTest {

    private static final int STEPS = 4_000;
    private static final int CLIENTS = 5;
    private static final int KEYS = 80;

    /** Long enough for the client whose turn it is to be gone: it takes no step meanwhile. */
    private static final int SILENT_STEPS = 200;

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void everythingAddsUpAfterEveryStep(long seed) {
        Run run = new Run(seed);
        for (int step = 0; step < STEPS; step++) {
            try {
                run.step();
                run.core.checkInvariants();
            } catch (IllegalStateException | AssertionError broken) {
                throw new AssertionError("seed %d step %d: %s".formatted(seed, step, broken.getMessage()), broken);
            }
        }
        run.settle();
        assertThat(run.core.report().gauges().allocatedBytes())
                .as("seed %d: bytes used when all clients are gone", seed)
                .isZero();
        CoreReport.Counts counts = run.core.report().counts();
        assertThat(counts.putStartDiscards()).as("seed %d", seed).isEqualTo(counts.putStartReleases());
        assertThat(counts.clientsExpired())
                .as("seed %d: no client was ever gone", seed)
                .isPositive();
        assertThat(counts.outcomesReplayed())
                .as("seed %d: nothing was repeated", seed)
                .isPositive();
        assertThat(counts.evictedKeys())
                .as("seed %d: the pool was too large to test eviction", seed)
                .isPositive();
    }

    private static final class Run {
        final MasterCore core;
        private final SplittableRandom random;
        private final Map<String, Outcome.PutGrant> open = new HashMap<>();
        private final Map<String, Integer> writers = new HashMap<>();
        private final List<Operation> past = new ArrayList<>();
        private final long[] operationIds = new long[CLIENTS];
        private final int[] incarnations = new int[CLIENTS];
        private long stepCount;
        private long nextSegment = 1;
        private long nowNanos;
        private long deadlineNanos;

        Run(long seed) {
            random = new SplittableRandom(seed);
            core = new MasterCore(new MasterCoreConfig(
                    CoreFixture.EPOCH,
                    seed,
                    300_000_000L,
                    2_000_000_000L,
                    new WriteTimeouts(3_000_000_000L, 6_000_000_000L),
                    0.8,
                    0.05,
                    64,
                    64 << 10,
                    PlacementConfig.DEFAULT));
        }

        void step() {
            nowNanos += random.nextLong(40_000_000L);
            while (deadlineNanos - nowNanos <= 0) {
                deadlineNanos = core.tick(nowNanos);
                if (deadlineNanos == nowNanos) {
                    core.checkInvariants();
                }
            }
            int client = random.nextInt(CLIENTS);
            if (stepCount++ / SILENT_STEPS % (2 * CLIENTS) == client) {
                return;
            }
            String key = "key-" + random.nextInt(KEYS);
            switch (random.nextInt(20)) {
                case 0 -> mount(client);
                case 1, 2, 3, 4 -> ping(client);
                case 5, 6, 7, 8, 9 -> start(client, key);
                case 10, 11, 12, 13 -> finish();
                case 14, 15 -> execute(new Operation.GetReplicaList(CallContext.anonymous(), ObjectKey.of(key)));
                case 16 -> execute(new Operation.Remove(change(client), ObjectKey.of(key), random.nextBoolean()));
                case 17 -> repeat();
                case 18 -> rare(client);
                default -> execute(new Operation.ExistKey(CallContext.anonymous(), ObjectKey.of(key)));
            }
        }

        private void ping(int client) {
            if (((Outcome.Pong) execute(new Operation.Ping(context(client)))).status() == ClientStatus.NEED_REMOUNT) {
                mount(client);
            }
        }

        private void rare(int client) {
            switch (random.nextInt(6)) {
                case 0 -> incarnations[client]++;
                case 1 -> execute(new Operation.ReMountSegment(change(client), List.of()));
                case 2 -> execute(new Operation.RemoveAll(change(client), random.nextBoolean()));
                case 3 -> nowNanos += 5_000_000_000L;
                case 4 ->
                    execute(new Operation.UnmountSegment(
                            change(client), new SegmentId(1, random.nextLong(1, nextSegment + 1))));
                default -> operationIds[client] += 10;
            }
        }

        private void mount(int client) {
            long number = nextSegment++;
            SegmentSpec spec = new SegmentSpec(
                    new SegmentId(1, number), "host-" + client, number << 30, 1 << 20, "host-" + client + ":1", "tcp");
            execute(
                    random.nextInt(6) == 0
                            ? new Operation.MountSegment(change(client), spec)
                            : new Operation.ReMountSegment(change(client), List.of(spec)));
        }

        private void start(int client, String key) {
            long size = random.nextInt(8) == 0 ? 0 : random.nextLong(1, 200_000);
            ReplicateConfig config =
                    new ReplicateConfig(random.nextInt(1, 4), List.of("host-" + random.nextInt(CLIENTS)));
            Outcome outcome = execute(
                    random.nextBoolean()
                            ? new Operation.PutStart(change(client), ObjectKey.of(key), size, 0, config)
                            : new Operation.UpsertStart(
                                    change(client), ObjectKey.of(key), size, 0, config, random.nextBoolean()));
            if (outcome instanceof Outcome.PutGrant grant) {
                open.put(key, grant);
                writers.put(key, client);
            }
        }

        private void finish() {
            if (open.isEmpty()) {
                return;
            }
            String key = new ArrayList<>(open.keySet()).get(random.nextInt(open.size()));
            Outcome.PutGrant grant = Objects.requireNonNull(open.remove(key));
            int writer = Objects.requireNonNull(writers.get(key));
            List<ReplicaWrite> writes = new ArrayList<>();
            for (int i = 0; i < grant.replicas().size(); i++) {
                int said = random.nextInt(8);
                if (said < 7) {
                    writes.add(new ReplicaWrite(
                            i,
                            said < 5
                                    ? WriteState.ACKNOWLEDGED
                                    : said == 5 ? WriteState.SETTLED : WriteState.UNCERTAIN));
                }
            }
            execute(
                    random.nextInt(4) == 0
                            ? new Operation.PutRevoke(change(writer), ObjectKey.of(key), grant.putId(), writes)
                            : new Operation.PutEnd(change(writer), ObjectKey.of(key), grant.putId(), null, writes));
        }

        private void repeat() {
            if (!past.isEmpty()) {
                core.execute(past.get(random.nextInt(past.size())), nowNanos);
            }
        }

        private Outcome execute(Operation operation) {
            past.add(operation);
            return core.execute(operation, nowNanos);
        }

        private CallContext context(int client) {
            return new CallContext(new ClientId(incarnations[client], client), CoreFixture.EPOCH, 0, 0);
        }

        private CallContext change(int client) {
            long operationId = ++operationIds[client];
            return new CallContext(
                    new ClientId(incarnations[client], client),
                    CoreFixture.EPOCH,
                    operationId,
                    Math.max(0, operationId - 20));
        }

        /** Lets everything that waits come to its end: all clients fall silent. */
        void settle() {
            long endNanos = nowNanos + 60_000_000_000L;
            while (nowNanos - endNanos < 0) {
                long deadline = core.tick(nowNanos);
                nowNanos = deadline - nowNanos > 0 ? deadline : nowNanos;
            }
            core.checkInvariants();
        }
    }
}
