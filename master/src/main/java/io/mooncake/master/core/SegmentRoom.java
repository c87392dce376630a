package io.mooncake.master.core;

import java.util.Arrays;

/**
 * Of each mounted segment, by its position, how long it is and how much of it is free: side by side, so that comparing
 * many segments touches few cache lines.
 */
final class SegmentRoom {

    private long[] capacityBytes = new long[16];
    private long[] freeBytes = new long[16];

    /** Notes the segment at this position; positions grow one by one. */
    void add(int position, long capacityBytesThere, long freeBytesThere) {
        if (position == capacityBytes.length) {
            capacityBytes = Arrays.copyOf(capacityBytes, 2 * position);
            freeBytes = Arrays.copyOf(freeBytes, 2 * position);
        }
        capacityBytes[position] = capacityBytesThere;
        freeBytes[position] = freeBytesThere;
    }

    /** The segment at one position is at another from now on. */
    void move(int from, int to) {
        capacityBytes[to] = capacityBytes[from];
        freeBytes[to] = freeBytes[from];
    }

    void setFree(int position, long freeBytesThere) {
        freeBytes[position] = freeBytesThere;
    }

    long freeBytes(int position) {
        return freeBytes[position];
    }

    /** Free share of the segment at this position, 0 to 1. */
    double freeRatio(int position) {
        return (double) freeBytes[position] / capacityBytes[position];
    }
}
