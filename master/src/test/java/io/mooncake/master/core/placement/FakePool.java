package io.mooncake.master.core.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Segments that say what a test gives them. */
final class FakePool implements SegmentPool<FakePool.Fake> {

    /** A segment of 100 bytes. */
    record Fake(String name, long freeBytes, double ssdFreeRatio) implements SegmentView {
        @Override
        public long capacityBytes() {
            return 100;
        }
    }

    private final List<Fake> mounted = new ArrayList<>();

    FakePool add(String name, long freeBytes, double ssdFreeRatio) {
        mounted.add(new Fake(name, freeBytes, ssdFreeRatio));
        return this;
    }

    /** Segments s0, s1, … with nothing used. */
    static FakePool of(int count) {
        FakePool pool = new FakePool();
        for (int i = 0; i < count; i++) {
            pool.add("s" + i, 100, 1.0);
        }
        return pool;
    }

    @Override
    public List<Fake> mounted() {
        return mounted;
    }

    @Override
    public List<Fake> named(String name) {
        return mounted.stream().filter(segment -> segment.name().equals(name)).toList();
    }

    @Override
    public NavigableMap<String, NavigableMap<String, List<Fake>>> namesByHost() {
        NavigableMap<String, NavigableMap<String, List<Fake>>> hosts = new TreeMap<>();
        for (Fake segment : mounted) {
            hosts.computeIfAbsent(SegmentPool.hostOf(segment.name()), host -> new TreeMap<>())
                    .put(segment.name(), named(segment.name()));
        }
        return hosts;
    }
}
