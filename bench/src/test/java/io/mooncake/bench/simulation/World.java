package io.mooncake.bench.simulation;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.GetResult;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.PutResult;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.WriteState;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One master and three clients that put, get and remove over a network with faults, all from one seed.
 *
 * <p>Thread safety: one thread only.
 */
final class World {
    static final long SLICE_BYTES = 64 << 10;
    /** Often drawn, so that values are replaced by others of the same length. */
    private static final int USUAL_SIZE_BYTES = 6_000;

    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double CHECKS_PER_SECOND = 10;
    private static final long MAX_DOWN_NANOS = TimeUnit.SECONDS.toNanos(6);
    private static final long MAX_THINK_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final RandomGenerator random;
    private final Settings settings;
    private final Planted planted;
    private final Faults faults;
    private final Scheduler scheduler = new Scheduler();
    private final Oracle oracle = new Oracle();
    private final SimulatedMaster master;
    private final Network network;
    private final List<SimulatedClient> clients = new ArrayList<>();

    private long nextAttempt = 1;
    private long nextRead = 1;
    private boolean working = true;
    private long storedPuts;
    private long storedUpserts;

    World(long seed, Planted planted) {
        this.random = new SplittableRandom(seed);
        this.planted = planted;
        this.settings = new Settings(
                96 << 10 << random.nextInt(3),
                8 + random.nextInt(40),
                2 + random.nextInt(4),
                TimeUnit.SECONDS.toNanos(8),
                planted == Planted.NONE && random.nextBoolean());
        this.faults = planted == Planted.NONE ? Faults.drawn(random) : Faults.roughest();
        this.master = new SimulatedMaster(
                scheduler, oracle, epoch -> Settings.masterConfig(epoch, random.nextLong()), planted);
        this.network = new Network(scheduler, random, master, faults, planted);
        for (int i = 0; i < Settings.CLIENTS; i++) {
            clients.add(new SimulatedClient(
                    scheduler, random, network, planted, "host-" + i + ":15000", settings.memoryBytes()));
        }
    }

    /** Runs everything; throws {@link Violation} when something happened that must not. */
    void run() {
        for (SimulatedClient client : clients) {
            startClient(client);
        }
        scheduler.after(CHECK_NANOS, this::injectFaults);
        scheduler.runUntil(settings.activeNanos());
        working = false;
        network.calm();
        master.resume();
        clients.forEach(SimulatedClient::resume);
        scheduler.runUntil(settings.activeNanos() + Settings.SETTLING_NANOS);
        checkSettled();
        checkEveryKeyWritable();
    }

    Settings settings() {
        return settings;
    }

