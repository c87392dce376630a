package io.mooncake.bench.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One figure, alone or beside that of a peer.
 *
 * @param bench the measurement
 * @param caseName what was done
 * @param metric what was measured, unit last
 * @param ours our figure, a median where there were several rounds
 * @param peer the peer's figure; {@code null} when there is no peer
 * @param peerName the peer; ends in {@link #RECORDED} when it was not measured in this run
 * @param ratio above 1 when ours is better; {@code null} without a peer that was measured in this run
 * @param note spread, rounds and whatever else a reader must know
 */
public record Row(
        String bench,
        String caseName,
        String metric,
        double ours,
        @Nullable Double peer,
        @Nullable String peerName,
        @Nullable Double ratio,
        String note) {

    /** Marks a peer whose figure comes from an earlier run. */
    public static final String RECORDED = " (recorded)";

    /** Refuses a ratio to something that was not measured in this run. */
    public Row {
        if (ratio != null && (peerName == null || peerName.endsWith(RECORDED))) {
            throw new IllegalArgumentException("a ratio needs a peer that was measured in this run");
        }
        if ((peer == null) != (peerName == null)) {
            throw new IllegalArgumentException("a peer needs a name and a figure");
        }
    }

    /** A figure without a peer. */
    public static Row alone(String bench, String caseName, String metric, double ours, String note) {
        return new Row(bench, caseName, metric, ours, null, null, null, note);
    }

    /** A figure beside one of an earlier run: no ratio, and it meets no bar. */
    public static Row recorded(Row alone, double peer, String peerName) {
        return new Row(
                alone.bench, alone.caseName, alone.metric, alone.ours, peer, peerName + RECORDED, null, alone.note);
    }

    Map<String, @Nullable Object> toMap() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("bench", bench);
        map.put("case", caseName);
        map.put("metric", metric);
        map.put("ours", ours);
        map.put("peer", peer);
        map.put("peer_name", peerName);
        map.put("ratio", ratio);
        map.put("note", note);
        return map;
    }
}
