package io.mooncake.allocator;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Hands out slots of slabs of 16 MiB, each cut into slots of one length. Kept for those who depend on it: a length is
 * rounded up to its slot, a slab serves one class until it is empty, and nothing is longer than
 * {@link #LONGEST_BYTES}.
 *
 * <p>Thread safety: none; one thread at a time.
 *
 * <p>Ownership: an {@link Allocation} belongs to the caller until {@link #free}.
 *
 * <p>Errors: no room is {@code null} or an empty list; giving back what is not allocated here throws
 * {@link IllegalStateException}.
 */
public final class SlabAllocator implements RangeAllocator {

    /** Length of a slab; the range is a whole number of them. */
    public static final long SLAB_BYTES = 16L << 20;

    /** The longest allocation. */
    public static final long LONGEST_BYTES = SLAB_BYTES - 16;

    private final @Nullable Slab[] slabs;
    private final ArrayDeque<Integer> freeSlabs = new ArrayDeque<>();
    private final @Nullable Slab[] open = new @Nullable Slab[SlabClass.count()];

    private long allocatedBytes;
    private long slotBytes;
    private long allocationCount;
    private int lastSerial;

    /** An allocator over [0, capacity), a multiple of {@link #SLAB_BYTES}. */
    public SlabAllocator(long capacityBytes) {
        if (capacityBytes < SLAB_BYTES || capacityBytes % SLAB_BYTES != 0) {
            throw new IllegalArgumentException(
                    "capacityBytes must be a multiple of " + SLAB_BYTES + ", is " + capacityBytes);
        }
        slabs = new @Nullable Slab[Math.toIntExact(capacityBytes / SLAB_BYTES)];
        for (int index = 0; index < slabs.length; index++) {
            freeSlabs.add(index);
        }
    }

    @Override
    public long capacityBytes() {
        return slabs.length * SLAB_BYTES;
    }

    @Override
    public long allocatedBytes() {
        return allocatedBytes;
    }

    /** What no slot in use covers, in bytes; some of it may serve other lengths only. */
    @Override
    public long freeBytes() {
        return capacityBytes() - slotBytes;
    }

    @Override
    public long largestFreeBytes() {
        if (!freeSlabs.isEmpty()) {
            return LONGEST_BYTES;
        }
        for (int slabClass = open.length - 1; slabClass >= 0; slabClass--) {
            if (open[slabClass] != null) {
                return Math.min(LONGEST_BYTES, SlabClass.slotBytes(slabClass));
            }
        }
        return 0;
    }

    @Override
    public @Nullable Allocation allocate(long lengthBytes) {
        if (lengthBytes <= 0) {
            throw new IllegalArgumentException("a length must be at least 1 byte, is " + lengthBytes);
        }
        if (lengthBytes > LONGEST_BYTES) {
            return null;
        }
        int slabClass = SlabClass.of(lengthBytes);
        Slab slab = open[slabClass];
        if (slab == null) {
            Integer index = freeSlabs.pollFirst();
            if (index == null) {
                return null;
            }
            slab = new Slab(index, slabClass);
            slabs[index] = slab;
            link(slab);
        }
        int slot = slab.take(++lastSerial);
        if (slab.isFull()) {
            unlink(slab);
        }
        int bytes = SlabClass.slotBytes(slabClass);
        allocatedBytes += lengthBytes;
        slotBytes += bytes;
        allocationCount++;
        return new Allocation(this, slab.index * SLAB_BYTES + (long) slot * bytes, lengthBytes, slab.index, lastSerial);
    }

    @Override
    public @Nullable Allocation allocateUpTo(long minimumBytes, long maximumBytes) {
        if (minimumBytes > maximumBytes) {
            throw new IllegalArgumentException("minimum " + minimumBytes + " is above maximum " + maximumBytes);
        }
        Allocation whole = allocate(maximumBytes);
        long longestBytes = Math.min(maximumBytes, largestFreeBytes());
        return whole != null || longestBytes < minimumBytes ? whole : allocate(longestBytes);
    }

    /** One slot: slabs know no pieces, whatever the limits. */
    @Override
    public List<Allocation> allocatePieces(long lengthBytes, PieceLimits limits) {
        Allocation whole = allocate(lengthBytes);
        return whole == null ? List.of() : List.of(whole);
    }

    @Override
    public void free(Allocation allocation) {
        Objects.requireNonNull(allocation, "allocation");
        if (allocation.owner() != this) {
            throw new IllegalStateException(allocation + " comes from another allocator");
        }
        Slab slab = slabs[allocation.node()];
        if (slab == null) {
            throw new IllegalStateException(allocation + " was given back before");
        }
        int bytes = SlabClass.slotBytes(slab.slabClass);
        boolean wasFull = slab.isFull();
        int slot = Math.toIntExact((allocation.offsetBytes() - slab.index * SLAB_BYTES) / bytes);
        if (!slab.giveBack(slot, allocation.use())) {
            throw new IllegalStateException(allocation + " was given back before");
        }
        allocatedBytes -= allocation.lengthBytes();
        slotBytes -= bytes;
        allocationCount--;
        if (wasFull) {
            link(slab);
        }
        if (slab.isEmpty()) {
            unlink(slab);
            slabs[slab.index] = null;
            freeSlabs.addFirst(slab.index);
        }
    }

    private void link(Slab slab) {
        Slab first = open[slab.slabClass];
        slab.next = first;
        if (first != null) {
            first.previous = slab;
        }
        open[slab.slabClass] = slab;
    }

    private void unlink(Slab slab) {
        Slab previous = slab.previous;
        Slab next = slab.next;
        if (previous == null) {
            open[slab.slabClass] = next;
        } else {
            previous.next = next;
        }
        if (next != null) {
            next.previous = previous;
        }
        slab.previous = null;
        slab.next = null;
    }

    /** Nothing to give up: the slabs go with the last reference. */
    @Override
    public void close() {}

    /** How full it is; free regions are slabs of no class. */
    @Override
    public FreeSpaceReport report() {
        return new FreeSpaceReport(
                capacityBytes(), allocatedBytes, freeBytes(), largestFreeBytes(), allocationCount, freeSlabs.size());
    }

    @Override
    public void checkInvariants() {
        long bytes = 0;
        long count = 0;
        int unused = 0;
        for (int index = 0; index < slabs.length; index++) {
            Slab slab = slabs[index];
            if (slab == null) {
                unused++;
                continue;
            }
            require(slab.index == index && slab.countsRight() && !slab.isEmpty(), "slab " + index + " is wrong");
            require(isOpen(slab) != slab.isFull(), "slab " + index + " is listed wrongly");
            bytes += (long) slab.usedCount() * SlabClass.slotBytes(slab.slabClass);
            count += slab.usedCount();
        }
        require(unused == freeSlabs.size(), unused + " slabs are free, listed are " + freeSlabs.size());
        require(bytes == slotBytes, "slots of " + bytes + " bytes are used, counted " + slotBytes);
        require(count == allocationCount, count + " slots are used, counted " + allocationCount);
        require(allocatedBytes <= bytes, "more bytes allocated than slots used");
    }

    private boolean isOpen(Slab wanted) {
        for (Slab slab = open[wanted.slabClass]; slab != null; slab = slab.next) {
            if (slab == wanted) {
                return true;
            }
        }
        return false;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalStateException(message);
        }
    }
}
