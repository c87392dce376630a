package io.mooncake.master.core.placement;

import java.util.List;

/** Consecutive segments from a random one on. */
record RandomPolicy() implements PlacementPolicy {

    @Override
    public <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query) {
        return Candidates.consecutive(List.of(), pool.mounted(), query.start());
    }
}
