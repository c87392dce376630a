package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects by key, each also in a numbered slot that it keeps while it lives: a cursor over the slots sees every
 * object that exists from its start to its end exactly once, whatever happens in between.
 */
final class Catalog {

    private final Map<ObjectKey, StoredObject> byKey = new HashMap<>();
    private final List<@Nullable StoredObject> slots = new ArrayList<>();
    private final List<Integer> emptySlots = new ArrayList<>();

    private long changes;
    private final RecencyList open = new RecencyList();
    private long memoryObjectCount;

    @Nullable
    StoredObject find(ObjectKey key) {
        return byKey.get(key);
    }

    int count() {
        return byKey.size();
    }

    long openCount() {
        return open.count();
    }

    /** The open write that started first, or {@code null}. */
    @Nullable
    StoredObject oldestOpen() {
        return open.oldest();
    }

    /** Readable objects that have bytes. */
    long memoryObjectCount() {
        return memoryObjectCount;
    }

    /** Notes that an object lost a replica. */
    void shrunk() {
        changes++;
    }

    /** Grows with every change. */
    long changes() {
        return changes;
    }

    int slotCount() {
        return slots.size();
    }

    @Nullable
    StoredObject inSlot(int slot) {
        return slots.get(slot);
    }

    /** Adds an open write. */
    void add(StoredObject object) {
        if (byKey.putIfAbsent(object.key, object) != null) {
            throw new IllegalStateException("key " + object.key + " is taken");
        }
        if (emptySlots.isEmpty()) {
            object.slot = slots.size();
            slots.add(object);
        } else {
            object.slot = emptySlots.removeLast();
            slots.set(object.slot, object);
        }
        open.add(object);
        changes++;
    }

    /** Adds an open write that will replace this readable object. */
    void addUpdate(StoredObject readable, StoredObject update) {
        if (byKey.get(readable.key) != readable || readable.update != null) {
            throw new IllegalStateException("key " + readable.key + " cannot be updated");
        }
        readable.update = update;
        update.replaces = readable;
        open.add(update);
        changes++;
    }

    /** Notes that an open write has become readable; returns the object that it has replaced, or {@code null}. */
    @Nullable
    StoredObject completed(StoredObject object) {
        changes++;
        open.remove(object);
        memoryObjectCount += object.sizeBytes > 0 ? 1 : 0;
        StoredObject replaced = object.replaces;
        if (replaced != null) {
            takePlaceOf(replaced, object);
            memoryObjectCount -= replaced.sizeBytes > 0 ? 1 : 0;
        }
        return replaced;
    }

    private void takePlaceOf(StoredObject replaced, StoredObject update) {
        replaced.update = null;
        update.replaces = null;
        update.slot = replaced.slot;
        slots.set(update.slot, update);
        byKey.put(update.key, update);
    }

    /** Takes an object out; what was going to replace it is from then on an open write of its own. */
    void remove(StoredObject object) {
        changes++;
        StoredObject replaced = object.replaces;
        if (replaced != null) {
            replaced.update = null;
            object.replaces = null;
            open.remove(object);
            return;
        }
        if (byKey.get(object.key) != object) {
            throw new IllegalStateException("key " + object.key + " is not in the catalog");
        }
        if (object.isOpen()) {
            open.remove(object);
        } else {
            memoryObjectCount -= object.sizeBytes > 0 ? 1 : 0;
        }
        StoredObject update = object.update;
        if (update != null) {
            takePlaceOf(object, update);
        } else {
            byKey.remove(object.key);
            slots.set(object.slot, null);
            emptySlots.add(object.slot);
        }
    }

    Iterable<StoredObject> all() {
        return byKey.values();
    }
}
