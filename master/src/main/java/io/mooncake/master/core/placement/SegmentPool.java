package io.mooncake.master.core.placement;

import java.util.List;
import java.util.NavigableMap;

/** The mounted segments, as a policy sees them. */
public interface SegmentPool<S extends SegmentView> {

    /** All of them, in an order that stays while none comes or goes. */
    List<S> mounted();

    /** Free share of the mounted segment at this position, 0 to 1. */
    default double freeRatio(int position) {
        return mounted().get(position).freeRatio();
    }

    /** Free share of the SSD behind the mounted segment at this position, 0 to 1; 1.0 where nobody reports it. */
    default double ssdFreeRatio(int position) {
        return mounted().get(position).ssdFreeRatio();
    }

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
