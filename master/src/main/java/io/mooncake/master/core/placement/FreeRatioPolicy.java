package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * The emptiest of a few: consecutive segments from a random one on, sorted by their free share; the rest as
 * {@link RandomPolicy}.
 *
 * @param score what they are sorted by, the greatest first
 */
record FreeRatioPolicy(Score score) implements PlacementPolicy {

    /** Segments that are looked at for each replica that is missing. */
    static final int CANDIDATES_PER_REPLICA = 6;

    /** A figure of the mounted segment at a position. */
    interface Score {
        double of(SegmentPool<?> pool, int position);
    }

    @Override
    public <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query) {
        List<S> mounted = pool.mounted();
        int count = Math.min(CANDIDATES_PER_REPLICA * query.missingReplicas(), mounted.size());
        // Few, and sorted for every slice: plain arrays and insertion, equals in the order of the sample.
        int[] positions = new int[count];
        double[] scores = new double[count];
        for (int i = 0; i < count; i++) {
            int position = (int) ((query.start() + i) % mounted.size());
            double own = score.of(pool, position);
            int place = i;
            while (place > 0 && scores[place - 1] < own) {
                scores[place] = scores[place - 1];
                positions[place] = positions[place - 1];
                place--;
            }
            scores[place] = own;
            positions[place] = position;
        }
        List<S> chosen = new ArrayList<>(count);
        for (int position : positions) {
            chosen.add(mounted.get(position));
        }
        // The sampled ones come last this time: they had no room.
        return Candidates.consecutive(chosen, mounted, query.start() + count);
    }
}
