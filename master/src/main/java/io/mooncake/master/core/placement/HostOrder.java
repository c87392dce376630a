package io.mooncake.master.core.placement;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NoSuchElementException;

/** Segments that were asked for, then those of all hosts from the writer's on; a host is looked at when it comes. */
final class HostOrder<S extends SegmentView> implements Iterator<S> {

    private final Iterator<? extends NavigableMap<String, ? extends List<S>>> fromWriter;
    private final Iterator<? extends NavigableMap<String, ? extends List<S>>> beforeWriter;
    private final PlacementQuery query;
    private Iterator<S> current;

    HostOrder(
            Iterable<S> explicit,
            NavigableMap<String, ? extends NavigableMap<String, ? extends List<S>>> hosts,
            PlacementQuery query) {
        this.query = query;
        current = explicit.iterator();
        fromWriter = hosts.tailMap(query.writerHost(), true).values().iterator();
        beforeWriter = hosts.headMap(query.writerHost(), false).values().iterator();
    }

    @Override
    public boolean hasNext() {
        while (!current.hasNext()) {
            if (fromWriter.hasNext()) {
                current = LocalFirstPolicy.segmentsOf(fromWriter.next(), query).iterator();
            } else if (beforeWriter.hasNext()) {
                current =
                        LocalFirstPolicy.segmentsOf(beforeWriter.next(), query).iterator();
            } else {
                current = Collections.emptyIterator();
                return false;
            }
        }
        return true;
    }

    @Override
    public S next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no host is left");
        }
        return current.next();
    }
}
