package io.mooncake.bench.simulation;

import io.mooncake.client.core.WriteState;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Carries control messages, which it may lose, delay and repeat, and payload, which arrives in two halves or never.
 *
 * <p>Thread safety: one thread only.
 */
final class Network {
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final SimulatedMaster master;
    private final Planted planted;
    private final Map<String, SimulatedClient> clientsByEndpoint = new HashMap<>();
    private Faults faults;

    Network(Scheduler scheduler, RandomGenerator random, SimulatedMaster master, Faults faults, Planted planted) {
        this.scheduler = scheduler;
        this.random = random;
        this.master = master;
        this.faults = faults;
        this.planted = planted;
    }

    void attach(String endpoint, SimulatedClient client) {
        clientsByEndpoint.put(endpoint, client);
    }

    /** From now on nothing goes wrong. */
    void calm() {
        faults = Faults.none();
    }

    /** Sends a request once; the answer may come never, once or twice. */
    void send(String callName, Operation operation, Consumer<Outcome> answer) {
        deliver(callName, operation, answer);
        if (random.nextDouble() < faults.duplicateProbability()) {
            Operation copy = planted == Planted.DUPLICATE_APPLIED_TWICE ? Repetition.renumbered(operation) : operation;
            deliver(callName, copy, answer);
        }
    }

    private void deliver(String callName, Operation operation, Consumer<Outcome> answer) {
        if (random.nextDouble() < faults.lossProbability()) {
            return;
        }
        scheduler.after(
                faults.delay(random),
                () -> master.receive(callName, operation, outcome -> {
                    if (random.nextDouble() >= faults.lossProbability()) {
                        scheduler.after(faults.delay(random), () -> answer.accept(outcome));
                    }
                }));
    }

    /** The planted fault of a proxy that keeps a dead client alive. */
    void forgePing(ClientId clientId, long epoch) {
        scheduler.after(
                faults.delay(random),
                () -> master.receive("forged", new Operation.Ping(new CallContext(clientId, epoch, 0, 0)), _ -> {}));
    }

    /** Writes in two halves; reports once, or never when the target is gone or the connection is lost. */
    void write(String endpoint, long address, byte[] bytes, Consumer<WriteState> report) {
        int half = bytes.length / 2;
        byte[] front = Arrays.copyOfRange(bytes, 0, half);
        byte[] back = Arrays.copyOfRange(bytes, half, bytes.length);
        boolean lost = random.nextDouble() < faults.lossProbability() / 4;
        atTarget(endpoint, target -> {
            if (half > 0 && !target.memory().write(address, front)) {
                answer(report, WriteState.SETTLED);
                return;
            }
            if (lost) {
                answer(report, WriteState.UNCERTAIN);
                return;
            }
            atTarget(endpoint, same -> {
                boolean stored = same.memory().write(address + half, back);
                answer(report, stored ? WriteState.ACKNOWLEDGED : WriteState.UNCERTAIN);
            });
        });
    }

    /** Reads in two halves; reports once, null for a refusal, or never when the target is gone. */
    void read(String endpoint, long address, int lengthBytes, Consumer<byte @Nullable []> report) {
        int half = lengthBytes / 2;
        atTarget(endpoint, target -> {
            byte[] front = target.memory().read(address, half);
            if (front == null) {
                answer(report, null);
                return;
            }
            atTarget(endpoint, same -> {
                byte[] back = same.memory().read(address + half, lengthBytes - half);
                if (back == null) {
                    answer(report, null);
                    return;
                }
                byte[] whole = Arrays.copyOf(front, lengthBytes);
                System.arraycopy(back, 0, whole, half, back.length);
                answer(report, whole);
            });
        });
    }

    private void atTarget(String endpoint, Consumer<SimulatedClient> action) {
        SimulatedClient target = clientsByEndpoint.get(endpoint);
        if (target != null) {
            scheduler.after(faults.delay(random), target.whenRunning(() -> action.accept(target)));
        }
    }

    private <T extends @Nullable Object> void answer(Consumer<T> report, T value) {
        scheduler.after(faults.delay(random), () -> report.accept(value));
    }
}
