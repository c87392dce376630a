package io.mooncake.allocator;

/**
 * How full a {@link RangeAllocator} is.
 *
 * @param capacityBytes what it manages: its range, rounded down to its alignment
 * @param allocatedBytes sum of the exact lengths of all allocations
 * @param freeBytes sum of all free regions; what rounding costs is neither free nor allocated
 * @param largestFreeBytes length of the longest free region
 * @param allocationCount allocations not yet given back
 * @param freeRegionCount free regions, each as long as possible
 */
public record FreeSpaceReport(
        long capacityBytes,
        long allocatedBytes,
        long freeBytes,
        long largestFreeBytes,
        long allocationCount,
        long freeRegionCount) {

    /** The share of the free bytes that lies outside the longest free region, 0 to 1; 0 when nothing is free. */
    public double fragmentation() {
        return freeBytes == 0 ? 0 : 1 - (double) largestFreeBytes / freeBytes;
    }
}
