package io.mooncake.client;

import java.lang.foreign.MemorySegment;

/**
 * Whether the transfer engine can work on memory in place: only on native memory that every thread may touch.
 *
 * <p>Thread safety: stateless.
 */
final class NativeAccess {

    /** A thread that never runs and so owns no memory. */
    private static final Thread STRANGER = Thread.ofVirtual().unstarted(() -> {});

    private NativeAccess() {}

    static boolean isShared(MemorySegment memory) {
        return memory.isNative() && memory.isAccessibleBy(STRANGER);
    }
}
