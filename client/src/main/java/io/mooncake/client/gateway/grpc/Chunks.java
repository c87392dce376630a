package io.mooncake.client.gateway.grpc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Cuts a batch into requests that the master takes: at most 1,024 items and about 1 MiB each.
 *
 * <p>Thread safety: stateless.
 */
final class Chunks {

    static final int MAX_ITEMS = 1_024;
    static final int MAX_BYTES = 1 << 20;
    /** What framing, tags and lengths of an item take at most. */
    private static final int ITEM_OVERHEAD_BYTES = 16;

    private Chunks() {}

    /** The items in order, in lists that keep the limits; an item of more than 1 MiB has one of its own. */
    static <T> List<List<T>> of(List<T> items, ToIntFunction<T> sizeBytes) {
        List<List<T>> chunks = new ArrayList<>();
        List<T> chunk = new ArrayList<>();
        long bytes = 0;
        for (T item : items) {
            long itemBytes = (long) sizeBytes.applyAsInt(item) + ITEM_OVERHEAD_BYTES;
            if (!chunk.isEmpty() && (chunk.size() == MAX_ITEMS || bytes + itemBytes > MAX_BYTES)) {
                chunks.add(chunk);
                chunk = new ArrayList<>();
                bytes = 0;
            }
            chunk.add(item);
            bytes += itemBytes;
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk);
        }
        return chunks;
    }
}
