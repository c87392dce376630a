package io.mooncake.allocator;

import java.util.Arrays;

/**
 * The regions of an allocator as rows of primitive columns: each is free or used, knows its neighbours in address
 * order,
 * and while free its neighbours in its bin. Grows by pages, so that no growth copies what is there.
 */
final class RegionTable {

    /** No region. */
    static final int NONE = -1;

    private static final int PAGE_BITS = 12;
    private static final int PAGE_ROWS = 1 << PAGE_BITS;
    private static final int PAGE_MASK = PAGE_ROWS - 1;

    private Page[] pages = new Page[0];
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
            if ((row >>> PAGE_BITS) == pages.length) {
                pages = Arrays.copyOf(pages, pages.length + 1);
                pages[pages.length - 1] = new Page();
            }
        } else {
            firstUnused = next(row);
        }
        Page page = page(row);
        int index = row & PAGE_MASK;
        page.offset[index] = offset;
        page.length[index] = length;
        page.state[index] = State.FREE;
        page.previous[index] = NONE;
        page.next[index] = NONE;
        page.binPrevious[index] = NONE;
        page.binNext[index] = NONE;
        return row;
    }

    /** Gives a row back. */
    void release(int row) {
        Page page = page(row);
        int index = row & PAGE_MASK;
        page.state[index] = State.UNUSED;
        page.next[index] = firstUnused;
        firstUnused = row;
    }

    /** Whether the row holds a used region with this generation. */
    boolean isUsed(int row, int generation) {
        return row >= 0
                && row < rowCount
                && page(row).state[row & PAGE_MASK] == State.USED
                && page(row).generation[row & PAGE_MASK] == generation;
    }

    boolean isFree(int row) {
        return page(row).state[row & PAGE_MASK] == State.FREE;
    }

    /** Marks a region used; returns the generation of this use. */
    int use(int row) {
        Page page = page(row);
        int index = row & PAGE_MASK;
        page.state[index] = State.USED;
        return ++page.generation[index];
    }

    void markFree(int row) {
        page(row).state[row & PAGE_MASK] = State.FREE;
    }

    long offset(int row) {
        return page(row).offset[row & PAGE_MASK];
    }

    void setOffset(int row, long offset) {
        page(row).offset[row & PAGE_MASK] = offset;
    }

    long length(int row) {
        return page(row).length[row & PAGE_MASK];
    }

    void setLength(int row, long length) {
        page(row).length[row & PAGE_MASK] = length;
    }

    int previous(int row) {
        return page(row).previous[row & PAGE_MASK];
    }

    void setPrevious(int row, int previous) {
        page(row).previous[row & PAGE_MASK] = previous;
    }

    int next(int row) {
        return page(row).next[row & PAGE_MASK];
    }

    void setNext(int row, int next) {
        page(row).next[row & PAGE_MASK] = next;
    }

    int binPrevious(int row) {
        return page(row).binPrevious[row & PAGE_MASK];
    }

    void setBinPrevious(int row, int previous) {
        page(row).binPrevious[row & PAGE_MASK] = previous;
    }

    int binNext(int row) {
        return page(row).binNext[row & PAGE_MASK];
    }

    void setBinNext(int row, int next) {
        page(row).binNext[row & PAGE_MASK] = next;
    }

    private Page page(int row) {
        return pages[row >>> PAGE_BITS];
    }

    private enum State {
        UNUSED,
        FREE,
        USED
    }

    private static final class Page {
        final long[] offset = new long[PAGE_ROWS];
        final long[] length = new long[PAGE_ROWS];
        final int[] previous = new int[PAGE_ROWS];
        final int[] next = new int[PAGE_ROWS];
        final int[] binPrevious = new int[PAGE_ROWS];
        final int[] binNext = new int[PAGE_ROWS];
        final int[] generation = new int[PAGE_ROWS];
        final State[] state = new State[PAGE_ROWS];
    }
}
