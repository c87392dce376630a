package io.mooncake.master.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object of the catalog: an open write, or a readable object with its lease and its place in the order of
 * recency.
 */
final class StoredObject {

    /** For so many lease lengths existence checks alone keep an object from being evicted. */
    private static final int LEASES_BY_CHECKS_ALONE = 6;

    final ObjectKey key;
    final long sizeBytes;
    final long sliceBytes;
    final long putId;

    /** Who wrote it, or writes it. */
    final ClientId writerId;

    StoredReplica[] replicas;

    @Nullable
    Checksums checksums;

    /** Who writes it; none once it is readable. */
    @Nullable
    Client writer;

    /** The open write that will replace it; only of a readable object. */
    @Nullable
    StoredObject update;

    /** The readable object that it will replace; only of an open write. */
    @Nullable
    StoredObject replaces;

    /** Set while room is being made for a write that will replace it. */
    boolean makingRoom;

    @Nullable
    StoredObject previousOpenPut;

    @Nullable
    StoredObject nextOpenPut;

    @Nullable
    StoredObject older;

    @Nullable
    StoredObject newer;

    /** Position in the catalog's slots. */
    int slot;

    /** When it was last written or read; of an open write, when it started. */
    long usedNanos;

    private boolean leaseGranted;
    private long leaseUntilNanos;

    /** Whether the lease was renewed by existence checks only since then. */
    private boolean heldByChecksAlone;

    private long heldByChecksSinceNanos;
    private long lastCheckedNanos;

    StoredObject(ObjectKey key, long sizeBytes, long sliceBytes, long putId, Client writer) {
        this.key = key;
        this.sizeBytes = sizeBytes;
        this.sliceBytes = sliceBytes;
        this.putId = putId;
        this.writerId = writer.id;
        this.writer = writer;
        this.replicas = new StoredReplica[0];
    }

    boolean isOpen() {
        return writer != null;
    }

    Client openWriter() {
        return Objects.requireNonNull(writer, "no open write");
    }

    boolean isLeased(long nowNanos) {
        return leaseGranted && leaseUntilNanos - nowNanos > 0;
    }

    /** Whether a write that is under way needs it to stay. */
    boolean isBusy() {
        return makingRoom || update != null;
    }

    long leaseUntilNanos() {
        return leaseUntilNanos;
    }

    /** A read extends the lease to at least this long from now. */
    void leaseByRead(long nowNanos, long ttlNanos) {
        heldByChecksAlone = false;
        lease(nowNanos, ttlNanos);
    }

    /**
     * An existence check extends the lease likewise, unless checks alone have done so for longer than a few leases:
     * then it returns false and extends nothing, until a read, or a whole lease without any check.
     */
    boolean leaseByCheck(long nowNanos, long ttlNanos) {
        if (!heldByChecksAlone || nowNanos - lastCheckedNanos > ttlNanos) {
            heldByChecksAlone = true;
            heldByChecksSinceNanos = nowNanos;
        }
        lastCheckedNanos = nowNanos;
        if (nowNanos - heldByChecksSinceNanos > LEASES_BY_CHECKS_ALONE * ttlNanos) {
            return false;
        }
        lease(nowNanos, ttlNanos);
        return true;
    }

    private void lease(long nowNanos, long ttlNanos) {
        long untilNanos = nowNanos + ttlNanos;
        if (!leaseGranted || untilNanos - leaseUntilNanos > 0) {
            leaseGranted = true;
            leaseUntilNanos = untilNanos;
        }
    }

    /** Keeps what the readers of the object that it replaces were promised: the key is not evicted before. */
    void takeLeaseOf(StoredObject replaced) {
        leaseGranted = replaced.leaseGranted;
        leaseUntilNanos = replaced.leaseUntilNanos;
    }

    long sliceCount() {
        return SliceLimits.count(sizeBytes, sliceBytes);
    }

    /** Takes a replica out of the list. */
    void removeReplica(StoredReplica removed) {
        StoredReplica[] kept = new StoredReplica[replicas.length - 1];
        int count = 0;
        for (StoredReplica replica : replicas) {
            if (replica != removed) {
                kept[count++] = replica;
            }
        }
        replicas = kept;
    }
}
