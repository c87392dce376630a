package io.mooncake.transfer.memory;

import io.mooncake.transfer.TransferException;
import io.mooncake.transfer.TransferException.Kind;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The regions that peers can reach now.
 *
 * <p>Thread safety: every method may be called by any thread; lookups take no lock.
 *
 * <p>Blocking: deregistering waits for the operations on the region.
 */
public final class RegionRegistry {
    private final Object guard = new Object();
    private final RegionBases bases;

    /** Sorted by base; replaced under the guard. */
    private volatile List<Region> regions = List.of();

    /** Regions that are being deregistered: out of reach, but their memory is still in use. Guarded by the guard. */
    private final List<Region> leaving = new ArrayList<>();

    /** An empty table that draws bases from this source. */
    public RegionRegistry(RandomGenerator random) {
        this.bases = new RegionBases(random);
    }

    /** Publishes the memory under a new base. */
    public Region register(MemorySegment memory) {
        check(memory);
        synchronized (guard) {
            for (Region other : regions) {
                refuseOverlap(memory, other);
            }
            for (Region other : leaving) {
                refuseOverlap(memory, other);
            }
            Region region = new Region(bases.draw(memory.byteSize()), memory);
            List<Region> next = new ArrayList<>(regions);
            next.add(region);
            next.sort(Comparator.comparingLong(Region::base));
            regions = List.copyOf(next);
            return region;
        }
    }

    /** The region that holds the whole range, or null. Addresses and lengths are signed: refuse negative ones first. */
    public @Nullable Region find(long address, long lengthBytes) {
        List<Region> snapshot = regions;
        int low = 0;
        int high = snapshot.size() - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            Region region = snapshot.get(middle);
            if (address < region.base()) {
                high = middle - 1;
            } else if (address - region.base() >= region.lengthBytes()) {
                low = middle + 1;
            } else {
                return region.covers(address, lengthBytes) ? region : null;
            }
        }
        return null;
    }

    /** The regions now, by base. */
    public List<Region> regions() {
        return regions;
    }

    /** Bytes in reach of peers. */
    public long registeredBytes() {
        long bytes = 0;
        for (Region region : regions) {
            bytes += region.lengthBytes();
        }
        return bytes;
    }

    /** Takes the region away from peers; returns when nothing touches its memory. */
    public void deregister(Region region) {
        synchronized (guard) {
            List<Region> next = new ArrayList<>(regions);
            if (next.remove(region)) {
                regions = List.copyOf(next);
                leaving.add(region);
            }
        }
        region.close();
        synchronized (guard) {
            leaving.remove(region);
        }
    }

    /** Deregisters everything. */
    public void deregisterAll() {
        for (Region region : regions) {
            deregister(region);
        }
    }

    private static void check(MemorySegment memory) {
        if (!memory.isNative()) {
            throw new TransferException(Kind.INVALID_MEMORY, "memory on the Java heap cannot be registered");
        }
        if (memory.byteSize() == 0) {
            throw new TransferException(Kind.INVALID_MEMORY, "memory without bytes cannot be registered");
        }
        if (memory.byteSize() >= RegionBases.END >> 1) {
            throw new TransferException(Kind.INVALID_MEMORY, "no base has room for " + memory.byteSize() + " bytes");
        }
        if (memory.isReadOnly()) {
            throw new TransferException(Kind.INVALID_MEMORY, "read-only memory cannot be registered");
        }
        if (!memory.isAccessibleBy(new Thread())) {
            throw new TransferException(Kind.INVALID_MEMORY, "memory of one thread cannot be registered");
        }
    }

    private static void refuseOverlap(MemorySegment memory, Region other) {
        long start = memory.address();
        long otherStart = other.memory().address();
        if (start < otherStart + other.lengthBytes() && otherStart < start + memory.byteSize()) {
            throw new TransferException(
                    Kind.OVERLAPPING_MEMORY,
                    "the memory overlaps the region with base 0x" + Long.toHexString(other.base()));
        }
    }
}
