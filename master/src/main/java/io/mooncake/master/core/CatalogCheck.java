package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Recounts the catalog slot by slot, a bounded page per call, for operators of a running master. */
final class CatalogCheck {

    static final int SLOTS_PER_PAGE = 128;

    private final CoreState state;
    private final long nowNanos;
    private final Map<SegmentId, Long> placedBytes = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private long objectCount;
    private long openPutCount;
    private long updateCount;
    private long memoryObjectCount;
    private long leaseCount;

    CatalogCheck(CoreState state, long nowNanos) {
        this.state = state;
        this.nowNanos = nowNanos;
    }

    CheckPage page(long cursor) {
        long slotCount = state.catalog.slotCount();
        long end = Math.min(slotCount, Math.max(0, cursor) + SLOTS_PER_PAGE);
        for (long slot = Math.max(0, cursor); slot < end; slot++) {
            StoredObject object = state.catalog.inSlot((int) slot);
            if (object != null) {
                visit(object, (int) slot);
            }
        }
        boolean last = end >= slotCount;
        return new CheckPage(
                state.catalog.changes(),
                last ? 0 : end,
                objectCount,
                openPutCount,
                updateCount,
                memoryObjectCount,
                leaseCount,
                placedBytes,
                differences,
                last ? Optional.of(totals()) : Optional.empty());
    }

    private void visit(StoredObject object, int slot) {
        objectCount++;
        openPutCount += object.isOpen() || object.update != null ? 1 : 0;
        memoryObjectCount += !object.isOpen() && object.sizeBytes > 0 ? 1 : 0;
        if (object.slot != slot || state.catalog.find(object.key) != object) {
            differences.add("object " + object.key + " is not found by its key or its slot");
        }
        if (object.replicas.length == 0) {
            differences.add("object " + object.key + " has no replica");
        }
        if (object.isLeased(nowNanos)) {
            leaseCount++;
            long leftNanos = object.leaseUntilNanos() - nowNanos;
            if (leftNanos > state.config.leaseTtlNanos()) {
                differences.add("object " + object.key + " is leased for " + leftNanos + " ns, longer than a lease");
            }
        }
        for (StoredReplica replica : object.replicas) {
            visit(object, replica);
        }
        StoredObject update = object.update;
        if (update != null) {
            updateCount++;
            for (StoredReplica replica : update.replicas) {
                visit(update, replica);
            }
        }
    }

    private void visit(StoredObject object, StoredReplica replica) {
        long bytes = 0;
        for (Extent extent : replica.extents) {
            bytes += extent.lengthBytes();
            if (extent.replica != replica && !replica.lost) {
                differences.add("object " + object.key + " lists a range that it does not hold");
            }
            if (extent.replica == replica && extent.segment.mounted) {
                placedBytes.merge(extent.segment.spec.id(), extent.lengthBytes(), Long::sum);
            }
        }
        if (bytes != object.sizeBytes) {
            differences.add("object " + object.key + " has " + object.sizeBytes + " bytes and a replica of " + bytes);
        }
    }

    private CheckPage.Totals totals() {
        List<SegmentReport> reports = new ArrayList<>();
        for (Segment segment : state.segments.mounted()) {
            reports.add(segment.report());
        }
        return new CheckPage.Totals(
                state.catalog.count(),
                state.catalog.openCount(),
                state.catalog.memoryObjectCount(),
                state.recency.count(),
                state.segments.capacityBytes(),
                state.segments.allocatedBytes(),
                reports);
    }
}
