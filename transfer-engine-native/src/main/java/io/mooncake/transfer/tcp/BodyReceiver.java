package io.mooncake.transfer.tcp;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Receives one body straight into memory, window by window.
 *
 * <p>Thread safety: confined to the event loop of its connection.
 *
 * <p>Ownership: holds no buffer between bodies.
 */
final class BodyReceiver {
    private @Nullable MemorySegment memory;
    private @Nullable ByteBuf window;
    private long receivedBytes;

    void start(MemorySegment target) {
        memory = target;
        receivedBytes = 0;
    }

    /** The rest of the current window, retained for the reader. */
    ByteBuf nextBuffer() {
        MemorySegment target = memory;
        if (target == null) {
            throw new IllegalStateException("no body is expected");
        }
        ByteBuf current = window;
        if (current == null || !current.isWritable()) {
            releaseWindow();
            current = MemoryWindow.at(target, receivedBytes).clear();
            window = current;
        }
        int end = current.writerIndex();
        return current.setIndex(end, end).retain();
    }

    void received(int bytes) {
        receivedBytes += bytes;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    boolean isComplete() {
        return memory != null && receivedBytes == memory.byteSize();
    }

    /** Forgets the memory. */
    void stop() {
        releaseWindow();
        memory = null;
    }

    private void releaseWindow() {
        if (window != null) {
            window.release();
            window = null;
        }
    }
}
