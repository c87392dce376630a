package io.mooncake.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.address.HostAndPort;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.ClientMetricsFixture;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.exposition.ExpositionReader;
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
            client.get("a");
            client.get("none");
            client.getBatch(List.of(ObjectKey.of("a"), ObjectKey.of("a")));

            ExpositionReader read =
                    ExpositionReader.read(get(server, "/metrics").body());

            assertThat(read.samples())
                    .containsEntry("mooncake_transfer_write_bytes", 100.0)
                    .containsEntry("mooncake_transfer_read_bytes", 300.0)
                    .containsEntry("mooncake_transfer_put_latency_count", 2.0)
                    .containsEntry("mooncake_transfer_get_latency_count", 2.0)
                    .containsEntry("mooncake_transfer_batch_get_latency_count", 1.0)
                    .containsEntry("mooncake_transfer_batch_put_latency_count", 0.0)
                    .containsEntry("mooncake_transfer_write_operation_count", 1.0)
                    .containsEntry("mooncake_transfer_write_operation_bytes", 100.0)
                    .containsEntry("mooncake_transfer_read_operation_count", 3.0)
                    .containsEntry("mooncake_transfer_read_operation_bytes", 300.0)
                    .containsEntry("mooncake_transfer_read_operation_latency_count", 3.0)
                    .containsEntry("mooncake_client_rpc_count{rpc_name=\"BatchPutStart\"}", 2.0)
                    .containsEntry("mooncake_client_rpc_latency_count{rpc_name=\"BatchPutEnd\"}", 1.0)
                    .containsEntry("mooncake_client_puts_total{outcome=\"stored\"}", 1.0)
                    .containsEntry("mooncake_client_puts_total{outcome=\"already_exists\"}", 1.0)
                    .containsEntry("mooncake_client_gets_total{outcome=\"hit\"}", 3.0)
                    .containsEntry("mooncake_client_gets_total{outcome=\"miss\"}", 1.0)
                    .containsKeys(
                            "mooncake_transfer_get_latency_bucket{le=\"50\"}",
                            "mooncake_transfer_get_latency_bucket{le=\"7000\"}",
                            "mooncake_transfer_get_latency_bucket{le=\"20000000\"}");
            assertThat(read.types())
                    .containsEntry("mooncake_client_rpc_latency", "histogram")
                    .containsEntry("mooncake_transfer_read_bytes", "counter");
            assertThat(get(server, "/metrics/summary").body())
                    .startsWith("Transfer: read=300 bytes, write=100 bytes | Operations: read=3, write=1 | Latency");
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
        assertThat(ClientFlags.parse(List.of("--enable_http_server", "--http_port=7"), Map.of())
                        .httpAddress()
                        .port())
                .isEqualTo(7);
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
