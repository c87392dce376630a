package io.mooncake.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.transfer.Opcode;
import io.mooncake.transfer.TransferReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EngineMetricsTest {
    @Test
    void writesEveryCountOfTheReport() {
        TransferReport report = new TransferReport(
                List.of(
                        new TransferReport.Traffic(
                                TransferReport.Transport.TCP, TransferReport.Side.TARGET, Opcode.READ, 1, 2),
                        new TransferReport.Traffic(
                                TransferReport.Transport.LOCAL, TransferReport.Side.INITIATOR, Opcode.WRITE, 3, 4)),
                Map.of(TransferReport.Drop.OUTSIDE_REGION, 5L),
                6,
                7,
                8);
        ExactNameRegistry registry = new ExactNameRegistry();
        registry.collector(new EngineMetrics(() -> report));

        assertThat(ExpositionReader.read(registry.scrape()).samples())
                .containsOnly(
                        Map.entry(traffic("requests", "tcp", "target", "read"), 1.0),
                        Map.entry(traffic("bytes", "tcp", "target", "read"), 2.0),
                        Map.entry(traffic("requests", "local", "initiator", "write"), 3.0),
                        Map.entry(traffic("bytes", "local", "initiator", "write"), 4.0),
                        Map.entry("mooncake_transfer_engine_drops_total{reason=\"outside_region\"}", 5.0),
                        Map.entry("mooncake_transfer_engine_connections{side=\"initiator\"}", 6.0),
                        Map.entry("mooncake_transfer_engine_connections{side=\"target\"}", 7.0),
                        Map.entry("mooncake_transfer_engine_registered_bytes", 8.0));
    }

    private static String traffic(String what, String transport, String side, String opcode) {
        return "mooncake_transfer_engine_" + what + "_total{transport=\"" + transport + "\",side=\"" + side
                + "\",opcode=\"" + opcode + "\"}";
    }
}
