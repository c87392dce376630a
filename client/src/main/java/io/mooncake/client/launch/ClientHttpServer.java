package io.mooncake.client.launch;

import io.mooncake.address.HostAndPort;
import io.mooncake.client.ClientHealth;
import io.mooncake.client.MooncakeClient;
import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.http.BindFailedException;
import io.mooncake.http.HttpReply;
import io.mooncake.http.HttpServer;
import java.util.Locale;
import java.util.Optional;

/**
 * Health and metrics of a storage node, under the paths of the C++ client.
 *
 * <p>Thread safety: any thread.
 */
final class ClientHttpServer implements AutoCloseable {
    private final HttpServer server;

    /** Binds and serves; port 0 takes a free one. */
    ClientHttpServer(HostAndPort address, MooncakeClient client) throws BindFailedException {
        server = HttpServer.builder()
                .threadName("client-http")
                .get("/health", request -> health(client.health()))
                .get("/metrics", request -> metrics(client.metrics()))
                .get(
                        "/metrics/summary",
                        request -> metrics(client.metricsSummary().map(line -> line + "\n")))
                .start(address);
    }

    private static HttpReply health(ClientHealth health) {
        String body = "{\"status\":\"" + health.name().toLowerCase(Locale.ROOT) + "\",\"code\":" + health.code() + "}";
        return HttpReply.of(health == ClientHealth.HEALTHY ? 200 : 503, HttpReply.JSON, body);
    }

    private static HttpReply metrics(Optional<String> text) {
        return text.map(body -> HttpReply.of(200, ExpositionWriter.CONTENT_TYPE, body))
                .orElseGet(() -> HttpReply.of(503, HttpReply.TEXT, "metrics not available"));
    }

    /** The address that is really bound. */
    HostAndPort boundAddress() {
        return server.boundAddress();
    }

    @Override
    public void close() {
        server.close();
    }
}
