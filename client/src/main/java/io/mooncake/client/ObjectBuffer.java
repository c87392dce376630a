package io.mooncake.client;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The bytes of an object that was read.
 *
 * <p>Thread safety: the memory may be read by any thread; closing is safe from any thread, once is enough.
 *
 * <p>Ownership: the caller closes it. After that its memory serves other reads: no segment taken from it may be touched
 * any more.
 */
public final class ObjectBuffer implements AutoCloseable {

    private final MemorySegment memory;
    private final boolean verified;
    private final Runnable release;
    private final AtomicBoolean closed = new AtomicBoolean();

    ObjectBuffer(MemorySegment memory, boolean verified, Runnable release) {
        this.memory = memory.asReadOnly();
        this.verified = verified;
        this.release = release;
    }

    /**
     * The bytes, exactly as long as the object, read-only.
     *
     * @throws IllegalStateException when the buffer is closed
     */
    public MemorySegment memory() {
        if (closed.get()) {
            throw new IllegalStateException("The buffer is closed; read it before closing it");
        }
        return memory;
    }

    /** Length of the object in bytes. */
    public long sizeBytes() {
        return memory.byteSize();
    }

    /** Whether the checksum of the object was compared; false when the writer or this client computes none. */
    public boolean verified() {
        return verified;
    }

    /** Returns the memory. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release.run();
        }
    }
}
