package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The extents of every segment, one list each, linked by numbers and not by references.
 *
 * <p>A put adds an extent in front of one that another put added long ago. Were they linked to each other, it would
 * wait for that object and for the collector's note about it; a number is stored beside and waited for by nobody.
 */
final class ExtentLists {

    /** No extent. */
    static final int NONE = -1;

    private static final int PAGE_SHIFT = 10;
    private static final int PAGE_SLOTS = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_SLOTS - 1;

    /** Slots that never move: growing adds a page. */
    private static final class Page {
        private final @Nullable Extent[] extents = new @Nullable Extent[PAGE_SLOTS];

        /** Of each slot the one before and the one after it. */
        private final int[] links = new int[2 * PAGE_SLOTS];
    }

    private final List<Page> pages = new ArrayList<>();

    /** Slots without extent, linked as each other's next. */
    private int firstUnused = NONE;

    private int slotCount;

    /** Puts an extent in front of a list that begins at this slot; returns its slot, where the list begins now. */
    int addBefore(int first, Extent extent) {
        int slot = firstUnused;
        if (slot == NONE) {
            slot = slotCount++;
            if ((slot & PAGE_MASK) == 0) {
                pages.add(new Page());
            }
        } else {
            firstUnused = next(slot);
        }
        page(slot).extents[slot & PAGE_MASK] = extent;
        setPrevious(slot, NONE);
        setNext(slot, first);
        if (first != NONE) {
            setPrevious(first, slot);
        }
        return slot;
    }

    /** Takes a slot out of a list that begins at this one; returns where the list begins now. */
    int remove(int slot, int first) {
        int previous = previous(slot);
        int next = next(slot);
        if (previous == NONE && first != slot) {
            throw new IllegalStateException("the extent in slot " + slot + " is not listed by its segment");
        }
        if (previous != NONE) {
            setNext(previous, next);
        }
        if (next != NONE) {
            setPrevious(next, previous);
        }
        page(slot).extents[slot & PAGE_MASK] = null;
        setNext(slot, firstUnused);
        firstUnused = slot;
        return previous == NONE ? next : first;
    }

    /** The extent in a slot that is in use. */
    Extent at(int slot) {
        return Objects.requireNonNull(page(slot).extents[slot & PAGE_MASK], "an unused slot");
    }

    int next(int slot) {
        return page(slot).links[2 * (slot & PAGE_MASK) + 1];
    }

    private void setNext(int slot, int next) {
        page(slot).links[2 * (slot & PAGE_MASK) + 1] = next;
    }

    private int previous(int slot) {
        return page(slot).links[2 * (slot & PAGE_MASK)];
    }

    private void setPrevious(int slot, int previous) {
        page(slot).links[2 * (slot & PAGE_MASK)] = previous;
    }

    private Page page(int slot) {
        return pages.get(slot >>> PAGE_SHIFT);
    }
}
