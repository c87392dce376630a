package io.mooncake.transfer.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;

/** Views of memory as Netty buffers: no byte is copied, and releasing a view frees nothing. */
final class MemoryWindow {
    /** Length of a view: long enough that its object costs nothing, short enough to see progress. */
    static final long WINDOW_BYTES = 4L << 20;

    private MemoryWindow() {}

    /** The window at this offset, full: ready to be sent. */
    static ByteBuf at(MemorySegment memory, long offset) {
        long length = Math.min(WINDOW_BYTES, memory.byteSize() - offset);
        return Unpooled.wrappedBuffer(memory.asSlice(offset, length).asByteBuffer());
    }
}
