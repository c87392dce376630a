package io.mooncake.allocator;

/**
 * How full an {@link OffsetAllocator} is.
 *
 * @param capacityBytes what it manages: its range, rounded down to its alignment
 * @param allocatedBytes sum of the exact lengths of all allocations
 * @param freeBytes sum of all free regions; what rounding to the alignment costs is neither free nor allocated
 * @param largestFreeBytes a free region of at least this length exists, and an allocation of this length succeeds;
 *     no free
 *     region is longer by more than a sixteenth
 * @param allocationCount allocations not yet given back
 * @param freeRegionCount free regions, each as long as possible
 */
public record FreeSpaceReport(
        long capacityBytes,
        long allocatedBytes,
        long freeBytes,
        long largestFreeBytes,
        long allocationCount,
        long freeRegionCount) {}
