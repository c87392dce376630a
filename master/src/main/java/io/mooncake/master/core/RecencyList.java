package io.mooncake.master.core;

import org.jspecify.annotations.Nullable;

/**
 * Objects from the least to the most recently used, linked through the objects: the readable ones, and apart from them
 * the open writes, which are used once, at their start.
 */
final class RecencyList {

    private @Nullable StoredObject oldest;
    private @Nullable StoredObject newest;
    private long count;

    @Nullable
    StoredObject oldest() {
        return oldest;
    }

    long count() {
        return count;
    }

    void add(StoredObject object) {
        StoredObject last = newest;
        object.older = last;
        object.newer = null;
        if (last == null) {
            oldest = object;
        } else {
            last.newer = object;
        }
        newest = object;
        count++;
    }

    void touch(StoredObject object) {
        if (newest != object) {
            remove(object);
            add(object);
        }
    }

    void remove(StoredObject object) {
        StoredObject before = object.older;
        StoredObject after = object.newer;
        if (before == null && oldest != object) {
            throw new IllegalStateException("key " + object.key + " is not in the order of recency");
        }
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        object.older = null;
        object.newer = null;
        count--;
    }
}
