package io.mooncake.transfer;

import io.mooncake.transfer.memory.Region;
import io.mooncake.transfer.memory.RegionRegistry;
import java.lang.foreign.MemorySegment;

/**
 * Memory that peers can read and write under its region base.
 *
 * <p>Ownership: the memory must stay alive until {@link #close} has returned.
 *
 * <p>Thread safety: every method may be called by any thread.
 *
 * <p>Blocking: {@link #close} waits until every operation on the memory is stopped.
 */
public final class RegisteredMemory implements AutoCloseable {
    private final RegionRegistry registry;
    private final Region region;

    RegisteredMemory(RegionRegistry registry, Region region) {
        this.registry = registry;
        this.region = region;
    }

    /** The memory itself. */
    public MemorySegment memory() {
        return region.memory();
    }

    /** The address under which peers reach the first byte: random, a multiple of 1 GiB, never used again. */
    public long base() {
        return region.base();
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return region.lengthBytes();
    }

    /**
     * Deregisters: after it returns no peer can read or write the memory under this base. Operations in flight are
     * stopped first. A second call waits for the first and does nothing else.
     */
    @Override
    public void close() {
        registry.deregister(region);
    }
}
