package io.mooncake.allocator;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The regions of an allocator as rows of one cache line each: a region is free or used, knows its neighbours in address
 * order, and while free its neighbours in its bin.
 *
 * <p>Ownership: the rows lie outside the heap, in pages that live as long as the table is reachable. Growing adds a
 * page and copies no row.
 */
final class RegionTable {

    /** No region. */
    static final int NONE = -1;

    private static final int ROW_SHIFT = 6;
    private static final int PAGE_SHIFT = 9;
    private static final int PAGE_ROWS = 1 << PAGE_SHIFT;
    private static final int PAGE_MASK = PAGE_ROWS - 1;

    /** Places of the columns within a row. */
    private static final int OFFSET = 0;

    private static final int LENGTH = 8;
    private static final int PREVIOUS = 16;
    private static final int NEXT = 20;
    private static final int BIN_PREVIOUS = 24;
    private static final int BIN_NEXT = 28;
    private static final int GENERATION = 32;
    private static final int STATE = 36;

    private static final int UNUSED = 0;
    private static final int FREE = 1;
    private static final int USED = 2;

    private MemorySegment[] pages = new MemorySegment[0];
    private int rowCount;
    private int firstUnused = NONE;

    /** Takes a row: a free region outside any bin, without neighbours. */
    int take(long offset, long length) {
        int row = firstUnused;
        if (row == NONE) {
            row = rowCount;
            if (row == Integer.MAX_VALUE) {
                throw new IllegalStateException("more than " + Integer.MAX_VALUE + " regions");
            }
            rowCount++;
            if ((row & PAGE_MASK) == 0) {
                addPage(row >>> PAGE_SHIFT);
            }
        } else {
            firstUnused = next(row);
        }
        MemorySegment page = page(row);
        long place = place(row);
        page.set(JAVA_LONG, place + OFFSET, offset);
        page.set(JAVA_LONG, place + LENGTH, length);
        page.set(JAVA_INT, place + PREVIOUS, NONE);
        page.set(JAVA_INT, place + NEXT, NONE);
        page.set(JAVA_INT, place + BIN_PREVIOUS, NONE);
        page.set(JAVA_INT, place + BIN_NEXT, NONE);
        page.set(JAVA_INT, place + STATE, FREE);
        return row;
    }

    private void addPage(int index) {
        if (index == pages.length) {
            // The table of pages doubles: one reference per page is all that is ever copied.
            pages = Arrays.copyOf(pages, Math.max(4, 2 * index));
        }
        pages[index] = Arena.ofAuto().allocate((long) PAGE_ROWS << ROW_SHIFT, 1L << ROW_SHIFT);
    }

    /** Gives a row back. */
    void release(int row) {
        page(row).set(JAVA_INT, place(row) + STATE, UNUSED);
        setNext(row, firstUnused);
        firstUnused = row;
    }

    /** Whether the row holds a used region with this generation. */
    boolean isUsed(int row, int generation) {
        if (row < 0 || row >= rowCount) {
            return false;
        }
        MemorySegment page = page(row);
        long place = place(row);
        return page.get(JAVA_INT, place + STATE) == USED && page.get(JAVA_INT, place + GENERATION) == generation;
    }

    boolean isFree(int row) {
        return page(row).get(JAVA_INT, place(row) + STATE) == FREE;
    }

    /** Marks a region used; returns the generation of this use. */
    int use(int row) {
        MemorySegment page = page(row);
        long place = place(row);
        page.set(JAVA_INT, place + STATE, USED);
        int generation = page.get(JAVA_INT, place + GENERATION) + 1;
        page.set(JAVA_INT, place + GENERATION, generation);
        return generation;
    }

    void markFree(int row) {
        page(row).set(JAVA_INT, place(row) + STATE, FREE);
    }

    long offset(int row) {
        return page(row).get(JAVA_LONG, place(row) + OFFSET);
    }

    long length(int row) {
        return page(row).get(JAVA_LONG, place(row) + LENGTH);
    }

    void setLength(int row, long length) {
        page(row).set(JAVA_LONG, place(row) + LENGTH, length);
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
