package io.mooncake.bench.measure.placement;

import io.mooncake.master.core.placement.AllocationStrategy;
import java.util.ArrayList;
import java.util.List;

/**
 * One cluster to fill.
 *
 * @param strategy how it places
 * @param skewed whether segments have 1.5 and 0.5 times the mean length in turns
 * @param replicaNum replicas of each object
 * @param segmentCount segments, each of an owner of its own
 */
record PlacementCase(AllocationStrategy strategy, boolean skewed, int replicaNum, int segmentCount) {

    private static final int[] SEGMENT_COUNTS = {1, 4, 16, 64, 512};
    private static final int MOST_REPLICAS = 3;

    static List<PlacementCase> all() {
        List<PlacementCase> cases = new ArrayList<>();
        for (AllocationStrategy strategy : List.of(AllocationStrategy.RANDOM, AllocationStrategy.FREE_RATIO_FIRST)) {
            for (boolean skewed : new boolean[] {false, true}) {
                for (int replicaNum = 1; replicaNum <= MOST_REPLICAS; replicaNum++) {
                    for (int segmentCount : SEGMENT_COUNTS) {
                        if (replicaNum <= segmentCount) {
                            cases.add(new PlacementCase(strategy, skewed, replicaNum, segmentCount));
                        }
                    }
                }
            }
        }
        return cases;
    }

    String caseName() {
        return strategy.flagValue() + (skewed ? ", skewed, " : ", uniform, ") + replicaNum + "/" + segmentCount;
    }

    /** Length of a segment, given the mean. */
    long segmentBytes(int index, long meanBytes) {
        if (!skewed) {
            return meanBytes;
        }
        return index % 2 == 0 ? meanBytes / 2 * 3 : meanBytes / 2;
    }
}
