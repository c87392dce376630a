package io.mooncake.master.core;

import io.mooncake.allocator.PieceLimits;
import io.mooncake.master.core.placement.Candidates;
import io.mooncake.master.core.placement.PlacementConfig;
import io.mooncake.master.core.placement.PlacementPolicy;
import io.mooncake.master.core.placement.PlacementQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds room for the replicas of one new object, evicting older objects where there is none. Nothing of a replica that
 * does not fit stays allocated.
 */
final class Placement {

    /*
     * The policy says in which order segments are tried. A slice is placed, in this order: on the preferred segments as
     * named; on the segment where the value that it replaces lies; in one piece on a candidate that the replica does
     * not use yet; in one piece on any candidate; in several pieces on one; in several pieces on several. Segments of
     * suspect clients, of clients that hold another replica of the slice, and excluded ones never count.
     */

    /** Eviction looks at all segments again after each such part of a slice has become free. */
    private static final int RETRY_SHARE = 16;

    private final SegmentRegistry segments;
    private final EvictionAgent eviction;
    private final PlacementPolicy policy;
    private final PieceLimits limits;
    private final PlacementRequest request;
    private final long start;
    private final List<ReplicaPlan> plans = new ArrayList<>();

    /** Replicas that lie on preferred segments alone. */
    private int preferredReplicas;

    private EvictionAgent.@Nullable Scan scan;

    private @Nullable Candidates<Segment> candidates;
    private int candidatesSlice;

    Placement(
            SegmentRegistry segments,
            EvictionAgent eviction,
            PlacementConfig config,
            RandomGenerator random,
            PlacementRequest request) {
        this.segments = segments;
        this.eviction = eviction;
        this.policy = config.strategy().policy();
        this.limits = config.extentLimits();
        this.request = request;
        int segmentCount = segments.mounted().size();
        start = segmentCount == 0 ? 0 : random.nextInt(segmentCount);
    }

    /** Replicas placed so far. */
    List<ReplicaPlan> plans() {
        return plans;
    }

    /** Leased objects that eviction has passed over. */
    long leasedCount() {
        return scan == null ? 0 : scan.leasedCount();
    }

    /** Objects about to be replaced that eviction has passed over. */
    long busyCount() {
        return scan == null ? 0 : scan.busyCount();
    }

    /** Places one more replica; the stamp is used by no other replica. */
    boolean addReplica(long stamp, long nowNanos) {
        if (request.sizeBytes() > segments.capacityBytes()) {
            return false;
        }
        ReplicaPlan plan = new ReplicaPlan(stamp);
        int sliceCount = request.sliceCount();
        for (int slice = 0; slice < sliceCount; slice++) {
            if (!placeSlice(plan, slice) && !placeByEvicting(plan, slice, nowNanos)) {
                plan.extents().forEach(segments::free);
                return false;
            }
        }
        plans.add(plan);
        preferredReplicas += plan.preferredSlices() == sliceCount ? 1 : 0;
        return true;
    }

    private PlacementQuery query(int slice) {
        return request.query(preferredReplicas, start + slice);
    }

    private boolean counts(Segment segment, int slice) {
        if (!segment.isPlaceable() || isExcluded(segment)) {
            return false;
        }
        for (ReplicaPlan plan : plans) {
            if (plan.isSliceOn(slice, segment.owner)) {
                return false;
            }
        }
        return true;
    }

    /** A segment's name lies elsewhere in memory: it is only asked for where names are excluded. */
    private boolean isExcluded(Segment segment) {
        return !request.excludedSegments().isEmpty()
                && request.excludedSegments().contains(segment.name());
    }

    private boolean placeSlice(ReplicaPlan plan, int slice) {
        long lengthBytes = request.sliceLengthBytes(slice);
        PlacementQuery query = query(slice);
        if (placePreferred(plan, slice, query, lengthBytes) || placeWhereItLay(plan, slice, query, lengthBytes)) {
            return true;
        }
        Candidates<Segment> candidates = candidates(slice, query);
        return placeWhole(plan, slice, candidates, lengthBytes, true)
                || placeWhole(plan, slice, candidates, lengthBytes, false)
                || placeInPieces(plan, slice, candidates, lengthBytes)
                || placeOnSeveral(plan, slice, candidates, lengthBytes);
    }

    /** One choice serves all replicas of a slice, until an eviction changes what is free. */
    private Candidates<Segment> candidates(int slice, PlacementQuery query) {
        Candidates<Segment> known = candidates;
        if (known == null || slice != candidatesSlice) {
            known = policy.candidates(segments, query);
            candidates = known;
            candidatesSlice = slice;
        }
        return known;
    }

