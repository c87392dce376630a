package io.mooncake.transfer.local;

import io.mooncake.transfer.Transfer;
import io.mooncake.transfer.TransferRequest;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import io.mooncake.transfer.memory.Region;
import io.mooncake.transfer.memory.RegionRegistry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * One copy, in steps after each of which it looks at the deadline and whether it should stop.
 *
 * <p>Thread safety: run by one thread; stopped and aborted by any.
 */
final class LocalCopy implements Runnable {
    /** Longest copy between two looks at the deadline. */
    private static final long STEP_BYTES = 1L << 20;

    private final Transfer transfer;
    private final RegionRegistry registry;
    private final LongSupplier nanoClock;
    private final Predicate<Transfer> whenCopied;
    private volatile boolean stopped;
    private volatile boolean aborted;

    LocalCopy(Transfer transfer, RegionRegistry registry, LongSupplier nanoClock, Predicate<Transfer> whenCopied) {
        this.transfer = transfer;
        this.registry = registry;
        this.nanoClock = nanoClock;
        this.whenCopied = whenCopied;
    }

    @Override
    public void run() {
        if (!transfer.begin(() -> stopped = true)) {
            return;
        }
        TransferRequest request = transfer.request();
        long address = request.targetAddress();
        Region region = address < 0 ? null : registry.find(address, request.lengthBytes());
        Region.Hold hold = region == null ? null : region.hold(() -> aborted = true);
        if (region == null || hold == null) {
            refuse(0);
            return;
        }
        long copiedBytes = 0;
        String fault = "";
        try {
            copiedBytes = copy(region.slice(address, request.lengthBytes()));
        } catch (IllegalStateException e) {
            fault = "the local memory was closed under the copy: " + e.getMessage();
        }
        hold.release();
        finish(copiedBytes, fault);
    }

    private long copy(MemorySegment remote) {
        TransferRequest request = transfer.request();
        MemorySegment source = transfer.isWrite() ? request.local() : remote;
        MemorySegment target = transfer.isWrite() ? remote : request.local();
        long length = request.lengthBytes();
        long done = 0;
        while (done < length && !stopped && !aborted) {
            if (done > 0 && transfer.deadlineNanos() - nanoClock.getAsLong() <= 0) {
                break;
            }
            long step = Math.min(STEP_BYTES, length - done);
            MemorySegment.copy(source, done, target, done, step);
            done += step;
        }
        if (done == length && whenCopied.test(transfer)) {
            byte first = target.get(ValueLayout.JAVA_BYTE, 0);
            target.set(ValueLayout.JAVA_BYTE, 0, (byte) ~first);
        }
        return done;
    }

    private void finish(long copiedBytes, String fault) {
        if (copiedBytes == transfer.lengthBytes()) {
            transfer.complete();
        } else if (!fault.isEmpty()) {
            transfer.fail(Reason.LOCAL_MEMORY_UNUSABLE, fault, copiedBytes, WriteEffect.UNCERTAIN);
        } else if (aborted) {
            refuse(copiedBytes);
        } else {
            transfer.expire(copiedBytes, copiedBytes == 0 ? WriteEffect.NONE : WriteEffect.UNCERTAIN);
        }
    }

    private void refuse(long copiedBytes) {
        transfer.fail(
                Reason.ADDRESS_REFUSED,
                "this engine publishes no such range",
                copiedBytes,
                copiedBytes == 0 ? WriteEffect.NONE : WriteEffect.UNCERTAIN);
    }
}
