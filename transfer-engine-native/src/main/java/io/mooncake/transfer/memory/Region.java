package io.mooncake.transfer.memory;

import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Registered memory and the operations that touch it now.
 *
 * <p>An operation takes a {@link Hold} first and releases it when nothing of it can touch the memory any more. Closing
 * the region refuses new holds, aborts those that exist, and waits for their release.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
public final class Region {
    private final long base;
    private final MemorySegment memory;

    /** Guarded by this. */
    private final Set<Hold> holds = new HashSet<>();

    /** Guarded by this. */
    private boolean closing;

    Region(long base, MemorySegment memory) {
        this.base = base;
        this.memory = memory;
    }

    /** The address of the first byte, as peers know it. */
    public long base() {
        return base;
    }

    /** The memory. */
    public MemorySegment memory() {
        return memory;
    }

    /** Length in bytes. */
    public long lengthBytes() {
        return memory.byteSize();
    }

    /** The part of the memory that a peer knows under this address. */
    public MemorySegment slice(long address, long lengthBytes) {
        return memory.asSlice(address - base, lengthBytes);
    }

    /**
     * Keeps the memory until the hold is released.
     *
     * @param abort asks the holder to stop soon; called at most once, by any thread, and must not block
     * @return null when the region is being deregistered
     */
    public synchronized @Nullable Hold hold(Runnable abort) {
        if (closing) {
            return null;
        }
        Hold hold = new Hold(abort);
        holds.add(hold);
        return hold;
    }

    boolean covers(long address, long lengthBytes) {
        long offset = address - base;
        return offset >= 0 && offset <= lengthBytes() && lengthBytes <= lengthBytes() - offset;
    }

    /** Aborts every holder and waits until all are gone. */
    void close() {
        List<Hold> held;
        synchronized (this) {
            held = closing ? List.of() : List.copyOf(holds);
            closing = true;
        }
        for (Hold hold : held) {
            hold.abort.run();
        }
        boolean interrupted = false;
        synchronized (this) {
            while (!holds.isEmpty()) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void release(Hold hold) {
        holds.remove(hold);
        if (holds.isEmpty()) {
            notifyAll();
        }
    }

    /** The right to touch the region's memory. */
    public final class Hold {
        private final Runnable abort;

        private Hold(Runnable abort) {
            this.abort = abort;
        }

        /** Nothing of the operation can touch the memory any more. A second call does nothing. */
        public void release() {
            Region.this.release(this);
        }
    }
}
