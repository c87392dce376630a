package io.mooncake.transfer.local;

import io.mooncake.transfer.Opcode;
import io.mooncake.transfer.Transfer;
import io.mooncake.transfer.TransferConfig;
import io.mooncake.transfer.TransferReport.Side;
import io.mooncake.transfer.TransferReport.Traffic;
import io.mooncake.transfer.TransferReport.Transport;
import io.mooncake.transfer.TransferStatus.Reason;
import io.mooncake.transfer.TransferStatus.WriteEffect;
import io.mooncake.transfer.memory.RegionRegistry;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Serves requests whose target is this engine itself, by copying.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Blocking: a small request is copied by the calling thread, a large one by a pool.
 */
public final class LocalTransport implements AutoCloseable {
    /** Up to this length a copy takes less time than handing it to another thread and back costs. */
    private static final long INLINE_BYTES = 256L << 10;

    /** A copy saturates memory with few threads. */
    private static final int THREADS = 2;

    private final RegionRegistry registry;
    private final TransferConfig config;
    private final ThreadPoolExecutor pool;
    private final LongAdder readRequests = new LongAdder();
    private final LongAdder readBytes = new LongAdder();
    private final LongAdder writeRequests = new LongAdder();
    private final LongAdder writeBytes = new LongAdder();
    private final AtomicLong servedReads = new AtomicLong();

    /** A transport over these regions. */
    public LocalTransport(RegionRegistry registry, TransferConfig config) {
        this.registry = registry;
        this.config = config;
        this.pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(config.limits().queuedRequestsPerPeer()),
                Thread.ofPlatform().daemon().name("mooncake-transfer-copy-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
    }

    /** Copies now or soon. */
    public void submit(Transfer transfer) {
        LocalCopy copy = new LocalCopy(transfer, registry, config.nanoClock(), this::copied);
        if (transfer.lengthBytes() <= INLINE_BYTES) {
            copy.run();
            return;
        }
        try {
            pool.execute(copy);
        } catch (RejectedExecutionException e) {
            if (transfer.begin(() -> {})) {
                transfer.fail(Reason.QUEUE_FULL, "too many local copies wait", 0, WriteEffect.NONE);
            }
        }
    }

    /** Completed work. */
    public List<Traffic> traffic() {
        return List.of(
                new Traffic(Transport.LOCAL, Side.INITIATOR, Opcode.READ, readRequests.sum(), readBytes.sum()),
                new Traffic(Transport.LOCAL, Side.INITIATOR, Opcode.WRITE, writeRequests.sum(), writeBytes.sum()));
    }

    /** Ends the pool; copies in flight are stopped by their requests. */
    @Override
    public void close() {
        pool.shutdown();
    }

    /** Counts a copy, before its request becomes final; says whether to spoil it. */
    private boolean copied(Transfer transfer) {
        if (transfer.isWrite()) {
            writeRequests.increment();
            writeBytes.add(transfer.lengthBytes());
            return false;
        }
        readRequests.increment();
        readBytes.add(transfer.lengthBytes());
        long everyNth = config.corruptEveryNthRead();
        return everyNth > 0 && servedReads.incrementAndGet() % everyNth == 0;
    }
}
