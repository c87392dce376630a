package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Checksums;
import io.mooncake.client.core.Crc32cSum;
import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.GetMachine;
import io.mooncake.client.core.GetResult;
import io.mooncake.client.core.GetStep;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.core.SliceLayout;
import io.mooncake.client.core.WriteState;
import io.mooncake.client.gateway.ExtentTransfer;
import io.mooncake.client.gateway.ExtentTransfer.ExtentOutcome;
import io.mooncake.error.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One get of a batch: its machine, and the transfers and comparisons that the machine asks for.
 *
 * <p>Thread safety: none; the caller's thread runs it.
 *
 * <p>Ownership: after {@link #run} nothing touches the target any more.
 */
final class GetItem {

    private final Connection connection;
    private final ObjectKey key;
    private final ReadTarget target;
    private final GetMachine machine;

    private GetStep step = new GetStep.Wait();
    private @Nullable ExtentTransfer transfer;
    private long deadlineNanos;
    private String fault = "";
    /** Slices of the current replica whose bytes were found to be right; all before the first that were not. */
    private int equalSlices;

    GetItem(Connection connection, ObjectKey key, ReadTarget target) {
        this.connection = connection;
        this.key = key;
        this.target = target;
        this.machine =
                new GetMachine(target.capacityBytes(), connection.config().checksum(), connection.nowNanos());
    }

    boolean isSendable() {
        return key.isValid() && target.isWritable();
    }

    Key key() {
        return key.toKey();
    }

    /** Ends it with the reason why it was not sent. */
    void rejected() {
        step = new GetStep.Finish(
                key.isValid()
                        ? new GetResult.Failed(ErrorCode.INVALID_PARAMS, "The target is read-only")
                        : new GetResult.Failed(ErrorCode.INVALID_KEY, key.limits()));
    }

    /** The master answered; starts to read. */
    void located(Answer<ObjectLocation> answer, long transferDeadlineNanos) {
        deadlineNanos = transferDeadlineNanos;
        Answer<ObjectLocation> ordered = answer instanceof Answer.Accepted<ObjectLocation>(ObjectLocation object)
                ? new Answer.Accepted<>(connection.replicas().ordered(object))
                : answer;
        step = machine.onLocated(ordered, connection.nowNanos(), transferDeadlineNanos);
        startReading();
    }

    private void startReading() {
        transfer = null;
        if (step instanceof GetStep.Read(ObjectLocation object, ReplicaLocation replica)) {
            equalSlices = 0;
            try {
                MemorySegment memory = target.memory(object.sizeBytes());
                transfer = connection.transfers().read(replica.extents(), memory, deadlineNanos);
            } catch (OutOfMemoryError exhausted) {
                fault = "No memory for " + object.sizeBytes() + " bytes: " + exhausted.getMessage();
            }
        }
    }

    /** Gives up after a fault of the program: nothing touches the target any more. */
    void abandon() {
        ExtentTransfer running = transfer;
        if (running == null || !(step instanceof GetStep.Read(ObjectLocation object, ReplicaLocation replica))) {
            return;
        }
        running.cancel();
        for (int extent = 0; extent < replica.extents().size(); extent++) {
            running.await(extent);
        }
    }

    /** Waits, compares and goes on to other replicas until the get has ended. */
    GetResult run() {
        while (true) {
            switch (step) {
                case GetStep.Read(ObjectLocation object, ReplicaLocation replica) -> {
                    awaitReads(object, replica);
                    startReading();
                }
                case GetStep.Verify(SliceLayout layout, Checksums checksums) -> {
                    boolean equal =
                            equalSlices == layout.count() && checksums.slices().size() == layout.count();
                    step = machine.onVerified(equal, connection.nowNanos());
                    startReading();
                }
                case GetStep.Finish(GetResult result) -> {
                    connection.counters().countFailovers(machine.failovers());
                    return result;
                }
                case GetStep.Wait() -> throw new IllegalStateException("A get waits in state " + machine.state());
                case GetStep.CancelReads() -> throw new IllegalStateException("A get was canceled by itself");
            }
        }
    }

    private void awaitReads(ObjectLocation object, ReplicaLocation replica) {
        ExtentTransfer running = transfer;
        List<ExtentLocation> extents = replica.extents();
        if (running == null) {
            for (int number = 0; number < extents.size(); number++) {
                step = machine.onExtentRead(false, fault, connection.nowNanos());
            }
            return;
        }
        SliceLayout layout = new SliceLayout(object.sizeBytes(), object.sliceBytes());
        boolean comparing = connection.config().checksum();
        for (int number = 0; number < extents.size(); number++) {
            ExtentOutcome outcome = running.await(number);
            boolean landed = outcome.state() == WriteState.ACKNOWLEDGED;
            comparing &= landed;
            if (comparing) {
                ExtentLocation extent = extents.get(number);
                compare(object, layout, extent.objectOffsetBytes() + extent.lengthBytes());
            }
            step = machine.onExtentRead(landed, outcome.detail(), outcome.endedNanos());
        }
    }

    /** Compares the slices that end before this byte, as far as all slices before them were right. */
    private void compare(ObjectLocation object, SliceLayout layout, long landedBytes) {
        Checksums checksums = object.checksums();
        if (checksums == null) {
            return;
        }
        MemorySegment memory = target.memory(object.sizeBytes());
        int known = Math.min(layout.count(), checksums.slices().size());
        while (equalSlices < known) {
            long offsetBytes = layout.offsetBytes(equalSlices);
            long lengthBytes = layout.lengthBytes(equalSlices);
            if (offsetBytes + lengthBytes > landedBytes
                    || Crc32cSum.of(memory.asSlice(offsetBytes, lengthBytes))
                            != checksums.slices().get(equalSlices)) {
                return;
            }
            equalSlices++;
        }
    }
}
