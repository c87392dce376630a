package io.mooncake.bench.simulation;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Crc32cSum;
import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.PutMachine;
import io.mooncake.client.core.PutResult;
import io.mooncake.client.core.PutStep;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.core.WriteState;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicateConfig;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * One put or upsert of a simulated client: feeds a {@link PutMachine} and does what it says.
 *
 * <p>Thread safety: one thread only.
 */
final class PutRun {
    /** What a write that the deadline cut off is reported as. */
    private static final String CANCELED = "canceled";

    /** What the write may do to an object that is there. */
    enum Kind {
        PUT,
        UPSERT,
        OVERWRITING_UPSERT;

        static Kind drawnUpsert(RandomGenerator random) {
            return random.nextInt(4) == 0 ? OVERWRITING_UPSERT : UPSERT;
        }
    }

    private final World world;
    private final SimulatedClient client;
    private final Kind kind;
    private final ObjectKey key;
    private final byte[] value;
    private final int replicaNum;
    private final Consumer<PutResult> end;
    private final PutMachine machine;
    private final long deadlineNanos;
    /** One entry per write under way: what to do when it is cut off. */
    private final List<WriteUnderWay> writes = new ArrayList<>();

    private long epoch;
    private boolean ended;

    PutRun(
            World world,
            SimulatedClient client,
            Kind kind,
            ObjectKey key,
            byte[] value,
            int replicaNum,
            Consumer<PutResult> end) {
        this.world = world;
        this.client = client;
        this.kind = kind;
        this.key = key;
        this.value = value;
        this.replicaNum = replicaNum;
        this.end = end;
        this.machine = new PutMachine(value.length, world.settings().checksums());
        this.deadlineNanos = world.nowNanos() + Settings.CONTROL_DEADLINE_NANOS + Settings.DATA_DEADLINE_NANOS;
    }

    void start() {
        client.onNextRegistration(this::registrationChanged);
        sendStart();
    }

    private void registrationChanged() {
        if (ended) {
            return;
        }
        client.onNextRegistration(this::registrationChanged);
        if (machine.state() != PutMachine.State.START_SENT) {
            follow(machine.onEpochChange());
        }
    }

    private void sendStart() {
        epoch = client.registeredEpoch();
        if (epoch == 0) {
            follow(machine.onStartAnswer(new Answer.Unanswered<>(ErrorCode.CLIENT_NOT_FOUND, "not registered", false)));
            return;
        }
        client.change(epoch, world.nowNanos() + Settings.CONTROL_DEADLINE_NANOS, this::startOperation, this::started);
    }

    private Operation startOperation(CallContext context) {
        ReplicateConfig config = new ReplicateConfig(replicaNum, List.of());
        return kind == Kind.PUT
                ? new Operation.PutStart(context, key, value.length, World.SLICE_BYTES, config)
                : new Operation.UpsertStart(
                        context, key, value.length, World.SLICE_BYTES, config, kind == Kind.OVERWRITING_UPSERT);
    }

    private void started(Answer<Outcome> answer) {
        if (answer instanceof Answer.Refused<Outcome>(ErrorCode code, String _) && code == ErrorCode.CLIENT_NOT_FOUND) {
            client.registrationRefused(epoch);
        }
        follow(
                switch (answer) {
                    case Answer.Accepted<Outcome>(Outcome outcome) -> {
                        Outcome.PutGrant grant = (Outcome.PutGrant) outcome;
                        world.oracle().granted(grant.putId(), value);
                        yield machine.onStartAnswer(new Answer.Accepted<>(Translation.grant(grant)));
                    }
                    case Answer.Refused<Outcome>(ErrorCode code, String message) ->
                        machine.onStartAnswer(new Answer.Refused<>(code, message));
                    case Answer.Unanswered<Outcome>(ErrorCode code, String message, boolean sent) ->
                        machine.onStartAnswer(new Answer.Unanswered<>(code, message, sent));
                });
    }

    private void follow(PutStep step) {
        switch (step) {
            case PutStep.Wait _ -> {}
            case PutStep.SendStart _ -> sendStart();
            case PutStep.Write(PutGrant grant) -> write(grant);
            case PutStep.CancelWrites _ -> List.copyOf(writes).forEach(WriteUnderWay::cancel);
            case PutStep.SendEnd sendEnd ->
                client.change(
                        epoch,
                        world.nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                        context -> new Operation.PutEnd(
                                context,
                                key,
                                sendEnd.putId(),
                                Translation.checksums(sendEnd.checksums()),
                                Translation.writes(sendEnd.writes())),
                        answer -> {
                            if (machine.state() == PutMachine.State.END_SENT) {
                                follow(machine.onEndAnswer(done(answer)));
                            }
                        });
            case PutStep.SendRevoke sendRevoke ->
                client.change(
                        epoch,
                        world.nowNanos() + Settings.CONTROL_DEADLINE_NANOS,
                        context -> new Operation.PutRevoke(
                                context, key, sendRevoke.putId(), Translation.writes(sendRevoke.writes())),
                        answer -> {
                            if (machine.state() == PutMachine.State.REVOKE_SENT) {
                                follow(machine.onRevokeAnswer());
                            }
                        });
            case PutStep.Finish(PutResult result) -> {
                ended = true;
                end.accept(result);
            }
        }
    }

    private void write(PutGrant grant) {
        world.granted(client, key, grant);
        world.scheduler().at(deadlineNanos, client.whenRunning(() -> {
            if (!ended) {
                follow(machine.onDeadline());
            }
        }));
        for (int position = 0; position < grant.replicas().size(); position++) {
            ReplicaLocation replica = grant.replicas().get(position);
            for (ExtentLocation extent : replica.extents()) {
                writes.add(new WriteUnderWay(position, extent));
            }
        }
        List.copyOf(writes).forEach(WriteUnderWay::send);
        if (world.settings().checksums()) {
            follow(machine.onChecksums(Crc32cSum.of(MemorySegment.ofArray(value), grant.sliceBytes())));
        }
    }

    private static Answer<Answer.Done> done(Answer<Outcome> answer) {
        return switch (answer) {
            case Answer.Accepted<Outcome> _ -> new Answer.Accepted<>(Answer.Done.DONE);
            case Answer.Refused<Outcome>(ErrorCode code, String message) -> new Answer.Refused<>(code, message);
            case Answer.Unanswered<Outcome>(ErrorCode code, String message, boolean sent) ->
                new Answer.Unanswered<>(code, message, sent);
        };
    }

    /** The write of one extent; reports once. */
    private final class WriteUnderWay {
        private final int position;
        private final ExtentLocation extent;

        WriteUnderWay(int position, ExtentLocation extent) {
            this.position = position;
            this.extent = extent;
        }

        void send() {
            int from = Math.toIntExact(extent.objectOffsetBytes());
            byte[] bytes = Arrays.copyOfRange(value, from, from + Math.toIntExact(extent.lengthBytes()));
            world.network()
                    .write(
                            extent.endpoint(),
                            extent.address(),
                            bytes,
                            state -> client.whenRunning(() -> report(state, "write"))
                                    .run());
        }

        void cancel() {
            report(WriteState.UNCERTAIN, CANCELED);
        }

        private void report(WriteState state, String detail) {
            if (writes.remove(this) && !ended) {
                follow(machine.onExtentWritten(position, state, detail));
            }
        }
    }
}
