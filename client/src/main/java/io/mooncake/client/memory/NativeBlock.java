package io.mooncake.client.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A piece of native memory that every thread may touch.
 *
 * <p>Thread safety: immutable; closed once.
 *
 * <p>Ownership: the caller closes it, after the last use of its memory.
 */
final class NativeBlock implements AutoCloseable {

    private static final long ALIGNMENT_BYTES = 64;

    private final Arena arena;
    private final MemorySegment memory;

    private NativeBlock(Arena arena, long sizeBytes) {
        this.arena = arena;
        this.memory = arena.allocate(sizeBytes, ALIGNMENT_BYTES);
    }

    /**
     * A block of this length.
     *
     * @throws OutOfMemoryError when there is not so much native memory
     */
    @SuppressWarnings("MustBeClosedChecker") // the block owns the arena, and whoever allocates the block closes it
    static NativeBlock allocate(long sizeBytes) {
        Arena arena = Arena.ofShared();
        try {
            return new NativeBlock(arena, sizeBytes);
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
        arena.close();
    }
}
