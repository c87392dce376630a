package io.mooncake.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.ExpositionReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class OutcomeMetricsTest {
    @Test
    void writesEveryCountOfTheReport() {
        ClientReport report = new ClientReport(
                1,
                2,
                Map.of(ErrorCode.NO_AVAILABLE_HANDLE, 3L),
                4,
                5,
                Map.of(ErrorCode.CHECKSUM_MISMATCH, 6L),
                6,
                7,
                8,
                9,
                10,
                11);
        ExactNameRegistry registry = new ExactNameRegistry();
        registry.collector(new OutcomeMetrics(() -> report));

        assertThat(ExpositionReader.read(registry.scrape()).samples())
                .containsOnly(
                        Map.entry("mooncake_client_puts_total{outcome=\"stored\"}", 1.0),
                        Map.entry("mooncake_client_puts_total{outcome=\"already_exists\"}", 2.0),
                        Map.entry("mooncake_client_puts_total{outcome=\"NO_AVAILABLE_HANDLE\"}", 3.0),
                        Map.entry("mooncake_client_gets_total{outcome=\"hit\"}", 4.0),
                        Map.entry("mooncake_client_gets_total{outcome=\"miss\"}", 5.0),
                        Map.entry("mooncake_client_gets_total{outcome=\"CHECKSUM_MISMATCH\"}", 6.0),
                        Map.entry("mooncake_client_checksum_mismatches_total", 6.0),
                        Map.entry("mooncake_client_replica_failovers_total", 7.0),
                        Map.entry("mooncake_client_remounts_total", 10.0),
                        Map.entry("mooncake_client_heartbeats_failed_total", 11.0));
    }
}
