package io.mooncake.master.core;

import io.mooncake.allocator.Allocation;
import io.mooncake.allocator.PieceLimits;
import io.mooncake.allocator.RegionTable;
import io.mooncake.master.core.placement.SegmentPool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The mounted segments, those whose contents are still to be dropped, and how full they are together. */
final class SegmentRegistry implements SegmentPool<Segment> {

    private final MasterCoreConfig config;

    /** Of all segments: a put and a remove touch the same rows whatever segments they use. */
    private final RegionTable regions = new RegionTable();

    private final ExtentLists extentLists = new ExtentLists();

    private final Map<SegmentId, Segment> byId = new HashMap<>();
    private final NavigableMap<String, NavigableMap<String, List<Segment>>> namesByHost = new TreeMap<>();
    private final Map<String, List<Segment>> byName = new HashMap<>();
    private final List<Segment> mounted = new ArrayList<>();
    private final SegmentRoom room = new SegmentRoom();
    private final ArrayDeque<Segment> draining = new ArrayDeque<>();

    private long capacityBytes;
    private long allocatedBytes;
    private long fencedBytes;

    SegmentRegistry(MasterCoreConfig config) {
        this.config = config;
    }

    @Nullable
    Segment find(SegmentId id) {
        return byId.get(id);
    }

    /** Mounted segments; the order is arbitrary but a function of what happened before. */
    @Override
    public List<Segment> mounted() {
        return mounted;
    }

    @Override
    public double freeRatio(int position) {
        return room.freeRatio(position);
    }

    @Override
    public List<Segment> named(String name) {
        return byName.getOrDefault(name, List.of());
    }

    @Override
    public NavigableMap<String, NavigableMap<String, List<Segment>>> namesByHost() {
        return namesByHost;
    }

    long capacityBytes() {
        return capacityBytes;
    }

    long allocatedBytes() {
        return allocatedBytes;
    }

    long fencedBytes() {
        return fencedBytes;
    }

    Segment mount(SegmentSpec spec, Client owner) {
        Segment segment = new Segment(spec, owner, config, regions, extentLists);
        if (byId.putIfAbsent(spec.id(), segment) != null) {
            throw new IllegalStateException("segment " + spec.id() + " is mounted already");
        }
        segment.position = mounted.size();
        mounted.add(segment);
        room.add(segment.position, spec.sizeBytes(), segment.freeBytes());
        List<Segment> namesakes = byName.computeIfAbsent(spec.name(), name -> new ArrayList<>());
        namesakes.add(segment);
        namesByHost
                .computeIfAbsent(SegmentPool.hostOf(spec.name()), host -> new TreeMap<>())
                .put(spec.name(), namesakes);
        owner.segments.add(segment);
        capacityBytes += spec.sizeBytes();
        return segment;
    }

    /** Ends a segment at once; what lies on it is dropped later, in steps. */
    void unmount(Segment segment) {
        segment.mounted = false;
        byId.remove(segment.spec.id());
        Segment last = mounted.removeLast();
        if (last != segment) {
            mounted.set(segment.position, last);
            room.move(last.position, segment.position);
            last.position = segment.position;
        }
        List<Segment> namesakes = byName.get(segment.spec.name());
        if (namesakes == null || !namesakes.remove(segment)) {
            throw new IllegalStateException("segment " + segment.spec.id() + " is not known by its name");
        }
        if (namesakes.isEmpty()) {
            removeName(segment.spec.name());
        }
        segment.owner.segments.remove(segment);
        capacityBytes -= segment.spec.sizeBytes();
        allocatedBytes -= segment.allocator.allocatedBytes();
        fencedBytes -= segment.fencedBytes;
        segment.allocator.close();
        if (segment.isUsed()) {
            draining.add(segment);
        }
    }

    private void removeName(String name) {
        byName.remove(name);
        String host = SegmentPool.hostOf(name);
        NavigableMap<String, List<Segment>> names = namesByHost.get(host);
        if (names == null || names.remove(name) == null) {
            throw new IllegalStateException("segment " + name + " is not known by its host");
        }
        if (names.isEmpty()) {
            namesByHost.remove(host);
        }
    }

    /** The segment whose contents are being dropped, or {@code null}. */
    @Nullable
    Segment draining() {
        while (!draining.isEmpty() && !draining.getFirst().isUsed()) {
            draining.removeFirst();
        }
        return draining.peekFirst();
    }

    /** All segments whose contents are being dropped. */
    Iterable<Segment> allDraining() {
        return draining;
    }

    /** A range of exactly this length, or {@code null} when the segment has no room for it in one piece. */
    @Nullable
    Extent allocate(Segment segment, long lengthBytes) {
        return take(segment, segment.allocator.allocate(lengthBytes));
    }

    /** Ranges of exactly this length together, within the limits; empty when the segment has no room for them. */
    List<Extent> allocatePieces(Segment segment, long lengthBytes, PieceLimits limits) {
        List<Allocation> pieces = segment.allocator.allocatePieces(lengthBytes, limits);
        List<Extent> extents = new ArrayList<>(pieces.size());
        for (Allocation piece : pieces) {
            extents.add(link(segment, piece));
        }
        return extents;
    }

    /** The longest range up to the maximum, or {@code null} when that is below the minimum. */
    @Nullable
    Extent allocateUpTo(Segment segment, long minimumBytes, long maximumBytes) {
        return take(segment, segment.allocator.allocateUpTo(minimumBytes, maximumBytes));
    }

    private @Nullable Extent take(Segment segment, @Nullable Allocation allocation) {
        return allocation == null ? null : link(segment, allocation);
    }

    private Extent link(Segment segment, Allocation allocation) {
        allocatedBytes += allocation.lengthBytes();
        segment.openBytes += allocation.lengthBytes();
        room.setFree(segment.position, segment.freeBytes());
        return segment.link(allocation);
    }

    /** From open to stored and back, or from either to fenced. */
    void use(Extent extent, Extent.Use use) {
        count(extent, -extent.lengthBytes());
        extent.use = use;
        count(extent, extent.lengthBytes());
    }

    private void count(Extent extent, long lengthBytes) {
        switch (extent.use) {
            case OPEN -> extent.segment.openBytes += lengthBytes;
            case STORED -> {}
            case FENCED -> {
                extent.segment.fencedBytes += lengthBytes;
                fencedBytes += extent.segment.mounted ? lengthBytes : 0;
            }
        }
    }

    /** Gives a range back; when its segment is gone, it is only forgotten. */
    void free(Extent extent) {
        Segment segment = extent.segment;
        segment.unlink(extent);
        if (!segment.mounted) {
            return;
        }
        count(extent, -extent.lengthBytes());
        allocatedBytes -= extent.lengthBytes();
        segment.allocator.free(extent.allocation);
        room.setFree(segment.position, segment.freeBytes());
    }
}
