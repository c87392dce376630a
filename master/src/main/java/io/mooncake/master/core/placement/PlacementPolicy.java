package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * In which order segments are tried for a slice. A segment that holds another replica of the slice, that is excluded,
 * or that takes nothing new at present is passed over by the caller.
 *
 * <p>Pure: the answer depends on the arguments alone. First come {@link #preferred}; what they have no room for goes to
 * {@link #candidates}.
 */
public sealed interface PlacementPolicy permits RandomPolicy, FreeRatioPolicy, LocalFirstPolicy, CxlPolicy {

    /** What makes the request impossible for this policy; {@code null}: nothing. */
    default @Nullable String refusal(int replicaNum, List<String> preferredSegments) {
        return null;
    }

    /** Segments to try before all others, in this order. */
    default <S extends SegmentView> Iterable<S> preferred(SegmentPool<S> pool, PlacementQuery query) {
        if (query.preferredSegments().isEmpty()) {
            return List.of();
        }
        List<S> segments = new ArrayList<>();
        for (String name : query.preferredSegments()) {
            addRotated(segments, pool.named(name), query.start());
        }
        return segments;
    }

    /** The other segments to try, in this order. */
    <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query);

    /** Whether this policy could choose a segment at all, so that evicting from it can help. */
    default boolean isEligible(SegmentView segment, PlacementQuery query) {
        return true;
    }

    /**
     * The segments for an allocation that names its target, as a copy or a move does; empty: NO_AVAILABLE_HANDLE.
     */
    default <S extends SegmentView> List<S> targeted(SegmentPool<S> pool, String name) {
        return pool.named(name);
    }

    /** Several segments may have one name: one of them, at random, comes first. */
    static <S> void addRotated(List<S> target, List<? extends S> source, long start) {
        for (int i = 0; i < source.size(); i++) {
            target.add(source.get((int) ((start + i) % source.size())));
        }
    }
}
