package io.mooncake.client.memory;

import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.memory.SegmentMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A piece of native memory that every thread may touch. Large pieces are mapped, so that no page is filled with zeros
 * before it is read into.
 *
 * <p>Thread safety: immutable; closed once.
 *
 * <p>Ownership: the caller closes it, after the last use of its memory.
 */
final class NativeBlock implements AutoCloseable {

    private static final long ALIGNMENT_BYTES = 64;
    /** Smaller pieces are not mapped: a process has a limited number of mappings. */
    private static final long LEAST_MAPPED_BYTES = 1L << 20;

    private final MemorySegment memory;
    private final Runnable free;

    private NativeBlock(MemorySegment memory, Runnable free) {
        this.memory = memory;
        this.free = free;
    }

    /**
     * A block of this length.
     *
     * @throws OutOfMemoryError when there is not so much native memory
     */
    static NativeBlock allocate(long sizeBytes) {
        return sizeBytes < LEAST_MAPPED_BYTES ? allocated(sizeBytes) : mapped(sizeBytes);
    }

    private static NativeBlock mapped(long sizeBytes) {
        try {
            SegmentMemory mapping = SegmentMemory.allocate(sizeBytes);
            return new NativeBlock(mapping.memory(), mapping::close);
        } catch (TransferException fault) {
            throw new OutOfMemoryError("" + fault.getMessage());
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // the block owns the arena, and whoever allocates the block closes it
    private static NativeBlock allocated(long sizeBytes) {
        Arena arena = Arena.ofShared();
        try {
            return new NativeBlock(arena.allocate(sizeBytes, ALIGNMENT_BYTES), arena::close);
        } catch (RuntimeException | OutOfMemoryError fault) {
            arena.close();
            throw fault;
        }
    }

    MemorySegment memory() {
        return memory;
    }

    @Override
    public void close() {
        free.run();
    }
}
