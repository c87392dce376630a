package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Crc32cSum;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.PutMachine;
import io.mooncake.client.core.PutResult;
import io.mooncake.client.core.PutStep;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.core.WriteState;
import io.mooncake.client.gateway.ExtentTransfer;
import io.mooncake.client.gateway.ExtentTransfer.ExtentOutcome;
import io.mooncake.client.gateway.PutStart;
import io.mooncake.client.memory.BufferPool;
import io.mooncake.error.ErrorCode;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One put of a batch: its machine, and the transfers that the machine asks for.
 *
 * <p>Thread safety: none; the caller's thread runs it.
 *
 * <p>Ownership: a staging buffer is held from {@link #transferStarted} to {@link #transferEnded}, and nothing touches
 * the value after that.
 */
final class PutItem {

    private final Connection connection;
    private final Key key;
    private final MemorySegment value;
    private final PutMachine machine;
    private final List<ExtentTransfer> writes = new ArrayList<>();

    private PutStep step = new PutStep.SendStart();
    private long epoch;
    private String fault = "";
    private BufferPool.@Nullable Buffer staging;

    PutItem(Connection connection, PutRequest request) {
        this.connection = connection;
        this.key = request.key().toKey();
        this.value = request.value();
        this.machine = new PutMachine(value.byteSize(), connection.config().checksum());
        if (!request.key().isValid()) {
            step = new PutStep.Finish(
                    new PutResult.Failed(ErrorCode.INVALID_KEY, request.key().limits()));
        }
    }

    Key key() {
        return key;
    }

    long sizeBytes() {
        return value.byteSize();
    }

    /** The epoch that the write was opened under. */
    long epoch() {
        return epoch;
    }

    /** What to do next. */
    PutStep step() {
        return step;
    }

    PutStart start() {
        return new PutStart(key, value.byteSize());
    }

    /** Not started: no registration before the deadline. */
    void unregistered() {
        step = machine.onStartAnswer(
                new Answer.Unanswered<>(ErrorCode.RPC_TIMEOUT, "The client is not registered with the master", false));
    }

    void started(Answer<PutGrant> answer, long startEpoch) {
        epoch = startEpoch;
        if (answer instanceof Refused<PutGrant>(ErrorCode code, String message) && code == ErrorCode.CLIENT_NOT_FOUND) {
            connection.membership().changeRefused(startEpoch);
            step = machine.onEpochChange();
            return;
        }
        step = machine.onStartAnswer(answer);
    }

    /** Starts the writes, if that is the next step. */
    void transferStarted(long deadlineNanos) {
        if (!(step instanceof PutStep.Write(PutGrant grant))) {
            return;
        }
        MemorySegment source;
        try {
            source = staged();
        } catch (OutOfMemoryError exhausted) {
            fault = "No memory for " + value.byteSize() + " bytes: " + exhausted.getMessage();
            return;
        }
        for (ReplicaLocation replica : grant.replicas()) {
            writes.add(connection.transfers().write(replica.extents(), source, deadlineNanos));
        }
    }

    /** The value itself where the engine can work on it in place, otherwise a copy. */
    private MemorySegment staged() {
        if (value.byteSize() == 0 || NativeAccess.isShared(value)) {
            return value;
        }
        BufferPool.Buffer buffer = connection.buffers().take(value.byteSize());
        staging = buffer;
        buffer.memory().copyFrom(value);
        return buffer.memory();
    }

    /** Computes the checksums while the writes run, and waits until they have ended. */
    void transferEnded() {
        if (!(step instanceof PutStep.Write(PutGrant grant))) {
            return;
        }
        try {
            if (connection.config().checksum()) {
                BufferPool.Buffer buffer = staging;
                MemorySegment source = buffer == null ? value : buffer.memory();
                step = machine.onChecksums(Crc32cSum.of(source, grant.sliceBytes()));
            }
        } finally {
            awaitWrites(grant);
        }
    }

    private void awaitWrites(PutGrant grant) {
        for (int replica = 0; replica < grant.replicas().size(); replica++) {
            int extents = grant.replicas().get(replica).extents().size();
            for (int extent = 0; extent < extents; extent++) {
                if (replica < writes.size()) {
                    ExtentOutcome outcome = writes.get(replica).await(extent);
                    step = machine.onExtentWritten(replica, outcome.state(), outcome.detail());
                } else {
                    step = machine.onExtentWritten(replica, WriteState.SETTLED, fault);
                }
            }
        }
        BufferPool.Buffer buffer = staging;
        staging = null;
        if (buffer != null) {
            buffer.close();
        }
        if (machine.state() != PutMachine.State.DONE && !connection.membership().isRegisteredWith(epoch)) {
            step = machine.onEpochChange();
        }
    }

    void ended(Answer<Done> answer) {
        reportRefusal(answer);
        step = machine.onEndAnswer(answer);
    }

    void revoked(Answer<Done> answer) {
        reportRefusal(answer);
        step = machine.onRevokeAnswer();
    }

    private void reportRefusal(Answer<Done> answer) {
        if (answer instanceof Refused<Done>(ErrorCode code, String message) && code == ErrorCode.CLIENT_NOT_FOUND) {
            connection.membership().changeRefused(epoch);
        }
    }

    PutOutcome outcome() {
        if (!(step instanceof PutStep.Finish(PutResult result))) {
            throw new IllegalStateException("A put ended with the step " + step);
        }
        return switch (result) {
            case PutResult.Stored(List<Integer> segmentCounts) ->
                new PutOutcome.Stored(segmentCounts.size(), segmentCounts);
            case PutResult.AlreadyExists() -> new PutOutcome.AlreadyExists();
            case PutResult.Failed(ErrorCode code, String message) -> new PutOutcome.Failed(code, message);
        };
    }
}
