package io.mooncake.master.core.placement;

import io.mooncake.allocator.PieceLimits;

/**
 * How room is found.
 *
 * @param strategy in which order segments are tried
 * @param allocator how the ranges of a segment are kept
 * @param extentLimits how far a slice is cut where no free range holds it whole
 */
public record PlacementConfig(AllocationStrategy strategy, MemoryAllocator allocator, PieceLimits extentLimits) {

    /** Most extents of a slice, where nothing else is set. */
    public static final int DEFAULT_MAXIMUM_EXTENTS = 16;

    /** The shortest extent but a slice's last, where nothing else is set. */
    public static final long DEFAULT_SMALLEST_EXTENT_BYTES = 64L << 10;

    /** Any segment; exact lengths; up to 16 extents from 64 KiB on. */
    public static final PlacementConfig DEFAULT = new PlacementConfig(
            AllocationStrategy.RANDOM,
            MemoryAllocator.OFFSET,
            new PieceLimits(DEFAULT_MAXIMUM_EXTENTS, DEFAULT_SMALLEST_EXTENT_BYTES));
}
