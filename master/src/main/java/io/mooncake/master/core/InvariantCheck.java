package io.mooncake.master.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Recounts the whole state from its parts; visits everything, for tests and simulations. */
final class InvariantCheck {

    private final CoreState state;
    private final Set<Extent> held = new HashSet<>();
    private long waitingCount;

    InvariantCheck(CoreState state) {
        this.state = state;
    }

    void run() {
        checkObjects();
        checkSegments();
        checkRecency();
        checkOpenPuts();
    }

    private void checkObjects() {
        long count = 0;
        long open = 0;
        for (StoredObject object : state.catalog.all()) {
            count++;
            open += object.isOpen() ? 1 : 0;
            require(state.catalog.inSlot(object.slot) == object, object, "is not in its slot");
            require(object.replicas.length > 0, object, "has no replica");
            for (StoredReplica replica : object.replicas) {
                checkReplica(object, replica);
            }
            StoredObject update = object.update;
            if (update != null) {
                open++;
                checkUpdate(object, update);
            }
        }
        require(count == state.catalog.count(), "catalog counts " + state.catalog.count() + " of " + count);
        require(open == state.catalog.openCount(), "catalog counts " + state.catalog.openCount() + " open of " + open);
    }

    private void checkUpdate(StoredObject object, StoredObject update) {
        require(!object.isOpen() && update.isOpen(), object, "has an update that cannot be one");
        require(update.replaces == object && update.key.equals(object.key), object, "has an update of another object");
        require(update.update == null, object, "has an update with an update");
        for (StoredReplica replica : update.replicas) {
            checkReplica(update, replica);
        }
    }

    private void checkReplica(StoredObject object, StoredReplica replica) {
        require(replica.object == object, object, "has a replica of another object");
        long bytes = 0;
        for (Extent extent : replica.extents) {
            bytes += extent.lengthBytes();
            if (replica.lost && extent.replica == null) {
                continue;
            }
            require(extent.replica == replica && extent.fence == null, object, "has an extent that it does not hold");
            require(extent.use == (object.isOpen() ? Extent.Use.OPEN : Extent.Use.STORED), object, "misuses an extent");
            require(held.add(extent), object, "holds an extent twice");
        }
        require(bytes == object.sizeBytes, object, "has a replica of " + bytes + " bytes");
    }

    private void checkSegments() {
        long capacity = 0;
        long allocated = 0;
        long fenced = 0;
        for (Segment segment : state.segments.mounted()) {
            require(state.segments.find(segment.spec.id()) == segment, "a mounted segment is not found by its id");
            require(!segment.owner.isGone(), "a mounted segment belongs to a client that is gone");
            require(segment.owner.segments.contains(segment), "a mounted segment is not listed by its owner");
            require(segment.ownerIsAlive == segment.owner.isAlive(), "a segment is wrong about its owner");
            segment.allocator.checkInvariants();
            checkExtents(segment);
            require(
                    state.segments.freeRatio(segment.position) == segment.freeRatio(),
                    "the free share of segment " + segment.spec.id() + " is remembered wrongly");
            capacity += segment.spec.sizeBytes();
            allocated += segment.allocator.allocatedBytes();
            fenced += segment.fencedBytes;
        }
        for (Segment segment : state.segments.allDraining()) {
            require(!segment.mounted, "a mounted segment is being emptied");
            for (Extent extent = segment.firstExtent(); extent != null; extent = segment.nextExtent(extent)) {
                held.remove(extent);
                waitingCount += extent.fence != null ? 1 : 0;
            }
        }
        long queued = state.fences.count();
        require(queued == waitingCount, waitingCount + " ranges wait, queued are " + queued);
        require(held.isEmpty(), "objects hold " + held.size() + " extents that no segment lists");
        require(capacity == state.segments.capacityBytes(), "capacity is " + capacity + ", counted otherwise");
        require(allocated == state.segments.allocatedBytes(), "allocated are " + allocated + ", counted otherwise");
        require(fenced == state.segments.fencedBytes(), "fenced are " + fenced + ", counted otherwise");
    }

    private void checkExtents(Segment segment) {
        long open = 0;
        long fenced = 0;
        long used = 0;
        List<Extent> extents = new ArrayList<>();
        for (Extent extent = segment.firstExtent(); extent != null; extent = segment.nextExtent(extent)) {
            extents.add(extent);
            used += extent.lengthBytes();
            open += extent.use == Extent.Use.OPEN ? extent.lengthBytes() : 0;
            fenced += extent.use == Extent.Use.FENCED ? extent.lengthBytes() : 0;
            waitingCount += extent.fence != null ? 1 : 0;
            boolean isHeld = held.remove(extent);
            require(
                    isHeld != (extent.use == Extent.Use.FENCED),
                    "extent at " + extent.address() + " belongs to nobody");
            require((extent.fence != null) == (extent.use == Extent.Use.FENCED), "a fence without its range");
        }
        require(
                used == segment.allocator.allocatedBytes(),
                "extents of " + used + " bytes on segment " + segment.spec.id() + ", its allocator counts "
                        + segment.allocator.allocatedBytes());
        require(open == segment.openBytes && fenced == segment.fencedBytes, "open or fenced bytes miscounted");
        require(extents.size() == segment.extentCount, "extents miscounted");
        extents.sort(Comparator.comparingLong(extent -> extent.allocation.offsetBytes()));
        long end = 0;
        for (Extent extent : extents) {
            require(extent.allocation.offsetBytes() >= end, "extents overlap at " + extent.address());
            end = extent.allocation.offsetBytes() + extent.lengthBytes();
        }
    }

    private void checkRecency() {
        long count = 0;
        StoredObject before = null;
        for (StoredObject object = state.recency.oldest(); object != null; object = object.newer) {
            require(object.older == before, object, "is linked wrongly by recency");
            require(!object.isOpen(), object, "is open and in the order of recency");
            require(state.catalog.find(object.key) == object, object, "is in the order of recency only");
            before = object;
            count++;
        }
        long readable = 0;
        for (StoredObject object : state.catalog.all()) {
            readable += object.isOpen() ? 0 : 1;
        }
        require(count == readable && count == state.recency.count(), "recency orders " + count + " of " + readable);
    }

    private void checkOpenPuts() {
        long count = 0;
        List<Client> writers = new ArrayList<>(state.clients.all());
        state.clients.allDeparted().forEach(writers::add);
        for (Client client : writers) {
            StoredObject before = null;
            for (StoredObject object = client.firstOpenPut; object != null; object = object.nextOpenPut) {
                require(object.writer == client && object.previousOpenPut == before, object, "is linked wrongly");
                before = object;
                count++;
            }
        }
        require(count == state.catalog.openCount(), "clients list " + count + " open writes");
        checkAgeOfOpenPuts();
    }

    private void checkAgeOfOpenPuts() {
        long count = 0;
        StoredObject before = null;
        for (StoredObject object = state.catalog.oldestOpen(); object != null; object = object.newer) {
            require(object.isOpen() && object.older == before, object, "is linked wrongly by age");
            require(before == null || object.usedNanos - before.usedNanos >= 0, object, "is older than those before");
            before = object;
            count++;
        }
        require(count == state.catalog.openCount(), count + " open writes are ordered by age");
    }

    private static void require(boolean condition, StoredObject object, String message) {
        require(condition, "object " + object.key + " " + message);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
