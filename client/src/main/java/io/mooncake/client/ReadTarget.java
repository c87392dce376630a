package io.mooncake.client;

import io.mooncake.client.memory.BufferPool;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where a get reads to: memory of the caller's, or a buffer of the pool.
 *
 * <p>Thread safety: none; the caller's thread uses it.
 *
 * <p>Ownership: it holds a buffer from the first {@link #memory} on, until {@link #handOver} hands it over or {@link
 * #discard} or {@link #keep} gives it back.
 */
final class ReadTarget {

    private final BufferPool buffers;
    private final @Nullable MemorySegment region;
    private final boolean direct;
    private BufferPool.@Nullable Buffer buffer;

    private ReadTarget(BufferPool buffers, @Nullable MemorySegment region) {
        this.buffers = buffers;
        this.region = region;
        this.direct = region != null && NativeAccess.isShared(region);
    }

    /** Memory of the caller's. */
    static ReadTarget region(BufferPool buffers, MemorySegment region) {
        return new ReadTarget(buffers, region);
    }

    /** A buffer, as long as the object. */
    static ReadTarget buffer(BufferPool buffers) {
        return new ReadTarget(buffers, null);
    }

    /** The longest object that there is room for. */
    long capacityBytes() {
        return region == null ? Long.MAX_VALUE : region.byteSize();
    }

    boolean isWritable() {
        return region == null || !region.isReadOnly();
    }

    /** The memory to read to; the same at each call. */
    MemorySegment memory(long sizeBytes) {
        if (region != null && direct) {
            return region.asSlice(0, sizeBytes);
        }
        BufferPool.Buffer taken = buffer;
        if (taken == null) {
            taken = buffers.take(sizeBytes);
            buffer = taken;
        }
        return taken.memory();
    }

    /** The object was read: into a buffer that the caller closes. */
    ObjectBuffer handOver(long sizeBytes, boolean verified) {
        MemorySegment memory = memory(sizeBytes);
        BufferPool.Buffer taken = buffer;
        buffer = null;
        return new ObjectBuffer(memory, verified, taken == null ? () -> {} : taken::close);
    }

    /** The object was read: leaves it in the region. */
    void keep(long sizeBytes) {
        BufferPool.Buffer taken = buffer;
        if (region != null && taken != null) {
            region.asSlice(0, sizeBytes).copyFrom(taken.memory());
        }
        release();
    }

    /** The get failed: nothing that was read stays. */
    void discard() {
        if (region != null && !region.isReadOnly()) {
            region.fill((byte) 0);
        }
        release();
    }

    /** There was nothing to read. */
    void release() {
        BufferPool.Buffer taken = buffer;
        buffer = null;
        if (taken != null) {
            taken.close();
        }
    }
}
