package io.mooncake.client;

import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.exposition.MetricCollector;
import io.mooncake.transfer.TransferReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Writes what the transfer engine of a client counts; the C++ engine only logs it. */
final class EngineMetrics implements MetricCollector {
    private static final List<String> TRAFFIC_LABELS = List.of("transport", "side", "opcode");

    private final Supplier<TransferReport> engine;

    EngineMetrics(Supplier<TransferReport> engine) {
        this.engine = engine;
    }

    @Override
    public void collect(ExpositionWriter writer) {
        TransferReport report = engine.get();
        Map<List<String>, Long> bytes = new TreeMap<>(EngineMetrics::compare);
        Map<List<String>, Long> requests = new TreeMap<>(EngineMetrics::compare);
        for (TransferReport.Traffic row : report.traffic()) {
            List<String> labels = List.of(word(row.transport()), word(row.side()), word(row.opcode()));
            bytes.merge(labels, row.bytes(), Long::sum);
            requests.merge(labels, row.requests(), Long::sum);
        }
        writer.counters("mooncake_transfer_engine_bytes_total", "Bytes of completed requests", TRAFFIC_LABELS, bytes);
        writer.counters("mooncake_transfer_engine_requests_total", "Completed requests", TRAFFIC_LABELS, requests);
        Map<String, Long> drops = new TreeMap<>();
        report.drops().forEach((reason, count) -> drops.put(word(reason), count));
        writer.counters(
                "mooncake_transfer_engine_drops_total",
                "Requests and connections that the data port did not serve, by why",
                "reason",
                drops);
        writer.gauges(
                "mooncake_transfer_engine_connections",
                "Open data connections, by who opened them",
                "side",
                new TreeMap<>(Map.of(
                        word(TransferReport.Side.INITIATOR),
                        (long) report.outgoingConnections(),
                        word(TransferReport.Side.TARGET),
                        (long) report.incomingConnections())));
        writer.gauge(
                "mooncake_transfer_engine_registered_bytes", "Bytes that peers can reach", report.registeredBytes());
    }

    private static int compare(List<String> left, List<String> right) {
        return String.join(",", left).compareTo(String.join(",", right));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
