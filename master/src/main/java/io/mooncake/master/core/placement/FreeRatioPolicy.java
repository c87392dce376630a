package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The emptiest of a few: consecutive segments from a random one on, sorted by their free share; the rest as
 * {@link RandomPolicy}.
 *
 * @param freeRatio what they are sorted by
 */
record FreeRatioPolicy(ToDoubleFunction<SegmentView> freeRatio) implements PlacementPolicy {

    /** Segments that are looked at for each replica. */
    static final int CANDIDATES_PER_REPLICA = 6;

    private record Scored<S>(S segment, double freeRatio) {}

    @Override
    public <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query) {
        List<S> mounted = pool.mounted();
        int count = Math.min(CANDIDATES_PER_REPLICA * query.replicaNum(), mounted.size());
        List<Scored<S>> scored = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            S segment = mounted.get((int) ((query.start() + i) % mounted.size()));
            scored.add(new Scored<>(segment, freeRatio.applyAsDouble(segment)));
        }
        scored.sort(Comparator.comparingDouble((Scored<S> candidate) -> candidate.freeRatio)
                .reversed());
        List<S> chosen = new ArrayList<>(count);
        for (Scored<S> candidate : scored) {
            chosen.add(candidate.segment);
        }
        // The sampled ones come last this time: they had no room.
        return Candidates.consecutive(chosen, mounted, query.start() + count);
    }
}
