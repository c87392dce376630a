package io.mooncake.bench.simulation;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.MembershipMachine;
import io.mooncake.client.core.MembershipStep;
import io.mooncake.client.core.PingAnswer;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ClientStatus;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A process that runs the client's own state machines and lends memory; it can be stopped, continued, killed and
 * started again.
 *
 * <p>Thread safety: one thread only.
 */
final class SimulatedClient {
    private static final long GIBIBYTE = 1L << 30;

    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Network network;
    private final Planted planted;
    private final String endpoint;
    private final int memoryBytes;

    /** Counts lives, so that what was meant for an earlier one is dropped. */
    private int life;

    private boolean stopped;
    private final Queue<Runnable> backlog = new ArrayDeque<>();
    private HostMemory memory;
    private ClientId clientId = new ClientId(0, 0);
    private SegmentId segmentId = new SegmentId(0, 0);
    private long base;
    private @Nullable MembershipMachine membership;
    private long lastOperationId;
    private final TreeSet<Long> unanswered = new TreeSet<>();
    private final List<Runnable> registrationListeners = new ArrayList<>();
    private long nextCall;

    SimulatedClient(
            Scheduler scheduler,
            RandomGenerator random,
            Network network,
            Planted planted,
            String endpoint,
            int memoryBytes) {
        this.scheduler = scheduler;
        this.random = random;
        this.network = network;
        this.planted = planted;
        this.endpoint = endpoint;
        this.memoryBytes = memoryBytes;
        this.memory = new HostMemory(memoryBytes);
        network.attach(endpoint, this);
    }

    /** Starts the process with a new identity, empty memory and no registration. */
    void start() {
        life++;
        stopped = false;
        backlog.clear();
        registrationListeners.clear();
        unanswered.clear();
        lastOperationId = 0;
        membership = null;
        memory = new HostMemory(memoryBytes);
        clientId = new ClientId(random.nextLong(), random.nextLong());
        drawSegment();
        remount(Set.of());
    }

    /** Kills the process; whatever it was doing is lost. */
    void kill() {
        life++;
        stopped = false;
        backlog.clear();
        memory = new HostMemory(memoryBytes);
    }

    /** Stops the process; what arrives waits. */
    void stop() {
        stopped = true;
    }

    /** Continues a stopped process. */
    void resume() {
        stopped = false;
        while (!backlog.isEmpty() && !stopped) {
            backlog.remove().run();
        }
    }

    /** The work, for as long as this life lasts and once the process runs. */
    Runnable whenRunning(Runnable work) {
        int ownLife = life;
        return () -> {
            if (ownLife != life) {
                return;
            }
            if (stopped) {
                backlog.add(work);
            } else {
                work.run();
            }
        };
    }

    HostMemory memory() {
        return memory;
    }

    ClientId clientId() {
        return clientId;
    }

    /** Where it answers; also the name of its segment. */
    String endpoint() {
        return endpoint;
    }

    /** The incarnation of the master that the client is registered with, or 0. */
    long registeredEpoch() {
        MembershipMachine machine = membership;
        return machine != null && machine.state() == MembershipMachine.State.REGISTERED ? machine.epoch() : 0;
    }

    /** Runs once, at the next registration of this life. */
    void onNextRegistration(Runnable listener) {
        registrationListeners.add(listener);
    }

    /** The master refused a change of this epoch because it does not know the client. */
    void registrationRefused(long epoch) {
        MembershipMachine machine = membership;
        if (machine != null) {
            machine.onChangeRefused(epoch, scheduler.nowNanos());
        }
    }

    /** Sends a change until it is answered or its deadline passes, always as the same operation. */
    void change(
            long epoch,
            long deadlineNanos,
            Function<CallContext, Operation> operation,
            Consumer<Answer<Outcome>> answer) {
        long operationId = ++lastOperationId;
        unanswered.add(operationId);
        call(
                clientId + "-" + operationId,
                deadlineNanos,
                () -> operation.apply(new CallContext(clientId, epoch, operationId, unanswered.first())),
                outcome -> {
                    unanswered.remove(operationId);
                    answer.accept(outcome);
                });
    }

    /** Sends a read until it is answered or its deadline passes. */
    void ask(
            String callName,
            long deadlineNanos,
            Function<CallContext, Operation> operation,
            Consumer<Answer<Outcome>> answer) {
        CallContext context = new CallContext(clientId, 0, 0, 0);
        call(callName, deadlineNanos, () -> operation.apply(context), answer);
    }

