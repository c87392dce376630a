package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** On which segments the slices of an object lie, for a write that replaces it by a value of the same length. */
final class EarlierPlacement {

    /** Nothing is replaced, or by a value of another length. */
    static final EarlierPlacement NONE = new EarlierPlacement(List.of());

    private final List<Segment[]> segmentsByReplica;

    private EarlierPlacement(List<Segment[]> segmentsByReplica) {
        this.segmentsByReplica = segmentsByReplica;
    }

    static EarlierPlacement of(StoredObject object, WriteRequest request) {
        if (object.sizeBytes != request.sizeBytes() || object.sliceBytes != request.sliceBytes()) {
            return NONE;
        }
        List<Segment[]> segmentsByReplica = new ArrayList<>(object.replicas.length);
        for (StoredReplica replica : object.replicas) {
            segmentsByReplica.add(firstSegments(object, replica));
        }
        return new EarlierPlacement(segmentsByReplica);
    }

    /** For each slice the segment that it starts on. */
    private static Segment[] firstSegments(StoredObject object, StoredReplica replica) {
        Segment[] segments = new Segment[Math.toIntExact(object.sliceCount())];
        long offsetBytes = 0;
        for (Extent extent : replica.extents) {
            if (offsetBytes % object.sliceBytes == 0) {
                segments[Math.toIntExact(offsetBytes / object.sliceBytes)] = extent.segment;
            }
            offsetBytes += extent.lengthBytes();
        }
        return segments;
    }

    /** Where this slice of this replica lies; {@code null} where there was no such replica. */
    @Nullable
    Segment segment(int replica, int slice) {
        return replica < segmentsByReplica.size() ? segmentsByReplica.get(replica)[slice] : null;
    }
}
