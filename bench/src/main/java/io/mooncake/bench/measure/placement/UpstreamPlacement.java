package io.mooncake.bench.measure.placement;

import io.mooncake.master.core.placement.AllocationStrategy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What upstream published for its strategies, with segments of 1 TB and objects of 3,274,752 B.
 *
 * @param allocationsPerSecond rate
 * @param p99Nanos time of the slowest hundredth
 * @param deviation standard deviation of the utilisation of the segments
 */
record UpstreamPlacement(
        AllocationStrategy strategy,
        boolean skewed,
        int replicaNum,
        int segmentCount,
        double allocationsPerSecond,
        double p99Nanos,
        double deviation) {

    private static final AllocationStrategy RANDOM = AllocationStrategy.RANDOM;
    private static final AllocationStrategy FREE_RATIO = AllocationStrategy.FREE_RATIO_FIRST;

    private static final List<UpstreamPlacement> ALL = List.of(
            new UpstreamPlacement(RANDOM, false, 1, 1, 1_015_964, 1694, 0),
            new UpstreamPlacement(RANDOM, false, 1, 4, 809_246, 2435, 0.0006),
            new UpstreamPlacement(RANDOM, false, 2, 4, 503_007, 7545, 0.0004),
            new UpstreamPlacement(RANDOM, false, 3, 4, 377_095, 6613, 0.0002),
            new UpstreamPlacement(RANDOM, false, 1, 16, 691_790, 2835, 0.0003),
            new UpstreamPlacement(RANDOM, false, 2, 16, 434_370, 8135, 0.0003),
            new UpstreamPlacement(RANDOM, false, 3, 16, 322_012, 8326, 0.0006),
            new UpstreamPlacement(FREE_RATIO, false, 1, 1, 887_098, 1894, 0),
            new UpstreamPlacement(FREE_RATIO, false, 1, 4, 680_538, 2685, 0),
            new UpstreamPlacement(FREE_RATIO, false, 2, 4, 441_341, 8336, 0),
            new UpstreamPlacement(FREE_RATIO, false, 3, 4, 328_024, 6682, 0),
            new UpstreamPlacement(FREE_RATIO, false, 1, 16, 571_007, 3186, 0),
            new UpstreamPlacement(FREE_RATIO, false, 2, 16, 343_893, 7825, 0),
            new UpstreamPlacement(FREE_RATIO, false, 3, 16, 251_734, 8346, 0),
            new UpstreamPlacement(RANDOM, true, 1, 1, 925_104, 2124, 0),
            new UpstreamPlacement(RANDOM, true, 1, 4, 793_128, 2465, 0.0078),
            new UpstreamPlacement(RANDOM, true, 2, 4, 495_155, 6463, 0.0043),
            new UpstreamPlacement(RANDOM, true, 3, 4, 442_797, 6593, 0.0116),
            new UpstreamPlacement(RANDOM, true, 1, 16, 680_546, 2876, 0.0081),
            new UpstreamPlacement(RANDOM, true, 2, 16, 419_847, 8747, 0.0069),
            new UpstreamPlacement(RANDOM, true, 3, 16, 316_027, 7764, 0.0057),
            new UpstreamPlacement(FREE_RATIO, true, 1, 1, 828_717, 2465, 0),
            new UpstreamPlacement(FREE_RATIO, true, 1, 4, 691_428, 2675, 0),
            new UpstreamPlacement(FREE_RATIO, true, 2, 4, 444_332, 5570, 0),
            new UpstreamPlacement(FREE_RATIO, true, 3, 4, 347_967, 7003, 0.0004),
            new UpstreamPlacement(FREE_RATIO, true, 1, 16, 573_570, 3196, 0),
            new UpstreamPlacement(FREE_RATIO, true, 2, 16, 346_109, 9328, 0),
            new UpstreamPlacement(FREE_RATIO, true, 3, 16, 252_816, 8496, 0));

    static @Nullable UpstreamPlacement of(PlacementCase wanted) {
        for (UpstreamPlacement figure : ALL) {
            if (figure.strategy == wanted.strategy()
                    && figure.skewed == wanted.skewed()
                    && figure.replicaNum == wanted.replicaNum()
                    && figure.segmentCount == wanted.segmentCount()) {
                return figure;
            }
        }
        return null;
    }
}
