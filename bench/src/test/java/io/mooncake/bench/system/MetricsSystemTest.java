package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.docs.MetricTable;
import io.mooncake.bench.system.Stage.Replaying;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.client.GetOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.exposition.ExpositionReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What real processes expose while they work: the strict reader accepts every scrape and that of Prometheus the last,
 * and every metric is that of the C++ store or one of the list of our own.
 */
final class MetricsSystemTest {

    private static final Pattern HTTP = Pattern.compile("mooncake_client .*serving .*http=\\S+:([0-9]+)");
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int SCRAPES = 20;

    @TempDir
    private Path folder;

    @Test
    void everyScrapeUnderLoadIsUpstreamsTableOrOurs() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster("--default_kv_lease_ttl=200");
            List<String> nodes = new ArrayList<>();
            for (StoreProcess node : stage.cluster().startClients(2, "4 MB", "--enable_http_server", "--http_port=0")) {
                nodes.add("127.0.0.1:" + node.awaitLine(HTTP, LIMIT).group(1));
            }
            Replaying replaying = stage.replay(stage.writeTrace(ConversationTrace.make(5, 700)));
            int scrapes = 0;
            while (replaying.process().isAlive() || scrapes < SCRAPES) {
                scrape("master", stage.cluster().adminAddress());
                for (String node : nodes) {
                    scrape("client", node);
                }
                scrapes++;
            }
            JsonNode figures = replaying.await(0);
            SmallTraceReplayTest.assertOnlyLeasesExpired(figures);

            ExpositionReader master = lastScrape("master", stage.cluster().adminAddress());
            assertThat(value(master, "master_evicted_key_count")).isPositive();
            assertThat(value(master, "mem_cache_hit_nums_"))
                    .isGreaterThanOrEqualTo(figures.get("hits").doubleValue());
            double served = 0;
            double written = 0;
            for (String node : nodes) {
                ExpositionReader client = lastScrape("client", node);
                served += value(client, served("read"));
                written += value(client, served("write"));
                assertThat(value(client, "mooncake_client_rpc_count{client_mode=\"real\",rpc_name=\"Ping\"}"))
                        .isPositive();
                assertThat(value(client, "mooncake_transfer_engine_registered_bytes{client_mode=\"real\"}"))
                        .isEqualTo(4 << 20);
            }
            // What the replay read and wrote, the storage nodes served.
            assertThat(served).isGreaterThanOrEqualTo(figures.get("bytes_read").doubleValue());
            assertThat(written)
                    .isGreaterThanOrEqualTo(figures.get("bytes_written").doubleValue());
            anEmbeddedClientExposesTheSame(stage);
        });
    }

    private static String served(String opcode) {
        return "mooncake_transfer_engine_bytes_total{client_mode=\"real\",transport=\"tcp\",side=\"target\",opcode=\""
                + opcode + "\"}";
    }

    private static void anEmbeddedClientExposesTheSame(Stage stage) throws Exception {
        try (MooncakeClient client = stage.connect()) {
            client.put("embedded", new byte[1000]);
            if (client.get("embedded") instanceof GetOutcome.Found found) {
                found.buffer().close();
            }
            Promtool.check(client.metrics().orElseThrow());
            ExpositionReader read = judge("client", client.metrics().orElseThrow());
            assertThat(value(read, operation("write", "put"))).isEqualTo(1000);
            assertThat(value(read, operation("read", "get_buffer"))).isEqualTo(1000);
        }
    }

    private static String operation(String direction, String name) {
        return "mooncake_transfer_" + direction + "_operation_bytes{client_mode=\"real\",op_name=\"" + name + "\"}";
    }

    private static double value(ExpositionReader read, String series) {
        return read.value(series).orElseThrow(() -> new AssertionError("no series " + series));
    }

    private static ExpositionReader scrape(String process, String address) throws Exception {
        try (MasterProbe probe = new MasterProbe(address)) {
            return judge(process, probe.metrics());
        }
    }

    private static ExpositionReader lastScrape(String process, String address) throws Exception {
        try (MasterProbe probe = new MasterProbe(address)) {
            String text = probe.metrics();
            Promtool.check(text);
            return judge(process, text);
        }
    }

    private static ExpositionReader judge(String process, String text) {
        ExpositionReader read = ExpositionReader.read(text);
        assertThat(MetricTable.of(process).faults(read)).isEmpty();
        return read;
    }
}
