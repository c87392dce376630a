package io.mooncake.allocator;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The regions of one or more allocators as rows of 32 bytes, two to a cache line: a region is free or used and knows
 * its neighbours in address order; while free it knows its neighbours in its bin, and while used the number of that
 * use.
 *
 * <p>Allocators that one thread uses in turns share a table, so that a row which one of them gives back is still in the
 * processor's cache when another takes it.
 *
 * <p>Thread safety: none; one thread at a time for all allocators that share it.
 *
 * <p>Ownership: the rows lie outside the heap, in pages that live as long as the table is reachable. Growing adds a
 * page and copies no row.
 */
public final class RegionTable {

    /** No region. */
    static final int NONE = -1;

    private static final int ROW_SHIFT = 5;
    private static final int PAGE_SHIFT = 11;
    private static final int PAGE_ROWS = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_ROWS - 1;
    private static final long CACHE_LINE_BYTES = 64;

    /** Places of the columns within a row. */
    private static final int OFFSET = 0;

    /** The length of a free region, minus the length of a used one, or 0 in a row without region. */
    private static final int SIGNED_LENGTH = 8;

    private static final int PREVIOUS = 16;
    private static final int NEXT = 20;
    private static final int BIN_PREVIOUS = 24;
    private static final int BIN_NEXT = 28;

    /** A used region is in no bin. */
    private static final int USE = BIN_PREVIOUS;

    private final Arena arena = Arena.ofAuto();
    private MemorySegment[] pages = new MemorySegment[0];
    private int rowCount;

    /** Rows without region, linked through {@link #next}. */
    private int firstUnused = NONE;

    /** First rows of allocators that are closed; the others of each are linked to it in address order. */
    private int[] abandoned = new int[1];

    private int abandonedCount;
    private int lastUse;

    /** Takes a row: a free region outside any bin, without neighbours. */
    int take(long offset, long length) {
        if (firstUnused == NONE) {
            if (abandonedCount > 0) {
                firstUnused = abandoned[--abandonedCount];
            } else {
                return fill(addRow(), offset, length);
            }
        }
        int row = firstUnused;
        firstUnused = next(row);
        return fill(row, offset, length);
    }

    /** Rows that there are, with and without region. */
    int rowCount() {
        return rowCount;
    }

    private int addRow() {
        int row = rowCount;
        if (row == Integer.MAX_VALUE) {
            throw new IllegalStateException("more than " + Integer.MAX_VALUE + " regions");
        }
        if ((row & PAGE_MASK) == 0) {
            int index = row >>> PAGE_SHIFT;
            if (index == pages.length) {
                // The list of pages doubles: one reference per page is all that is ever copied.
                pages = Arrays.copyOf(pages, Math.max(4, 2 * index));
            }
            pages[index] = arena.allocate((long) PAGE_ROWS << ROW_SHIFT, CACHE_LINE_BYTES);
        }
        rowCount++;
        return row;
    }

    private int fill(int row, long offset, long length) {
        MemorySegment page = page(row);
        long place = place(row);
        page.set(JAVA_LONG, place + OFFSET, offset);
        page.set(JAVA_LONG, place + SIGNED_LENGTH, length);
        page.set(JAVA_INT, place + PREVIOUS, NONE);
        page.set(JAVA_INT, place + NEXT, NONE);
        return row;
    }

    /** Gives a row back. */
    void release(int row) {
        page(row).set(JAVA_LONG, place(row) + SIGNED_LENGTH, 0);
        setNext(row, firstUnused);
        firstUnused = row;
    }

    /** Gives all rows of an allocator back at once, in constant time: from its first region on, in address order. */
    void abandon(int firstRow) {
        if (abandonedCount == abandoned.length) {
            abandoned = Arrays.copyOf(abandoned, 2 * abandonedCount);
        }
        abandoned[abandonedCount++] = firstRow;
    }

    /** Whether the row holds a used region, and this is its use. */
    boolean isUsed(int row, int use) {
        if (row < 0 || row >= rowCount) {
            return false;
        }
        MemorySegment page = page(row);
        long place = place(row);
        return page.get(JAVA_LONG, place + SIGNED_LENGTH) < 0 && page.get(JAVA_INT, place + USE) == use;
    }

    boolean isFree(int row) {
        return page(row).get(JAVA_LONG, place(row) + SIGNED_LENGTH) > 0;
    }

    /** Marks a region used; returns the number of this use, which no other use of any row has. */
    int use(int row) {
        MemorySegment page = page(row);
        long place = place(row);
        page.set(JAVA_LONG, place + SIGNED_LENGTH, -page.get(JAVA_LONG, place + SIGNED_LENGTH));
        int use = ++lastUse;
        page.set(JAVA_INT, place + USE, use);
        return use;
    }

    void markFree(int row) {
        MemorySegment page = page(row);
        long place = place(row);
        page.set(JAVA_LONG, place + SIGNED_LENGTH, -page.get(JAVA_LONG, place + SIGNED_LENGTH));
    }

    long offset(int row) {
        return page(row).get(JAVA_LONG, place(row) + OFFSET);
    }

    /** The length of a region, free or used. */
    long length(int row) {
        return Math.abs(page(row).get(JAVA_LONG, place(row) + SIGNED_LENGTH));
    }

    /** Changes the length of a free region. */
    void setLength(int row, long length) {
        page(row).set(JAVA_LONG, place(row) + SIGNED_LENGTH, length);
    }

    int previous(int row) {
        return page(row).get(JAVA_INT, place(row) + PREVIOUS);
    }

    void setPrevious(int row, int previous) {
        page(row).set(JAVA_INT, place(row) + PREVIOUS, previous);
    }

    int next(int row) {
        return page(row).get(JAVA_INT, place(row) + NEXT);
    }

    void setNext(int row, int next) {
        page(row).set(JAVA_INT, place(row) + NEXT, next);
    }

    int binPrevious(int row) {
        return page(row).get(JAVA_INT, place(row) + BIN_PREVIOUS);
    }

    void setBinPrevious(int row, int previous) {
        page(row).set(JAVA_INT, place(row) + BIN_PREVIOUS, previous);
    }

    int binNext(int row) {
        return page(row).get(JAVA_INT, place(row) + BIN_NEXT);
    }

    void setBinNext(int row, int next) {
        page(row).set(JAVA_INT, place(row) + BIN_NEXT, next);
    }

    private MemorySegment page(int row) {
        return pages[row >>> PAGE_SHIFT];
    }

    private static long place(int row) {
        return (long) (row & PAGE_MASK) << ROW_SHIFT;
    }
}
