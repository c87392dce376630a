package io.mooncake.master.config;

import io.mooncake.allocator.PieceLimits;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import io.mooncake.master.core.placement.PlacementConfig;
import java.util.ArrayList;
import java.util.List;

/** The settings of {@link PlacementConfig} among the flags of the master. */
final class PlacementFlags {

    private static final String STRATEGY = "allocation_strategy";
    private static final String ALLOCATOR = "memory_allocator";
    private static final String MAXIMUM_EXTENTS = "max_extents_per_slice";
    private static final String SMALLEST_EXTENT = "min_extent_size";
    private static final String CXL = "enable_cxl";
    private static final int MOST_EXTENTS = 1024;
    private static final long MOST_EXTENT_BYTES = 1L << 30;

    private PlacementFlags() {}

    static Flags declare(Flags flags) {
        return flags.choice(
                        STRATEGY,
                        AllocationStrategy.RANDOM.flagValue(),
                        AllocationStrategy.flagValues(),
                        "In which order segments are tried, see docs/PLACEMENT.md.")
                .choice(
                        ALLOCATOR,
                        MemoryAllocator.OFFSET.flagValue(),
                        MemoryAllocator.flagValues(),
                        "How ranges of a segment are kept; cachelib is deprecated.")
                .integer(
                        MAXIMUM_EXTENTS,
                        PlacementConfig.DEFAULT_MAXIMUM_EXTENTS,
                        1,
                        MOST_EXTENTS,
                        "Most pieces of a slice where no free range holds it whole; 1: never cut.")
                .byteSize(
                        SMALLEST_EXTENT,
                        PlacementConfig.DEFAULT_SMALLEST_EXTENT_BYTES,
                        1,
                        MOST_EXTENT_BYTES,
                        "No piece of a slice but the last is shorter.")
                .bool(CXL, false, "Places in CXL memory: allocation_strategy cxl, memory_allocator cachelib.");
    }

    /** How room is found; flags that contradict each other are a fault. */
    static PlacementConfig of(FlagValues values) {
        AllocationStrategy strategy = AllocationStrategy.of(values.string(STRATEGY));
        MemoryAllocator allocator = MemoryAllocator.of(values.string(ALLOCATOR));
        PieceLimits limits = new PieceLimits(values.integer(MAXIMUM_EXTENTS), values.byteSize(SMALLEST_EXTENT));
        List<FlagFault> faults = new ArrayList<>();
        if (!values.bool(CXL)) {
            if (strategy == AllocationStrategy.CXL) {
                faults.add(values.fault(STRATEGY, "needs --enable_cxl"));
            }
            throwAny(faults);
            return new PlacementConfig(strategy, allocator, limits);
        }
        if (values.isGiven(STRATEGY) && strategy != AllocationStrategy.CXL) {
            faults.add(values.fault(STRATEGY, "must be cxl with --enable_cxl"));
        }
        if (values.isGiven(ALLOCATOR) && allocator != MemoryAllocator.CACHELIB) {
            faults.add(values.fault(ALLOCATOR, "must be cachelib with --enable_cxl"));
        }
        throwAny(faults);
        return new PlacementConfig(AllocationStrategy.CXL, MemoryAllocator.CACHELIB, limits);
    }

    private static void throwAny(List<FlagFault> faults) {
        if (!faults.isEmpty()) {
            throw new BadFlagsException(faults);
        }
    }

    /** What an operator should know about these settings. */
    static List<String> notices(PlacementConfig placement) {
        List<String> notices = new ArrayList<>();
        if (placement.allocator() == MemoryAllocator.CACHELIB) {
            notices.add("memory_allocator cachelib is deprecated: objects are at most "
                    + MemoryAllocator.CACHELIB.longestObjectBytes()
                    + " bytes and mixed sizes strand memory, prefer offset");
        }
        if (placement.strategy() == AllocationStrategy.SSD_FREE_RATIO_FIRST) {
            notices.add("allocation_strategy ssd_free_ratio_first: nobody reports the use of an SSD, each counts as"
                    + " free");
        }
        return notices;
    }
}
