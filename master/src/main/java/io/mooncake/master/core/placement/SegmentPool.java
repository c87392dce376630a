package io.mooncake.master.core.placement;

import java.util.List;
import java.util.NavigableMap;

/** The mounted segments, as a policy sees them. */
public interface SegmentPool<S extends SegmentView> {

    /** All of them, in an order that stays while none comes or goes. */
    List<S> mounted();

    /** Those of this name; none: empty. */
    List<S> named(String name);

    /** The names by host, both sorted. */
    NavigableMap<String, ? extends NavigableMap<String, ? extends List<S>>> namesByHost();

    /** The part of a name before its port: the host that a segment lies on. */
    static String hostOf(String name) {
        int colon = name.lastIndexOf(':');
        boolean isPort = colon > 0 && (name.indexOf(':') == colon || name.charAt(colon - 1) == ']');
        return isPort ? name.substring(0, colon) : name;
    }
}
