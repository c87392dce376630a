package io.mooncake.bench.trace;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An exact LRU cache of block ids: what a store of this capacity would hit if it evicted one block at a time, the least
 * recently used first, and only when it is full.
 *
 * <p>Thread safety: none.
 */
public final class LruCache {

    private final long capacityBlocks;
    private final Map<Long, Boolean> blocks = new LinkedHashMap<>(16, 0.75f, true);

    /** An empty cache. */
    public LruCache(long capacityBlocks) {
        if (capacityBlocks < 0) {
            throw new IllegalArgumentException("capacityBlocks is " + capacityBlocks + ", must not be negative");
        }
        this.capacityBlocks = capacityBlocks;
    }

    /** Reads the block, and writes it when it is absent; true when it was there. */
    public boolean access(long id) {
        if (blocks.get(id) != null) {
            return true;
        }
        if (capacityBlocks == 0) {
            return false;
        }
        if (blocks.size() == capacityBlocks) {
            Iterator<Long> oldestFirst = blocks.keySet().iterator();
            oldestFirst.next();
            oldestFirst.remove();
        }
        blocks.put(id, true);
        return false;
    }

    /** The share of the block accesses of a trace, in its order, that hits; 0 for an empty trace. */
    public static double hitRatio(List<TraceRequest> requests, long capacityBlocks) {
        LruCache cache = new LruCache(capacityBlocks);
        long accesses = 0;
        long hits = 0;
        for (TraceRequest request : requests) {
            for (long id : request.hashIds()) {
                accesses++;
                hits += cache.access(id) ? 1 : 0;
            }
        }
        return accesses == 0 ? 0 : (double) hits / accesses;
    }
}
