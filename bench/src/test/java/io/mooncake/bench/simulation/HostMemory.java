package io.mooncake.bench.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The memory that one simulated process lends, known to its peers by region bases only: what a target of the transfer
 * engine does with a request, in a byte array.
 *
 * <p>Thread safety: one thread only.
 */
final class HostMemory {
    private final byte[] bytes;
    /** The bases that are published now; every one of them names the whole memory. */
    private final Map<Long, Boolean> published = new HashMap<>();

    HostMemory(int sizeBytes) {
        bytes = new byte[sizeBytes];
    }

    int sizeBytes() {
        return bytes.length;
    }

    void publish(long base) {
        published.put(base, Boolean.TRUE);
    }

    void withdraw(long base) {
        published.remove(base);
    }

    /** Stores the bytes if the range is published; false is a refusal, and nothing was stored. */
    boolean write(long address, byte[] source) {
        int offset = offsetOf(address, source.length);
        if (offset < 0) {
            return false;
        }
        System.arraycopy(source, 0, bytes, offset, source.length);
        return true;
    }

    /** A copy of the range, or null when it is not published. */
    byte @Nullable [] read(long address, int lengthBytes) {
        int offset = offsetOf(address, lengthBytes);
        if (offset < 0) {
            return null;
        }
        byte[] copy = new byte[lengthBytes];
        System.arraycopy(bytes, offset, copy, 0, lengthBytes);
        return copy;
    }

    private int offsetOf(long address, int lengthBytes) {
        for (long base : published.keySet()) {
            long offset = address - base;
            if (offset >= 0 && offset + lengthBytes <= bytes.length) {
                return Math.toIntExact(offset);
            }
        }
        return -1;
    }
}
