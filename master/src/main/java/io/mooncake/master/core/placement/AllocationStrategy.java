package io.mooncake.master.core.placement;

import java.util.List;
import java.util.stream.Stream;

/** The policies by the names of the flag. */
public enum AllocationStrategy {
    /** Consecutive segments from a random one on. */
    RANDOM("random"),
    /** The emptiest of a few. */
    FREE_RATIO_FIRST("free_ratio_first"),
    /** The one of a few with the emptiest SSD. */
    SSD_FREE_RATIO_FIRST("ssd_free_ratio_first"),
    /** The writer's own host. */
    LOCAL_FIRST("local_first"),
    /** The named segment and no other. */
    CXL("cxl");

    private final String flagValue;

    AllocationStrategy(String flagValue) {
        this.flagValue = flagValue;
    }

    /** What the flag says. */
    public String flagValue() {
        return flagValue;
    }

    /** How it chooses. */
    public PlacementPolicy policy() {
        return switch (this) {
            case RANDOM -> new RandomPolicy();
            case FREE_RATIO_FIRST -> new FreeRatioPolicy(SegmentPool::freeRatio);
            case SSD_FREE_RATIO_FIRST -> new FreeRatioPolicy(SegmentPool::ssdFreeRatio);
            case LOCAL_FIRST -> new LocalFirstPolicy();
            case CXL -> new CxlPolicy();
        };
    }

    /** Every legal value of the flag. */
    public static List<String> flagValues() {
        return Stream.of(values()).map(AllocationStrategy::flagValue).toList();
    }

    /** The strategy of this name. */
    public static AllocationStrategy of(String flagValue) {
        for (AllocationStrategy strategy : values()) {
            if (strategy.flagValue.equals(flagValue)) {
                return strategy;
            }
        }
        throw new IllegalArgumentException("no allocation strategy " + flagValue);
    }
}