    private boolean placePreferred(ReplicaPlan plan, int slice, PlacementQuery query, long lengthBytes) {
        for (Segment segment : policy.preferred(segments, query)) {
            if (counts(segment, slice) && placeOn(plan, segment, lengthBytes)) {
                plan.countPreferredSlice();
                return true;
            }
        }
        return false;
    }

    private boolean placeWhereItLay(ReplicaPlan plan, int slice, PlacementQuery query, long lengthBytes) {
        Segment segment = request.earlier().segment(plans.size(), slice);
        return segment != null
                && counts(segment, slice)
                && policy.isEligible(segment, query)
                && placeOn(plan, segment, lengthBytes);
    }

    private boolean placeWhole(
            ReplicaPlan plan, int slice, Candidates<Segment> candidates, long lengthBytes, boolean onlyUnused) {
        if (onlyUnused && plan.segmentCount() >= segments.mounted().size()) {
            return false;
        }
        for (int position = 0; position < candidates.count(); position++) {
            Segment segment = candidates.get(position);
            if (segment.freeBytes() < lengthBytes || (onlyUnused && plan.uses(segment)) || !counts(segment, slice)) {
                continue;
            }
            Extent extent = segments.allocate(segment, lengthBytes);
            if (extent != null) {
                plan.addSlice(List.of(extent));
                return true;
            }
        }
        return false;
    }

    private boolean placeInPieces(ReplicaPlan plan, int slice, Candidates<Segment> candidates, long lengthBytes) {
        for (int position = 0; position < candidates.count(); position++) {
            Segment segment = candidates.get(position);
            if (counts(segment, slice) && placeOn(plan, segment, lengthBytes)) {
                return true;
            }
        }
        return false;
    }

    /** Places a slice on one segment, in as few pieces as it has room for. */
    private boolean placeOn(ReplicaPlan plan, Segment segment, long lengthBytes) {
        if (segment.freeBytes() < lengthBytes) {
            return false;
        }
        List<Extent> pieces = segments.allocatePieces(segment, lengthBytes, limits);
        if (pieces.isEmpty()) {
            return false;
        }
        plan.addSlice(pieces);
        return true;
    }

    private boolean placeOnSeveral(ReplicaPlan plan, int slice, Candidates<Segment> candidates, long lengthBytes) {
        if (limits.maximumPieces() == 1) {
            return false;
        }
        List<Extent> pieces = new ArrayList<>();
        long rest = lengthBytes;
        for (int position = 0; position < candidates.count() && rest > 0; position++) {
            Segment segment = candidates.get(position);
            if (counts(segment, slice)) {
                rest = takePieces(segment, rest, pieces);
            }
        }
        if (rest > 0) {
            pieces.forEach(segments::free);
            return false;
        }
        plan.addSlice(pieces);
        return true;
    }

    /** Takes the longest ranges of a segment while pieces may be added; returns what is still missing. */
    private long takePieces(Segment segment, long lengthBytes, List<Extent> pieces) {
        long rest = lengthBytes;
        while (rest > 0 && pieces.size() < limits.maximumPieces()) {
            Extent piece = segments.allocateUpTo(segment, Math.min(rest, limits.smallestBytes()), rest);
            if (piece == null) {
                return rest;
            }
            pieces.add(piece);
            rest -= piece.lengthBytes();
        }
        return rest;
    }

    /** Evicts the oldest objects that are in the way until the slice has room. */
    private boolean placeByEvicting(ReplicaPlan plan, int slice, long nowNanos) {
        candidates = null;
        if (eviction.releaseExpired(nowNanos) && placeSlice(plan, slice)) {
            return true;
        }
        PlacementQuery query = query(slice);
        if (!new EvictionOutlook(segments, request, plans, segment -> policy.isEligible(segment, query))
                .mayHelp(slice)) {
            return false;
        }
        EvictionAgent.Scan current = scan == null ? eviction.scan() : scan;
        scan = current;
        long lengthBytes = request.sliceLengthBytes(slice);
        // The segments have been tried in vain as they are.
        long freedSinceTried = 0;
        while (true) {
            long freed =
                    current.evictNext(segment -> counts(segment, slice) && policy.isEligible(segment, query), nowNanos);
            if (freed < 0) {
                return freedSinceTried > 0 && placeSlice(plan, slice);
            }
            freedSinceTried += freed;
            candidates = null;
            for (Segment segment : current.lastEvictedFrom()) {
                if (counts(segment, slice)
                        && policy.isEligible(segment, query)
                        && placeOn(plan, segment, lengthBytes)) {
                    return true;
                }
            }
            if (freedSinceTried >= lengthBytes / RETRY_SHARE) {
                if (placeSlice(plan, slice)) {
                    return true;
                }
                freedSinceTried = 0;
            }
        }
    }
}
