package io.mooncake.transfer.tcp;

import io.mooncake.transfer.Transfer;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.WriteEffect;

/**
 * A request in the hands of this transport.
 *
 * <p>Thread safety: handed from the peer's queue to one connection and back; each hand-over is ordered by the lock of
 * the peer.
 */
final class TcpRequest {
    private final Transfer transfer;
    private boolean retried;

    TcpRequest(Transfer transfer) {
        this.transfer = transfer;
    }

    Transfer transfer() {
        return transfer;
    }

    long lengthBytes() {
        return transfer.lengthBytes();
    }

    /** Whether a second attempt may be made; the first call says yes. */
    boolean mayRetry() {
        boolean first = !retried;
        retried = true;
        return first;
    }

    /** Fails the request while it waits, unless it is final already. */
    void failWaiting(Reason reason, String detail) {
        if (transfer.begin(() -> {})) {
            transfer.fail(reason, detail, 0, WriteEffect.NONE);
        }
    }
}
