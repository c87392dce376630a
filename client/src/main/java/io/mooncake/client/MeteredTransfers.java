package io.mooncake.client;

import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.gateway.ExtentTransfer;
import io.mooncake.client.gateway.TransferGateway;
import io.mooncake.client.metrics.ClientMetrics;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Measures the transfers of a gateway, each when its last extent is awaited.
 *
 * <p>Thread safety: as the gateway behind it.
 */
final class MeteredTransfers implements TransferGateway {
    private final TransferGateway transfers;
    private final ClientMetrics metrics;
    private final LongSupplier nanoClock;

    MeteredTransfers(TransferGateway transfers, ClientMetrics metrics, LongSupplier nanoClock) {
        this.transfers = transfers;
        this.metrics = metrics;
        this.nanoClock = nanoClock;
    }

    @Override
    public ExtentTransfer write(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos) {
        long startNanos = nanoClock.getAsLong();
        return new Metered(transfers.write(extents, object, deadlineNanos), extents, startNanos, metrics::writeEnded);
    }

    @Override
    public ExtentTransfer read(List<ExtentLocation> extents, MemorySegment object, long deadlineNanos) {
        long startNanos = nanoClock.getAsLong();
        return new Metered(transfers.read(extents, object, deadlineNanos), extents, startNanos, metrics::readEnded);
    }

    private interface Meter {
        void ended(long bytes, long nanos);
    }

    private static final class Metered implements ExtentTransfer {
        private final ExtentTransfer transfer;
        private final long bytes;
        private final long startNanos;
        private final Meter meter;
        private int left;
        private long endedNanos;

        Metered(ExtentTransfer transfer, List<ExtentLocation> extents, long startNanos, Meter meter) {
            this.transfer = transfer;
            this.bytes = extents.stream().mapToLong(ExtentLocation::lengthBytes).sum();
            this.startNanos = startNanos;
            this.meter = meter;
            this.left = extents.size();
            this.endedNanos = startNanos;
        }

        @Override
        public ExtentOutcome await(int extent) {
            ExtentOutcome outcome = transfer.await(extent);
            left--;
            endedNanos = endedNanos - outcome.endedNanos() < 0 ? outcome.endedNanos() : endedNanos;
            if (left == 0) {
                meter.ended(bytes, endedNanos - startNanos);
            }
            return outcome;
        }

        @Override
        public void cancel() {
            transfer.cancel();
        }
    }
}
