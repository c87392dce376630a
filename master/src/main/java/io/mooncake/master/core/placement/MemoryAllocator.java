package io.mooncake.master.core.placement;

import io.mooncake.allocator.OffsetAllocator;
import io.mooncake.allocator.RangeAllocator;
import io.mooncake.allocator.RegionTable;
import io.mooncake.allocator.SlabAllocator;
import java.util.List;
import java.util.stream.Stream;

/** How the ranges of a segment are kept, by the names of the flag. */
public enum MemoryAllocator {
    /** Exact lengths anywhere. */
    OFFSET("offset"),
    /** Slots of slabs; deprecated. */
    CACHELIB("cachelib");

    private final String flagValue;

    MemoryAllocator(String flagValue) {
        this.flagValue = flagValue;
    }

    /** What the flag says. */
    public String flagValue() {
        return flagValue;
    }

    /** Base and length of a segment are multiples of this, in bytes. */
    public long segmentUnitBytes() {
        return switch (this) {
            case OFFSET -> 1;
            case CACHELIB -> SlabAllocator.SLAB_BYTES;
        };
    }

    /** The longest object, in bytes, however it is sliced. */
    public long longestObjectBytes() {
        return switch (this) {
            case OFFSET -> Long.MAX_VALUE;
            case CACHELIB -> SlabAllocator.LONGEST_BYTES;
        };
    }

    /** An allocator for a segment; all of a pool share one table. */
    public RangeAllocator create(long capacityBytes, long alignmentBytes, RegionTable regions) {
        return switch (this) {
            case OFFSET -> new OffsetAllocator(capacityBytes, alignmentBytes, regions);
            case CACHELIB -> new SlabAllocator(capacityBytes);
        };
    }

    /** Every legal value of the flag. */
    public static List<String> flagValues() {
        return Stream.of(values()).map(MemoryAllocator::flagValue).toList();
    }

    /** The allocator of this name. */
    public static MemoryAllocator of(String flagValue) {
        for (MemoryAllocator allocator : values()) {
            if (allocator.flagValue.equals(flagValue)) {
                return allocator;
            }
        }
        throw new IllegalArgumentException("no memory allocator " + flagValue);
    }
}
