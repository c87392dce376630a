package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first preferred segment and no other, for one replica. */
record CxlPolicy() implements PlacementPolicy {

    @Override
    public @Nullable String refusal(int replicaNum, List<String> preferredSegments) {
        if (preferredSegments.isEmpty()) {
            return "allocation_strategy cxl needs preferred_segments: the first is where the object goes";
        }
        return replicaNum == 1 ? null : "allocation_strategy cxl places one replica, replica_num is " + replicaNum;
    }

    @Override
    public <S extends SegmentView> Iterable<S> preferred(SegmentPool<S> pool, PlacementQuery query) {
        List<S> segments = new ArrayList<>();
        PlacementPolicy.addRotated(
                segments, pool.named(query.preferredSegments().getFirst()), query.start());
        return segments;
    }

    @Override
    public <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query) {
        return Candidates.consecutive(List.of(), List.of(), 0);
    }

    @Override
    public boolean isEligible(SegmentView segment, PlacementQuery query) {
        return segment.name().equals(query.preferredSegments().getFirst());
    }

    @Override
    public <S extends SegmentView> List<S> targeted(SegmentPool<S> pool, String name) {
        return List.of();
    }
}
