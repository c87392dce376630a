package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds room for the replicas of one new object, evicting older objects where there is none. Nothing of a replica
 * that
 * does not fit stays allocated.
 */
final class Placement {

    /*
     * A slice is tried, in this order: in one piece on the preferred segments as named; in one piece on a segment
     * that the
     * replica does not use yet, from a random one on; in one piece on any; in up to 16 pieces on one segment; in
     * up to 16
     * pieces on several. Segments of suspect clients, and of clients that hold another replica of the slice, never
     * count.
     */

    private static final int MAXIMUM_ATTEMPTS = 100;
    private static final int MAXIMUM_EXTENTS_PER_SLICE = 16;
    private static final long SMALLEST_PIECE_BYTES = 64L << 10;

    private final SegmentRegistry segments;
    private final EvictionAgent eviction;
    private final RandomGenerator random;
    private final PlacementRequest request;
    private final List<ReplicaPlan> plans = new ArrayList<>();

    private EvictionAgent.@Nullable Scan scan;
    private int start;

    Placement(SegmentRegistry segments, EvictionAgent eviction, RandomGenerator random, PlacementRequest request) {
        this.segments = segments;
        this.eviction = eviction;
        this.random = random;
        this.request = request;
    }

    /** Replicas placed so far. */
    List<ReplicaPlan> plans() {
        return plans;
    }

    /** Leased objects that eviction has passed over. */
    long leasedCount() {
        return scan == null ? 0 : scan.leasedCount();
    }

    /** Places one more replica; the stamp is used by no other replica. */
    boolean addReplica(long stamp, long nowNanos) {
        if (request.sizeBytes() > availableBytes(false)) {
            return false;
        }
        ReplicaPlan plan = new ReplicaPlan(stamp);
        int segmentCount = segments.mounted().size();
        start = segmentCount == 0 ? 0 : random.nextInt(segmentCount);
        boolean mayEvict = request.sizeBytes() <= availableBytes(true);
        int sliceCount = request.sliceCount();
        for (int slice = 0; slice < sliceCount; slice++) {
            if (!placeSlice(plan, slice) && !(mayEvict && placeByEvicting(plan, slice, nowNanos))) {
                plan.extents().forEach(segments::free);
                return false;
            }
        }
        plans.add(plan);
        return true;
    }

    /** What would be free if every readable object on the segments that count were evicted. */
    private long availableBytes(boolean onlyNewOwners) {
        long available = 0;
        for (Segment segment : segments.mounted()) {
            if (segment.isPlaceable() && !(onlyNewOwners && holdsEarlierReplica(segment.owner))) {
                available += segment.spec.sizeBytes() - segment.openBytes - segment.fencedBytes;
            }
        }
        return available;
    }

    private boolean holdsEarlierReplica(Client owner) {
        for (ReplicaPlan plan : plans) {
            if (plan.isSliceOn(0, owner)) {
                return true;
            }
        }
        return false;
    }

    private boolean counts(Segment segment, int slice) {
        if (!segment.isPlaceable()) {
            return false;
        }
        for (ReplicaPlan plan : plans) {
            if (plan.isSliceOn(slice, segment.owner)) {
                return false;
            }
        }
        return true;
    }

    private boolean placeByEvicting(ReplicaPlan plan, int slice, long nowNanos) {
        EvictionAgent.Scan current = scan == null ? eviction.scan() : scan;
        scan = current;
        long freeBytes = 0;
        for (Segment segment : segments.mounted()) {
            freeBytes += counts(segment, slice) ? segment.allocator.freeBytes() : 0;
        }
        while (true) {
            long freed = current.evictNext(segment -> counts(segment, slice), nowNanos);
            if (freed < 0) {
                return false;
            }
            freeBytes += freed;
            if (freeBytes >= request.sliceLengthBytes(slice) && placeSlice(plan, slice)) {
                return true;
            }
        }
    }

    private boolean placeSlice(ReplicaPlan plan, int slice) {
        long lengthBytes = request.sliceLengthBytes(slice);
        return placePreferred(plan, slice, lengthBytes)
                || placeWhole(plan, slice, lengthBytes, true)
                || placeWhole(plan, slice, lengthBytes, false)
                || placeInPieces(plan, slice, lengthBytes);
    }

    private boolean placePreferred(ReplicaPlan plan, int slice, long lengthBytes) {
        for (String name : request.config().preferredSegments()) {
            for (Segment segment : segments.named(name)) {
                if (counts(segment, slice) && placeWholeOn(plan, segment, lengthBytes)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean placeWhole(ReplicaPlan plan, int slice, long lengthBytes, boolean onlyUnused) {
        List<Segment> mounted = segments.mounted();
        if (onlyUnused && plan.segmentCount() >= mounted.size()) {
            return false;
        }
        for (int attempt = 0; attempt < attempts(); attempt++) {
            Segment segment = candidate(slice, attempt);
            if (!(onlyUnused && plan.uses(segment))
                    && counts(segment, slice)
                    && placeWholeOn(plan, segment, lengthBytes)) {
                return true;
            }
        }
        return false;
    }

    private boolean placeWholeOn(ReplicaPlan plan, Segment segment, long lengthBytes) {
        Extent extent = segments.allocate(segment, lengthBytes);
        if (extent == null) {
            return false;
        }
        plan.addSlice(List.of(extent));
        return true;
    }

    private boolean placeInPieces(ReplicaPlan plan, int slice, long lengthBytes) {
        List<Extent> pieces = new ArrayList<>();
        for (int attempt = 0; attempt < attempts(); attempt++) {
            Segment segment = candidate(slice, attempt);
            if (segment.allocator.freeBytes() >= lengthBytes && counts(segment, slice)) {
                if (takePieces(segment, lengthBytes, pieces) == 0) {
                    plan.addSlice(pieces);
                    return true;
                }
                giveBack(pieces);
            }
        }
        long rest = lengthBytes;
        for (int attempt = 0; attempt < attempts() && rest > 0; attempt++) {
            Segment segment = candidate(slice, attempt);
            if (counts(segment, slice)) {
                rest = takePieces(segment, rest, pieces);
            }
        }
        if (rest > 0) {
            giveBack(pieces);
            return false;
        }
        plan.addSlice(pieces);
        return true;
    }

    /** Takes the longest ranges of a segment while pieces may be added; returns what is still missing. */
    private long takePieces(Segment segment, long lengthBytes, List<Extent> pieces) {
        long rest = lengthBytes;
        while (rest > 0 && pieces.size() < MAXIMUM_EXTENTS_PER_SLICE) {
            Extent piece = segments.allocateUpTo(segment, Math.min(rest, SMALLEST_PIECE_BYTES), rest);
            if (piece == null) {
                return rest;
            }
            pieces.add(piece);
            rest -= piece.lengthBytes();
        }
        return rest;
    }

    private void giveBack(List<Extent> pieces) {
        pieces.forEach(segments::free);
        pieces.clear();
    }

    private int attempts() {
        return Math.min(MAXIMUM_ATTEMPTS, segments.mounted().size());
    }

    private Segment candidate(int slice, int attempt) {
        List<Segment> mounted = segments.mounted();
        return mounted.get((int) (((long) start + slice + attempt) % mounted.size()));
    }
}
