package io.mooncake.client.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Native buffers that are used again: powers of two up to 64 MiB, at most 256 MiB of them idle.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Ownership: whoever takes a buffer closes it, also after the pool was closed.
 */
public final class BufferPool implements AutoCloseable {

    private static final long SMALLEST_BYTES = 4L << 10;
    private static final long LARGEST_BYTES = 64L << 20;
    private static final long MAX_IDLE_BYTES = 256L << 20;
    private static final int CLASSES = Long.numberOfTrailingZeros(LARGEST_BYTES / SMALLEST_BYTES) + 1;

    private final List<Deque<NativeBlock>> idle = new ArrayList<>();
    private long idleBytes;
    private long takenBytes;
    private boolean closed;

    /** An empty pool. */
    public BufferPool() {
        for (int sizeClass = 0; sizeClass < CLASSES; sizeClass++) {
            idle.add(new ArrayDeque<>());
        }
    }

    /** A buffer of exactly this length; what it holds is undefined. */
    public Buffer take(long sizeBytes) {
        if (sizeBytes > LARGEST_BYTES) {
            return counted(NativeBlock.allocate(sizeBytes), sizeBytes);
        }
        long chunkBytes = Math.max(SMALLEST_BYTES, Long.highestOneBit(Math.max(1, sizeBytes - 1)) << 1);
        NativeBlock chunk = poll(chunkBytes);
        return counted(chunk == null ? NativeBlock.allocate(chunkBytes) : chunk, sizeBytes);
    }

    private synchronized @Nullable NativeBlock poll(long chunkBytes) {
        NativeBlock chunk = idle.get(sizeClass(chunkBytes)).poll();
        if (chunk != null) {
            idleBytes -= chunkBytes;
        }
        return chunk;
    }

    private synchronized Buffer counted(NativeBlock chunk, long sizeBytes) {
        takenBytes += chunk.memory().byteSize();
        return new Buffer(this, chunk, sizeBytes);
    }

    /** Native bytes of buffers that are taken, rounded up to what they occupy. */
    public synchronized long takenBytes() {
        return takenBytes;
    }

    /** Native bytes of buffers that wait to be taken. */
    public synchronized long idleBytes() {
        return idleBytes;
    }

    private void giveBack(NativeBlock chunk) {
        if (!keep(chunk)) {
            chunk.close();
        }
    }

    private synchronized boolean keep(NativeBlock chunk) {
        long chunkBytes = chunk.memory().byteSize();
        takenBytes -= chunkBytes;
        if (closed || chunkBytes > LARGEST_BYTES || idleBytes + chunkBytes > MAX_IDLE_BYTES) {
            return false;
        }
        idle.get(sizeClass(chunkBytes)).push(chunk);
        idleBytes += chunkBytes;
        return true;
    }

    private static int sizeClass(long chunkBytes) {
        return Long.numberOfTrailingZeros(chunkBytes / SMALLEST_BYTES);
    }

    /** Frees what is idle; buffers that are taken are freed when they are closed. */
    @Override
    public void close() {
        List<NativeBlock> chunks = new ArrayList<>();
        synchronized (this) {
            closed = true;
            idle.forEach(chunks::addAll);
            idle.forEach(Deque::clear);
            idleBytes = 0;
        }
        chunks.forEach(NativeBlock::close);
    }

    /**
     * A buffer that was taken.
     *
     * <p>Thread safety: closed once, by one thread.
     */
    public static final class Buffer implements AutoCloseable {

        private final BufferPool pool;
        private final NativeBlock chunk;
        private final MemorySegment memory;

        private Buffer(BufferPool pool, NativeBlock chunk, long sizeBytes) {
            this.pool = pool;
            this.chunk = chunk;
            this.memory = chunk.memory().asSlice(0, sizeBytes);
        }

        /** Its memory. */
        public MemorySegment memory() {
            return memory;
        }

        /** Gives the memory back; nobody may touch it any more. */
        @Override
        public void close() {
            pool.giveBack(chunk);
        }
    }
}
