package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/**
 * The writer's host first, then the next greater host name, and so on around the end. Within a host the names are
 * sorted, and rotated by the hash of the key. Only for one replica, and where the writer's host is known; else as
 * {@link RandomPolicy}.
 */
record LocalFirstPolicy() implements PlacementPolicy {

    private static final RandomPolicy REST = new RandomPolicy();

    @Override
    public <S extends SegmentView> Iterable<S> preferred(SegmentPool<S> pool, PlacementQuery query) {
        Iterable<S> explicit = PlacementPolicy.super.preferred(pool, query);
        if (query.replicaNum() != 1 || query.writerHost().isEmpty()) {
            return explicit;
        }
        // Nearly always the writer's own host has room: the others are looked at only when it is asked for more.
        return () -> new HostOrder<>(explicit, pool.namesByHost(), query);
    }

    @Override
    public <S extends SegmentView> Candidates<S> candidates(SegmentPool<S> pool, PlacementQuery query) {
        return REST.candidates(pool, query);
    }

    /** The names of a host, rotated so that not every key begins with the same. */
    static <S> List<S> segmentsOf(NavigableMap<String, ? extends List<S>> names, PlacementQuery query) {
        List<List<S>> sorted = new ArrayList<>(names.values());
        List<S> segments = new ArrayList<>();
        int first = Math.floorMod(query.keyHash(), sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
            PlacementPolicy.addRotated(segments, sorted.get((first + i) % sorted.size()), query.start());
        }
        return segments;
    }
}
