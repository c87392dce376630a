package io.mooncake.master.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Whether evicting every readable object could make room for the rest of a replica. Where it could not, nothing is
 * evicted.
 */
final class EvictionOutlook {

    private final SegmentRegistry segments;
    private final PlacementRequest request;
    private final List<ReplicaPlan> earlier;
    private final Predicate<Segment> eligible;

    /** An outlook on a request with these replicas placed, for segments that the policy could choose. */
    EvictionOutlook(
            SegmentRegistry segments,
            PlacementRequest request,
            List<ReplicaPlan> earlier,
            Predicate<Segment> eligible) {
        this.segments = segments;
        this.request = request;
        this.earlier = earlier;
        this.eligible = eligible;
    }

    /** Whether the slices from this one on could have room beside the earlier replicas. */
    boolean mayHelp(int slice) {
        long restBytes = request.sizeBytes() - slice * request.sliceBytes();
        if (earlier.isEmpty()) {
            return isAvailable(restBytes, segment -> true);
        }
        return isAvailable(request.sliceLengthBytes(slice), segment -> holdsNoReplica(segment.owner, slice))
                && fitBesideEarlierReplicas(slice, restBytes);
    }

    private boolean holdsNoReplica(Client owner, int slice) {
        for (ReplicaPlan plan : earlier) {
            if (plan.isSliceOn(slice, owner)) {
                return false;
            }
        }
        return true;
    }

    /** Slices with a replica on an owner must have room on the others. */
    private boolean fitBesideEarlierReplicas(int slice, long restBytes) {
        Map<Client, Long> bytesByOwner = new HashMap<>();
        for (int i = slice; i < request.sliceCount(); i++) {
            for (ReplicaPlan plan : earlier) {
                for (Client owner : plan.ownersOf(i)) {
                    bytesByOwner.merge(owner, request.sliceLengthBytes(i), Long::sum);
                }
            }
        }
        for (Map.Entry<Client, Long> entry : bytesByOwner.entrySet()) {
            long neededBytes = Math.min(entry.getValue(), restBytes);
            if (!isAvailable(neededBytes, segment -> segment.owner != entry.getKey())) {
                return false;
            }
        }
        return isAvailable(restBytes, segment -> true);
    }

    /** Whether these segments would have this much free if every readable object were evicted. */
    private boolean isAvailable(long lengthBytes, Predicate<Segment> wanted) {
        long rest = lengthBytes;
        for (Segment segment : segments.mounted()) {
            if (segment.isPlaceable()
                    && !request.excludedSegments().contains(segment.name())
                    && eligible.test(segment)
                    && wanted.test(segment)) {
                rest -= segment.spec.sizeBytes() - segment.openBytes - segment.fencedBytes;
            }
            if (rest <= 0) {
                return true;
            }
        }
        return false;
    }
}
