package io.mooncake.bench.simulation;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Checksums;
import io.mooncake.client.core.Crc32cSum;
import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.GetMachine;
import io.mooncake.client.core.GetResult;
import io.mooncake.client.core.GetStep;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.core.SliceLayout;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One get of a simulated client: feeds a {@link GetMachine} and does what it says.
 *
 * <p>Thread safety: one thread only.
 */
final class GetRun {
    private static final int CAPACITY_BYTES = 1 << 20;

    private final World world;
    private final SimulatedClient client;
    private final ObjectKey key;
    private final Consumer<GetResult> end;
    private final GetMachine machine;
    private final long number;
    private final long queuedNanos;
    private final long deadlineNanos;
    private final List<ReadUnderWay> reads = new ArrayList<>();
    private byte[] target = {};
    private boolean ended;

    GetRun(World world, SimulatedClient client, ObjectKey key, Consumer<GetResult> end) {
        this.world = world;
        this.client = client;
        this.key = key;
        this.end = end;
        this.number = world.nextReadNumber();
        this.queuedNanos = world.nowNanos();
        this.deadlineNanos = queuedNanos + Settings.CONTROL_DEADLINE_NANOS + Settings.DATA_DEADLINE_NANOS;
        this.machine = new GetMachine(CAPACITY_BYTES, world.settings().checksums(), queuedNanos);
    }

    void start() {
        world.scheduler().at(deadlineNanos, client.whenRunning(() -> {
            if (!ended) {
                follow(machine.onDeadline());
            }
        }));
        client.ask(
                Oracle.readName(number),
                queuedNanos + Settings.CONTROL_DEADLINE_NANOS,
                context -> new Operation.GetReplicaList(context, key),
                answer -> follow(machine.onLocated(located(answer), clock(), deadlineNanos)));
    }

    /** The reader's clock; standing still is the planted fault of a lease that is never checked. */
    private long clock() {
        return world.planted() == Planted.LEASE_CHECK_SKIPPED ? queuedNanos : world.nowNanos();
    }

    private static Answer<ObjectLocation> located(Answer<Outcome> answer) {
        return switch (answer) {
            case Answer.Accepted<Outcome>(Outcome outcome) ->
                new Answer.Accepted<>(Translation.object(((Outcome.Located) outcome).object()));
            case Answer.Refused<Outcome>(ErrorCode code, String message) -> new Answer.Refused<>(code, message);
            case Answer.Unanswered<Outcome>(ErrorCode code, String message, boolean sent) ->
                new Answer.Unanswered<>(code, message, sent);
        };
    }

    private void follow(GetStep step) {
        switch (step) {
            case GetStep.Wait _ -> {}
            case GetStep.Read(ObjectLocation object, ReplicaLocation replica) -> read(object, replica);
            case GetStep.CancelReads _ -> List.copyOf(reads).forEach(read -> read.report(null));
            case GetStep.Verify(SliceLayout layout, Checksums checksums) -> {
                boolean equal = Crc32cSum.of(MemorySegment.ofArray(target), layout.sliceBytes())
                        .equals(checksums);
                follow(machine.onVerified(equal, clock()));
            }
            case GetStep.Finish(GetResult result) -> finish(result);
        }
    }

    private void read(ObjectLocation object, ReplicaLocation replica) {
        target = new byte[Math.toIntExact(object.sizeBytes())];
        for (ExtentLocation extent : replica.extents()) {
            reads.add(new ReadUnderWay(extent));
        }
        List.copyOf(reads).forEach(ReadUnderWay::send);
    }

    private void finish(GetResult result) {
        ended = true;
        if (result instanceof GetResult.Loaded) {
            world.oracle().found(number, key, target);
        }
        if (result instanceof GetResult.Failed(ErrorCode code, String message) && code == ErrorCode.CHECKSUM_MISMATCH) {
            throw new Violation("read " + number + " of " + key + " read wrong bytes within its lease: " + message);
        }
        end.accept(result);
    }

    /** The read of one extent; reports once. */
    private final class ReadUnderWay {
        private final ExtentLocation extent;

        ReadUnderWay(ExtentLocation extent) {
            this.extent = extent;
        }

        void send() {
            world.network()
                    .read(
                            extent.endpoint(),
                            extent.address(),
                            Math.toIntExact(extent.lengthBytes()),
                            bytes -> client.whenRunning(() -> report(bytes)).run());
        }

        void report(byte @Nullable [] bytes) {
            if (!reads.remove(this) || ended) {
                return;
            }
            if (bytes != null) {
                System.arraycopy(bytes, 0, target, Math.toIntExact(extent.objectOffsetBytes()), bytes.length);
            }
            follow(machine.onExtentRead(bytes != null, "refused", clock()));
        }
    }
}
