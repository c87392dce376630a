package io.mooncake.client;

import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.exposition.MetricCollector;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Writes the outcomes that a client counts. */
final class OutcomeMetrics implements MetricCollector {
    private final Supplier<ClientReport> client;

    OutcomeMetrics(Supplier<ClientReport> client) {
        this.client = client;
    }

    @Override
    public void collect(ExpositionWriter writer) {
        ClientReport report = client.get();
        Map<String, Long> puts = new TreeMap<>();
        puts.put("stored", report.putsStored());
        puts.put("already_exists", report.putsAlreadyExisting());
        report.putsFailed().forEach((code, count) -> puts.put(code.name(), count));
        writer.counters("mooncake_client_puts_total", "Puts by outcome", "outcome", puts);
        Map<String, Long> gets = new TreeMap<>();
        gets.put("hit", report.getHits());
        gets.put("miss", report.getMisses());
        report.getsFailed().forEach((code, count) -> gets.put(code.name(), count));
        writer.counters("mooncake_client_gets_total", "Gets by outcome", "outcome", gets);
        writer.counter(
                "mooncake_client_replica_failovers_total",
                "Times a get went on to another replica",
                report.replicaFailovers());
        writer.counter(
                "mooncake_client_checksum_mismatches_total",
                "Gets that found no replica with the bytes that were written",
                report.checksumMismatches());
        writer.counter("mooncake_client_remounts_total", "Times the client registered anew", report.remounts());
        writer.counter(
                "mooncake_client_heartbeats_failed_total", "Heartbeats without answer", report.heartbeatsFailed());
    }
}
