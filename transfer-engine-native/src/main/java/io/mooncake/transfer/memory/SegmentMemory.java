package io.mooncake.transfer.memory;

import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferException.Kind;
import io.mooncake.transfer.os.AnonymousMapping;
import io.mooncake.transfer.os.NativeCallException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The memory of one segment of a storage node: one arena, page aligned, of any length, pages taken when first touched.
 *
 * <p>Thread safety: the memory is accessible by every thread.
 *
 * <p>Ownership: close it after the memory is deregistered, and never while a transfer uses it; pages go back then.
 */
public final class SegmentMemory implements AutoCloseable {
    private final Arena arena;
    private final MemorySegment memory;

    private SegmentMemory(Arena arena, MemorySegment memory) {
        this.arena = arena;
        this.memory = memory;
    }

    /** Zeroed memory of this length in bytes. */
    @SuppressWarnings("MustBeClosedChecker") // the arena belongs to the object that is returned, which closes it
    public static SegmentMemory allocate(long lengthBytes) {
        if (lengthBytes <= 0) {
            throw new TransferException(Kind.INVALID_MEMORY, "a segment of " + lengthBytes + " bytes");
        }
        Arena arena = Arena.ofShared();
        try {
            return new SegmentMemory(arena, AnonymousMapping.map(lengthBytes, arena));
        } catch (NativeCallException e) {
            arena.close();
            throw new TransferException(Kind.OUT_OF_MEMORY, "no memory for a segment", e);
        }
    }

    /** The memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return memory.byteSize();
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
