package io.mooncake.master.metrics;

import io.mooncake.master.core.CoreReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the summary line of the C++ master, with the sections of what this build has. */
public final class Summary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Map<Call, String> CALLS = Map.of(
            Call.PUT_START, "PutStart",
            Call.PUT_END, "PutEnd",
            Call.PUT_REVOKE, "PutRevoke",
            Call.GET_REPLICA_LIST, "Get",
            Call.EXIST_KEY, "Exist",
            Call.REMOVE, "Del",
            Call.REMOVE_ALL, "DelAll",
            Call.PING, "Ping");
    private static final Map<BatchCall, String> BATCHES = Map.of(
            BatchCall.PUT_START, "PutStart",
            BatchCall.PUT_END, "PutEnd",
            BatchCall.PUT_REVOKE, "PutRevoke",
            BatchCall.GET_REPLICA_LIST, "Get",
            BatchCall.EXIST_KEY, "ExistKey",
            BatchCall.QUERY_IP, "QueryIp",
            BatchCall.REPLICA_CLEAR, "Clear");

    private Summary() {}

    /**
     * Everything that was counted at one moment.
     *
     * @param requests the calls
     * @param core what the core measures
     */
    public record Totals(RequestCounters.Counts requests, CoreReport core) {
        /** Whether nothing but heartbeats happened between the two moments. */
        public boolean isIdleSince(Totals before) {
            return core.equals(before.core) && requests.withoutHeartbeats().equals(before.requests.withoutHeartbeats());
        }
    }

    /**
     * The line.
     *
     * @param from start of the interval that rates are of
     * @param to its end
     * @param now what is told besides rates
     * @param lengthNanos of the interval; 0: all rates are 0
     */
    public static String line(Totals from, Totals to, Totals now, long lengthNanos) {
        CoreReport.Gauges gauges = now.core().gauges();
        CoreReport.Counts counts = now.core().counts();
        List<String> sections = new ArrayList<>();
        sections.add("Mem Storage: " + size(gauges.allocatedBytes()) + " / " + size(gauges.capacityBytes()) + " ("
                + percent(gauges.allocatedBytes(), gauges.capacityBytes()) + ")");
        sections.add("Keys: " + gauges.keyCount() + " (soft-pinned: 0)");
        sections.add("Clients: " + gauges.activeClientCount());
        sections.add("Requests (Success/Total per sec): " + requests(from, to, lengthNanos));
        sections.add("Batch Requests (per sec, Req=Success/PartialSuccess/Total, Item=Success/Total): "
                + batches(from, to, lengthNanos));
        CoreReport.Counts first = from.core().counts();
        CoreReport.Counts last = to.core().counts();
        String evicted = "keys=" + counts.evictedKeys() + ", size=" + size(counts.evictedBytes());
        String cycles = "Success/Attempts=" + counts.evictionsSuccessful() + "/" + counts.evictionsAttempted() + ", ";
        sections.add("Eviction: " + cycles + "AllocFail="
                + (last.putStartAllocationFailures() - first.putStartAllocationFailures()) + ", PartialAlloc="
                + (last.partialAllocations() - first.partialAllocations()) + ", " + evicted);
        sections.add("Mem Eviction: " + cycles + evicted);
        sections.add("Discard: Released/Total=" + counts.putStartReleases() + "/" + counts.putStartDiscards()
                + ", StagingSize=" + size(gauges.discardedStagingBytes()));
        return String.join(" | ", sections);
    }

    private static String requests(Totals from, Totals to, long lengthNanos) {
        List<String> rates = new ArrayList<>();
        for (Call call : Call.values()) {
            String name = CALLS.get(call);
            if (name != null) {
                long total = to.requests().requests(call) - from.requests().requests(call);
                long failed = to.requests().failures(call) - from.requests().failures(call);
                rates.add(name + "=" + rate(total - failed, lengthNanos) + "/" + rate(total, lengthNanos));
            }
        }
        return String.join(", ", rates);
    }

    private static String batches(Totals from, Totals to, long lengthNanos) {
        List<String> rates = new ArrayList<>();
        for (BatchCall call : BatchCall.values()) {
            RequestCounters.BatchCounts first = from.requests().batch(call);
            RequestCounters.BatchCounts last = to.requests().batch(call);
            long total = last.requests() - first.requests();
            long partial = last.partialSuccesses() - first.partialSuccesses();
            long failed = last.failures() - first.failures();
            long items = last.items() - first.items();
            long failedItems = last.failedItems() - first.failedItems();
            rates.add(BATCHES.get(call) + ":(Req=" + rate(total - partial - failed, lengthNanos) + "/"
                    + rate(partial, lengthNanos) + "/" + rate(total, lengthNanos) + ", Item="
                    + rate(items - failedItems, lengthNanos) + "/" + rate(items, lengthNanos) + ")");
        }
        return String.join(", ", rates);
    }

    private static String rate(long count, long lengthNanos) {
        return String.format(Locale.ROOT, "%.2f", lengthNanos == 0 ? 0.0 : count * NANOS_PER_SECOND / lengthNanos);
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f%%", whole == 0 ? 0.0 : 100.0 * part / whole);
    }

    private static String size(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        double value = bytes;
        int unit = 0;
        while (unit < units.length - 1 && value >= 1024) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.2f %s", value, units[unit]);
    }
}
