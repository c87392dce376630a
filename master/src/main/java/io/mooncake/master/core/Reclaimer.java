package io.mooncake.master.core;

/**
 * Takes objects, writes and replicas apart and sends their ranges back: at once where nothing can touch them any more,
 * by way of the fence where a writer or a reader still may.
 */
final class Reclaimer {

    private final MasterCoreConfig config;
    private final SegmentRegistry segments;
    private final Catalog catalog;
    private final RecencyList recency;
    private final FenceQueue fences;
    private final CoreCounters counters;

    Reclaimer(
            MasterCoreConfig config,
            SegmentRegistry segments,
            Catalog catalog,
            RecencyList recency,
            FenceQueue fences,
            CoreCounters counters) {
        this.config = config;
        this.segments = segments;
        this.catalog = catalog;
        this.recency = recency;
        this.fences = fences;
        this.counters = counters;
    }

    /** Drops a readable object; what a leased reader may still read waits until the lease ends. */
    void dropObject(StoredObject object, long nowNanos) {
        recency.remove(object);
        catalog.remove(object);
        for (StoredReplica replica : object.replicas) {
            returnStored(replica, nowNanos);
        }
    }

    /** Drops what an update has replaced; the catalog holds the update already. */
    void dropReplaced(StoredObject object, long nowNanos) {
        recency.remove(object);
        for (StoredReplica replica : object.replicas) {
            returnStored(replica, nowNanos);
        }
    }

    /** Drops the replicas of a readable object that lie on a segment of this name; returns whether there were any. */
    boolean dropReplicasOn(StoredObject object, String segmentName, long nowNanos) {
        boolean droppedAny = false;
        for (StoredReplica replica : object.replicas) {
            if (replica.isOnSegment(segmentName)) {
                droppedAny = true;
                drop(replica, nowNanos);
            }
        }
        return droppedAny;
    }

    private void drop(StoredReplica replica, long nowNanos) {
        StoredObject object = replica.object;
        if (object.replicas.length == 1) {
            dropObject(object, nowNanos);
            return;
        }
        catalog.shrunk();
        object.removeReplica(replica);
        returnStored(replica, nowNanos);
    }

    private void returnStored(StoredReplica replica, long nowNanos) {
        boolean leased = replica.object.isLeased(nowNanos);
        for (Extent extent : replica.extents) {
            if (leased && extent.segment.mounted) {
                fences.fence(extent, replica.object.leaseUntilNanos(), null);
            } else {
                extent.replica = null;
                segments.free(extent);
            }
        }
    }

    /** Takes an open write out of the catalog; its replicas' ranges are the caller's to return. */
    void closeWrite(StoredObject object) {
        object.openWriter().removeOpenPut(object);
        catalog.remove(object);
    }

    /** Returns the ranges of a replica that was not, or not completely, written. */
    void returnWritten(StoredReplica replica, WriteState state, long nowNanos) {
        long untilNanos = nowNanos + FencePolicy.waitNanos(config.clientTtlNanos(), replica.object.sizeBytes);
        for (Extent extent : replica.extents) {
            if (state == WriteState.UNCERTAIN && extent.segment.mounted) {
                fences.fence(extent, untilNanos, null);
            } else {
                forget(extent);
            }
        }
    }

    /** Drops an open write whose writer is gone: its key is writable at once, its ranges wait. */
    void discard(StoredObject object, long nowNanos) {
        discardUntil(object, nowNanos + FencePolicy.waitNanos(config.clientTtlNanos(), object.sizeBytes));
    }

    /**
     * Drops an open write that its writer, as far as is known alive, has not ended. The writer's own deadline has run
     * since before the start, hence so does the wait.
     */
    void discardZombie(StoredObject object) {
        long waitNanos = FencePolicy.waitNanos(config.clientTtlNanos(), object.sizeBytes);
        discardUntil(object, object.usedNanos + Math.max(config.writeTimeouts().releaseNanos(), waitNanos));
    }

    private void discardUntil(StoredObject object, long untilNanos) {
        DiscardedPut discarded = new DiscardedPut(object, object.openWriter());
        closeWrite(object);
        counters.putStartDiscards++;
        for (StoredReplica replica : object.replicas) {
            for (Extent extent : replica.extents) {
                if (extent.segment.mounted) {
                    fences.fence(extent, untilNanos, discarded);
                } else {
                    forget(extent);
                }
            }
        }
        if (discarded.waitingExtentCount == 0) {
            discarded.forget();
            counters.putStartReleases++;
        }
    }

    /** Drops what a replica lost together with a segment: a readable one goes, an open one can only end badly. */
    void lose(StoredReplica replica, long nowNanos) {
        StoredObject object = replica.object;
        catalog.shrunk();
        if (object.isOpen()) {
            if (!replica.lost) {
                replica.lost = true;
                counters.replicasLost++;
            }
            for (Extent extent : replica.extents) {
                if (!extent.segment.mounted) {
                    forget(extent);
                }
            }
            return;
        }
        counters.replicasLost++;
        object.removeReplica(replica);
        returnStored(replica, nowNanos);
        if (object.replicas.length == 0) {
            counters.objectsLost++;
            dropObject(object, nowNanos);
        }
    }

    /** Frees a range of an open replica, unless that happened when its segment went. */
    private void forget(Extent extent) {
        if (extent.replica != null) {
            extent.replica = null;
            segments.free(extent);
        }
    }

    /**
     * Brings a key to what a reader or writer may see: what was lost with a segment or a writer but is not yet dropped
     * is dropped first.
     */
    void settle(StoredObject object, long nowNanos) {
        if (object.isOpen() && object.openWriter().isGone()) {
            discard(object, nowNanos);
            return;
        }
        StoredObject update = object.update;
        if (update != null && update.openWriter().isGone()) {
            discard(update, nowNanos);
            update = null;
        }
        if (segments.draining() == null) {
            return;
        }
        loseUnmounted(object, nowNanos);
        if (update != null) {
            loseUnmounted(update, nowNanos);
        }
    }

    private void loseUnmounted(StoredObject object, long nowNanos) {
        for (StoredReplica replica : object.replicas) {
            if (replica.isOnUnmountedSegment()) {
                lose(replica, nowNanos);
            }
        }
    }
}
