package io.mooncake.master.service;

import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.SegmentReport;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the cluster holds.
 *
 * <p>Thread safety: any thread.
 */
public final class ClusterService {
    private final Door door;

    /** Works through this door. */
    public ClusterService(Door door) {
        this.door = door;
    }

    /** Capacity, use and members. */
    public Outcome.ClusterInfo info() {
        Outcome outcome = door.execute(new Operation.GetClusterInfo());
        if (outcome instanceof Outcome.ClusterInfo info) {
            return info;
        }
        throw new IllegalStateException("GetClusterInfo was answered with " + outcome);
    }

    /** The mounted segments. */
    public List<SegmentReport> segments() {
        return info().segments();
    }

    /** Hands out every readable key, page by page, leaving the door between them. */
    public void forEachKey(Consumer<ObjectKey> keys) {
        long cursor = 0;
        do {
            Outcome outcome = door.execute(new Operation.ListKeys(cursor));
            if (!(outcome instanceof Outcome.KeyPage page)) {
                throw new IllegalStateException("ListKeys was answered with " + outcome);
            }
            page.keys().forEach(keys);
            cursor = page.nextCursor();
        } while (cursor != 0);
    }
}
