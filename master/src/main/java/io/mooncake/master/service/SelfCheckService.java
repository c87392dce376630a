package io.mooncake.master.service;

import io.mooncake.master.core.CheckPage;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Recounts keys, bytes, leases and segments while the master serves, in bounded steps with the door free in between.
 * Totals are compared where nothing changed from the first step to the last; otherwise the recount starts again, a few
 * times.
 *
 * <p>Thread safety: any thread.
 */
public final class SelfCheckService {
    private static final int ATTEMPTS = 3;
    private static final int MAX_DIFFERENCES = 100;

    private final Door door;

    /** Works through this door. */
    public SelfCheckService(Door door) {
        this.door = door;
    }

    /** The recount. */
    public SelfCheckReport run() {
        SelfCheckReport report = recount();
        for (int attempt = 1; attempt < ATTEMPTS && !report.complete(); attempt++) {
            report = recount();
        }
        return report;
    }

    private SelfCheckReport recount() {
        Sums sums = new Sums();
        CheckPage page = door.check(0);
        long changes = page.changes();
        sums.add(page);
        while (page.nextCursor() != 0) {
            page = door.check(page.nextCursor());
            sums.add(page);
        }
        CheckPage.Totals totals = page.totals().orElseThrow();
        boolean complete = page.changes() == changes;
        if (complete) {
            sums.compare(totals);
        }
        return sums.report(complete, totals.segments().size());
    }

    /** What was counted so far. */
    private static final class Sums {
        private final Map<SegmentId, Long> placedBytes = new HashMap<>();
        private final List<String> differences = new ArrayList<>();
        private long objectCount;
        private long openPutCount;
        private long updateCount;
        private long memoryObjectCount;
        private long leaseCount;
        private long stepCount;

        void add(CheckPage page) {
            stepCount++;
            objectCount += page.objectCount();
            openPutCount += page.openPutCount();
            updateCount += page.updateCount();
            memoryObjectCount += page.memoryObjectCount();
            leaseCount += page.leaseCount();
            page.placedBytes().forEach((segment, bytes) -> placedBytes.merge(segment, bytes, Long::sum));
            differences.addAll(page.differences());
        }

        void compare(CheckPage.Totals totals) {
            compare("keys", objectCount, totals.objectCount());
            compare("open writes", openPutCount, totals.openPutCount());
            compare("objects in memory", memoryObjectCount, totals.memoryObjectCount());
            long readableCount = objectCount + updateCount - openPutCount;
            compare("objects in the order of recency", readableCount, totals.recencyCount());
            long capacityBytes = 0;
            long allocatedBytes = 0;
            for (SegmentReport segment : totals.segments()) {
                long placed = placedBytes.getOrDefault(segment.spec().id(), 0L);
                compare(
                        "bytes on segment " + segment.spec().name(),
                        placed + segment.fencedBytes(),
                        segment.usedBytes());
                capacityBytes += segment.spec().sizeBytes();
                allocatedBytes += segment.usedBytes();
            }
            compare("bytes of all segments", capacityBytes, totals.capacityBytes());
            compare("bytes placed", allocatedBytes, totals.allocatedBytes());
        }

        private void compare(String what, long recounted, long counted) {
            if (recounted != counted) {
                differences.add(what + ": recounted " + recounted + ", counted " + counted);
            }
        }

        SelfCheckReport report(boolean complete, long segmentCount) {
            long bytes = 0;
            for (long placed : placedBytes.values()) {
                bytes += placed;
            }
            return new SelfCheckReport(
                    complete,
                    objectCount,
                    openPutCount,
                    leaseCount,
                    segmentCount,
                    bytes,
                    stepCount,
                    differences.subList(0, Math.min(MAX_DIFFERENCES, differences.size())));
        }
    }
}