    private void call(
            String callName, long deadlineNanos, Supplier<Operation> operation, Consumer<Answer<Outcome>> answer) {
        Once once = new Once(answer);
        scheduler.at(
                deadlineNanos,
                whenRunning(() -> once.accept(new Answer.Unanswered<>(ErrorCode.RPC_TIMEOUT, "no answer", true))));
        transmit(callName, deadlineNanos, operation, once);
    }

    private void transmit(String callName, long deadlineNanos, Supplier<Operation> operation, Once once) {
        if (once.done() || scheduler.nowNanos() - deadlineNanos >= 0) {
            return;
        }
        int ownLife = life;
        network.send(callName, operation.get(), outcome -> {
            if (ownLife == life) {
                whenRunning(() -> once.accept(answerOf(outcome))).run();
            }
        });
        scheduler.after(Settings.RESEND_NANOS, whenRunning(() -> transmit(callName, deadlineNanos, operation, once)));
    }

    private static Answer<Outcome> answerOf(Outcome outcome) {
        return outcome instanceof Outcome.Failed failed
                ? new Answer.Refused<>(failed.failure().code(), failed.failure().message())
                : new Answer.Accepted<>(outcome);
    }

    private void tick() {
        MembershipMachine machine = membership;
        if (machine == null) {
            return;
        }
        switch (machine.onTick(scheduler.nowNanos())) {
            case MembershipStep.SendPing _ -> {
                ping(machine);
                scheduler.after(machine.intervalNanos(), whenRunning(this::tick));
            }
            case MembershipStep.WaitUntil(long untilNanos) -> scheduler.at(untilNanos, whenRunning(this::tick));
            case MembershipStep.Remount remount -> remount(remount.segmentsInUse());
        }
    }

    private void ping(MembershipMachine machine) {
        long sentNanos = scheduler.nowNanos();
        CallContext context = new CallContext(clientId, machine.epoch(), 0, 0);
        call(
                "ping-" + nextCall++,
                sentNanos + Settings.CONTROL_DEADLINE_NANOS,
                () -> new Operation.Ping(context),
                answer -> {
                    if (answer instanceof Answer.Accepted<Outcome>(Outcome.Pong pong)) {
                        PingAnswer ping = new PingAnswer(
                                pong.status() == ClientStatus.OK,
                                pong.masterEpoch(),
                                pong.segmentsInUse().stream()
                                        .map(id -> new UUID(id.high(), id.low()))
                                        .collect(Collectors.toSet()),
                                pong.clientTtlNanos());
                        MembershipStep step =
                                machine.onPing(new Answer.Accepted<>(ping), sentNanos, scheduler.nowNanos());
                        if (step instanceof MembershipStep.Remount remount) {
                            remount(remount.segmentsInUse());
                        }
                    }
                });
    }

    private void remount(Set<UUID> segmentsInUse) {
        if (!segmentsInUse.contains(new UUID(segmentId.high(), segmentId.low()))) {
            drawSegment();
        }
        SegmentSpec segment = new SegmentSpec(segmentId, endpoint, base, memoryBytes, endpoint, "tcp");
        change(
                0,
                scheduler.nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                context -> new Operation.ReMountSegment(context, List.of(segment)),
                this::remounted);
    }

    private void remounted(Answer<Outcome> answer) {
        MembershipMachine machine = membership;
        long now = scheduler.nowNanos();
        if (answer instanceof Answer.Accepted<Outcome>(Outcome.Registered registered)) {
            if (machine == null) {
                membership = new MembershipMachine(registered.masterEpoch(), Settings.CLIENT_TTL_NANOS, now);
                tick();
            } else {
                machine.onRegistered(registered.masterEpoch(), now);
            }
            List<Runnable> listeners = List.copyOf(registrationListeners);
            registrationListeners.clear();
            listeners.forEach(Runnable::run);
            return;
        }
        if (machine == null) {
            scheduler.after(Settings.RESEND_NANOS, whenRunning(() -> remount(Set.of())));
            return;
        }
        machine.onRemountFailed(now);
    }

    /** A new segment id and, as it must be, a new region base; the old one is withdrawn first. */
    private void drawSegment() {
        segmentId = new SegmentId(random.nextLong(), random.nextLong());
        if (planted == Planted.BASE_NOT_RENEWED && base != 0) {
            memory.publish(base);
            return;
        }
        memory.withdraw(base);
        base = (1 + random.nextLong(1L << 20)) * GIBIBYTE;
        memory.publish(base);
    }

    /** Hands on the first answer only. */
    private static final class Once {
        private final Consumer<Answer<Outcome>> target;
        private boolean done;

        Once(Consumer<Answer<Outcome>> target) {
            this.target = target;
        }

        boolean done() {
            return done;
        }

        void accept(Answer<Outcome> answer) {
            if (!done) {
                done = true;
                target.accept(answer);
            }
        }
    }
}