    Planted planted() {
        return planted;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Network network() {
        return network;
    }

    Oracle oracle() {
        return oracle;
    }

    long nowNanos() {
        return scheduler.nowNanos();
    }

    long nextReadNumber() {
        return nextRead++;
    }

    long storedPuts() {
        return storedPuts;
    }

    long storedUpserts() {
        return storedUpserts;
    }

    /** A grant has reached its writer; the planted liars tell the master that its writes have settled already. */
    void granted(SimulatedClient client, ObjectKey key, PutGrant grant) {
        boolean lying = planted == Planted.FREED_BEFORE_END || planted == Planted.ZOMBIE_FREED_EARLY;
        if (!lying || !working || random.nextInt(4) != 0) {
            return;
        }
        if (planted == Planted.ZOMBIE_FREED_EARLY) {
            client.change(
                    client.registeredEpoch(),
                    nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                    context -> new Operation.UpsertStart(context, key, 0, 0, ReplicateConfig.SINGLE, false),
                    _ -> sayThatAllHasSettled(client, key, grant));
            return;
        }
        sayThatAllHasSettled(client, key, grant);
    }

    private void sayThatAllHasSettled(SimulatedClient client, ObjectKey key, PutGrant grant) {
        List<ReplicaWrite> writes = grant.replicas().stream()
                .map(replica -> new ReplicaWrite(replica.replicaIndex(), WriteState.SETTLED))
                .toList();
        client.change(
                client.registeredEpoch(),
                nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                context -> new Operation.PutRevoke(context, key, grant.putId(), writes),
                _ -> {});
    }

    private void startClient(SimulatedClient client) {
        client.start();
        for (int worker = 0; worker < settings.workersPerClient(); worker++) {
            think(client);
        }
    }

    private void think(SimulatedClient client) {
        scheduler.after(random.nextLong(MAX_THINK_NANOS), client.whenRunning(() -> work(client)));
    }

    private void work(SimulatedClient client) {
        if (!working) {
            return;
        }
        ObjectKey key = key(random.nextInt(settings.keyCount()));
        int choice = random.nextInt(10);
        if (choice < 5) {
            new GetRun(this, client, key, _ -> think(client)).start();
        } else if (choice < 7) {
            put(client, key, PutRun.Kind.PUT, _ -> think(client));
        } else if (choice < 9) {
            put(client, key, PutRun.Kind.drawnUpsert(random), _ -> think(client));
        } else {
            remove(client, key);
        }
    }

    private void put(SimulatedClient client, ObjectKey key, PutRun.Kind kind, Consumer<PutResult> end) {
        byte[] value = Oracle.valueOfAttempt(nextAttempt++, drawSizeBytes());
        new PutRun(this, client, kind, key, value, 1 + random.nextInt(3), result -> {
                    if (result instanceof PutResult.Stored) {
                        storedPuts += kind == PutRun.Kind.PUT ? 1 : 0;
                        storedUpserts += kind == PutRun.Kind.PUT ? 0 : 1;
                    }
                    end.accept(result);
                })
                .start();
    }

    private void remove(SimulatedClient client, ObjectKey key) {
        long epoch = client.registeredEpoch();
        if (epoch == 0) {
            think(client);
            return;
        }
        boolean force = random.nextInt(3) == 0;
        int choice = random.nextInt(8);
        client.change(
                epoch,
                nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                context -> switch (choice) {
                    case 0 -> new Operation.ClearReplicas(context, key, client.clientId(), "");
                    case 1 -> new Operation.ClearReplicas(context, key, client.clientId(), client.endpoint());
                    case 2 -> new Operation.RemoveByRegex(context, force, Operation.RemoveByRegex.NO_CURSOR, List.of());
                    default -> new Operation.Remove(context, key, force);
                },
                answer -> {
                    if (answer instanceof Answer.Refused<Outcome>(ErrorCode code, String _)
                            && code == ErrorCode.CLIENT_NOT_FOUND) {
                        client.registrationRefused(epoch);
                    }
                    think(client);
                });
    }

    private int drawSizeBytes() {
        int choice = random.nextInt(20);
        if (choice == 0) {
            return 0;
        }
        if (choice == 1) {
            return Math.toIntExact(SLICE_BYTES) + random.nextInt(20_000);
        }
        return choice < 7 ? USUAL_SIZE_BYTES : 16 + random.nextInt(12_000);
    }

    private static ObjectKey key(int index) {
        return ObjectKey.of("key-" + index);
    }

    private void injectFaults() {
        if (!working) {
            return;
        }
        for (SimulatedClient client : clients) {
            if (drawn(faults.crashProbability())) {
                crash(client);
            } else if (drawn(faults.pauseProbability())) {
                client.stop();
                scheduler.after(random.nextLong(faults.pauseNanos()), client::resume);
            }
        }
        if (drawn(faults.crashProbability() / 2)) {
            master.restart();
        } else if (drawn(faults.pauseProbability() / 2)) {
            master.stop();
            scheduler.after(random.nextLong(faults.pauseNanos()), master::resume);
        }
        scheduler.after(CHECK_NANOS, this::injectFaults);
    }

    private boolean drawn(double probabilityPerSecond) {
        return random.nextDouble() < probabilityPerSecond / CHECKS_PER_SECOND;
    }

    private void crash(SimulatedClient client) {
        ClientId crashed = client.clientId();
        long epoch = master.epoch();
        long downNanos = random.nextLong(MAX_DOWN_NANOS);
        client.kill();
        oracle.killed(crashed, master.runningNanos());
        if (planted == Planted.EXPIRED_SEGMENT_ALLOCATED) {
            for (long at = 0; at < downNanos; at += Settings.RESEND_NANOS) {
                scheduler.after(at, () -> network.forgePing(crashed, epoch));
            }
        }
        scheduler.after(downNanos, () -> startClient(client));
    }

    /** After a calm while, nothing is open, nothing is fenced, and every client is registered. */
    private void checkSettled() {
        master.core().checkInvariants();
        CoreReport.Gauges gauges = master.core().report().gauges();
        require(gauges.openPutCount() == 0, gauges.openPutCount() + " writes are still open");
        require(gauges.fencedBytes() == 0, gauges.fencedBytes() + " bytes are still fenced");
        require(
                gauges.activeClientCount() == Settings.CLIENTS,
                gauges.activeClientCount() + " clients are registered, not " + Settings.CLIENTS);
        require(
                gauges.capacityBytes() == (long) Settings.CLIENTS * settings.memoryBytes(),
                gauges.capacityBytes() + " bytes of capacity are not what the clients lend");
        Outcome outcome = master.core().execute(new Operation.GetClusterInfo(), nowNanos());
        require(outcome instanceof Outcome.ClusterInfo info && info.usedBytes() <= info.capacityBytes(), "overfull");
    }

    private void checkEveryKeyWritable() {
        SimulatedClient client = clients.getFirst();
        for (int index = 0; index < settings.keyCount(); index++) {
            ObjectKey key = key(index);
            List<PutResult> puts = new ArrayList<>();
            put(client, key, PutRun.Kind.PUT, puts::add);
            advance();
            require(
                    puts.size() == 1 && !(puts.getFirst() instanceof PutResult.Failed),
                    key + " cannot be written on a calm day: " + puts);
            List<GetResult> gets = new ArrayList<>();
            new GetRun(this, client, key, gets::add).start();
            advance();
            require(
                    gets.size() == 1 && gets.getFirst() instanceof GetResult.Loaded,
                    key + " cannot be read on a calm day: " + gets);
        }
    }

    private void advance() {
        scheduler.runUntil(nowNanos() + Settings.CONTROL_DEADLINE_NANOS);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new Violation(message);
        }
    }
}
