package io.mooncake.client.gateway.engine;

import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.WriteState;
import io.mooncake.client.gateway.ExtentTransfer;
import io.mooncake.client.gateway.TransferGateway;
import io.mooncake.transfer.Opcode;
import io.mooncake.transfer.TransferBatch;
import io.mooncake.transfer.TransferEngine;
import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferRequest;
import io.mooncake.transfer.TransferStatus;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Extents as requests of the transfer engine.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
public final class EngineTransferGateway implements TransferGateway {

    private final TransferEngine engine;
    private final LongSupplier nanoClock;

    /** A gateway to this engine, which runs on this clock. */
    public EngineTransferGateway(TransferEngine engine, LongSupplier nanoClock) {
        this.engine = engine;
        this.nanoClock = nanoClock;
    }

    @Override
    public ExtentTransfer write(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos) {
        return submit(Opcode.WRITE, extents, object, deadlineNanos);
    }

    @Override
    public ExtentTransfer read(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos) {
        return submit(Opcode.READ, extents, object, deadlineNanos);
    }

    private ExtentTransfer submit(
            Opcode opcode, List<ExtentLocation> extents, MemorySegment object, long deadlineNanos) {
        List<TransferRequest> requests = new ArrayList<>(extents.size());
        try {
            for (ExtentLocation extent : extents) {
                requests.add(new TransferRequest(
                        opcode,
                        object.asSlice(extent.objectOffsetBytes(), extent.lengthBytes()),
                        engine.openSegment(extent.endpoint()),
                        extent.address()));
            }
        } catch (TransferException unusable) {
            return new NeverStarted("" + unusable.getMessage(), nanoClock);
        }
        return new Running(engine.submit(requests, deadlineNanos), opcode, nanoClock);
    }

    /** No extent of it was submitted: an endpoint is no endpoint. */
    private record NeverStarted(String detail, LongSupplier nanoClock) implements ExtentTransfer {

        @Override
        public ExtentOutcome await(int extent) {
            return new ExtentOutcome(WriteState.SETTLED, detail, nanoClock.getAsLong());
        }

        @Override
        public void cancel() {
            // Nothing runs.
        }
    }

    private record Running(TransferBatch batch, Opcode opcode, LongSupplier nanoClock) implements ExtentTransfer {

        @Override
        public ExtentOutcome await(int extent) {
            TransferStatus status = batch.await(extent);
            String detail = status.isCompleted()
                    ? ""
                    : status.state() + (status.reason() == null ? "" : " " + status.reason()) + ": " + status.detail();
            return new ExtentOutcome(state(status), detail, nanoClock.getAsLong());
        }

        private WriteState state(TransferStatus status) {
            if (status.isCompleted()) {
                return WriteState.ACKNOWLEDGED;
            }
            if (opcode == Opcode.READ) {
                return WriteState.SETTLED;
            }
            return status.writeEffect() == WriteEffect.NONE ? WriteState.SETTLED : WriteState.UNCERTAIN;
        }

        @Override
        public void cancel() {
            batch.cancel();
        }
    }
}
