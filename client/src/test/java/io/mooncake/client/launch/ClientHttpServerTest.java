package io.mooncake.client.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.ClientMetricsFixture;
import io.mooncake.client.GetOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.exposition.ExpositionReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ClientHttpServerTest {
    private static final HostAndPort ANY_PORT = new HostAndPort("127.0.0.1", 0);

    @Test
    void servesHealthAndEveryMetricWithUpstreamsNamesAndBuckets() throws Exception {
        try (ClientMetricsFixture cluster = new ClientMetricsFixture(true);
                ClientHttpServer server = new ClientHttpServer(ANY_PORT, cluster.client())) {
            MooncakeClient client = cluster.client();
            client.put("a", new byte[100]);
            client.put("a", new byte[100]);
            close(client.get("a"));
            close(client.get("none"));
            client.getBatch(List.of(ObjectKey.of("a"), ObjectKey.of("a"))).forEach(ClientHttpServerTest::close);
            try (Arena arena = Arena.ofShared()) {
                MemorySegment memory = arena.allocate(100);
                client.getInto("a", memory);
                client.put("b", memory);
            }

            ExpositionReader read =
                    ExpositionReader.read(get(server, "/metrics").body());

            assertThat(read.samples())
                    .containsEntry("mooncake_transfer_write_bytes{client_mode=\"real\"}", 200.0)
                    .containsEntry("mooncake_transfer_read_bytes{client_mode=\"real\"}", 400.0)
                    .containsEntry("mooncake_transfer_put_latency_count{client_mode=\"real\"}", 2.0)
                    .containsEntry("mooncake_transfer_get_latency_count{client_mode=\"real\"}", 2.0)
                    .containsEntry("mooncake_transfer_batch_get_latency_count{client_mode=\"real\"}", 1.0)
                    .containsEntry("mooncake_transfer_batch_put_latency_count{client_mode=\"real\"}", 0.0)
                    .containsEntry(operation("write", "count", "put"), 1.0)
                    .containsEntry(operation("write", "bytes", "put"), 100.0)
                    .containsEntry(operation("write", "count", "put_from"), 1.0)
                    .containsEntry(operation("read", "count", "get_buffer"), 1.0)
                    .containsEntry(operation("read", "count", "batch_get_buffer"), 1.0)
                    .containsEntry(operation("read", "bytes", "batch_get_buffer"), 200.0)
                    .containsEntry(operation("read", "latency_count", "get_into"), 1.0)
                    .containsEntry("mooncake_client_rpc_count{client_mode=\"real\",rpc_name=\"BatchPutStart\"}", 3.0)
                    .containsEntry(
                            "mooncake_client_rpc_latency_count{client_mode=\"real\",rpc_name=\"BatchPutEnd\"}", 2.0)
                    .containsEntry("mooncake_client_puts_total{client_mode=\"real\",outcome=\"stored\"}", 2.0)
                    .containsEntry("mooncake_client_puts_total{client_mode=\"real\",outcome=\"already_exists\"}", 1.0)
                    .containsEntry("mooncake_client_gets_total{client_mode=\"real\",outcome=\"hit\"}", 4.0)
                    .containsEntry("mooncake_client_gets_total{client_mode=\"real\",outcome=\"miss\"}", 1.0)
                    .containsKeys(
                            "mooncake_transfer_get_latency_bucket{client_mode=\"real\",le=\"50\"}",
                            "mooncake_transfer_get_latency_bucket{client_mode=\"real\",le=\"7000\"}",
                            "mooncake_transfer_get_latency_bucket{client_mode=\"real\",le=\"20000000\"}");
            assertThat(read.types())
                    .containsEntry("mooncake_client_rpc_latency", "histogram")
                    .containsEntry("mooncake_transfer_read_bytes", "counter");
            assertThat(get(server, "/metrics/summary").body())
                    .startsWith(
                            "Transfer: read=400 bytes, write=200 bytes | Operations: read=3, write=2 | Transfer lat");
            assertThat(get(server, "/health").statusCode()).isEqualTo(200);
            assertThat(get(server, "/health").body()).isEqualTo("{\"status\":\"healthy\",\"code\":0}");

            client.close();

            assertThat(get(server, "/health").statusCode()).isEqualTo(503);
            assertThat(get(server, "/health").body()).isEqualTo("{\"status\":\"not_initialized\",\"code\":1}");
        }
    }

    @Test
    void saysThatMetricsAreNotAvailableWhereTheyAreOff() throws Exception {
        try (ClientMetricsFixture cluster = new ClientMetricsFixture(false);
                ClientHttpServer server = new ClientHttpServer(ANY_PORT, cluster.client())) {
            cluster.client().put("a", new byte[100]);
            for (String path : List.of("/metrics", "/metrics/summary")) {
                assertThat(get(server, path).statusCode()).isEqualTo(503);
                assertThat(get(server, path).body()).isEqualTo("metrics not available");
            }
        }
    }

    @Test
    void theEnvironmentTurnsMetricsOff() {
        assertThat(ClientConfig.builder("h", "m:1")
                        .fromEnvironment(Map.of(ClientConfig.METRICS_VARIABLE, "0"))
                        .build()
                        .metrics())
                .isFalse();
        assertThat(ClientFlags.parse(List.of(), Map.of(ClientConfig.METRICS_VARIABLE, "0"))
                        .metrics())
                .isFalse();
        assertThatThrownBy(() -> ClientConfig.builder("h", "m:1")
                        .fromEnvironment(Map.of(ClientConfig.METRICS_INTERVAL_VARIABLE, "1m")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MC_STORE_CLIENT_METRIC_INTERVAL is '1m', must be whole seconds");
        assertThat(ClientFlags.parse(List.of("--enable_http_server", "--http_port=7"), Map.of())
                        .httpAddress()
                        .port())
                .isEqualTo(7);
    }

    private static String operation(String direction, String what, String name) {
        return "mooncake_transfer_" + direction + "_operation_" + what + "{client_mode=\"real\",op_name=\"" + name
                + "\"}";
    }

    private static void close(GetOutcome outcome) {
        if (outcome instanceof GetOutcome.Found found) {
            found.buffer().close();
        }
    }

    private static HttpResponse<String> get(ClientHttpServer server, String path) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://" + server.boundAddress() + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }
}
