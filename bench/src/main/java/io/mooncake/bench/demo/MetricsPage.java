package io.mooncake.bench.demo;

import io.mooncake.address.HostAndPort;
import io.mooncake.client.MooncakeClient;
import io.mooncake.exposition.ExpositionWriter;
import io.mooncake.http.BindFailedException;
import io.mooncake.http.HttpReply;
import io.mooncake.http.HttpServer;

/**
 * The metrics of an embedded client over HTTP: what an inference server that embeds one adds to its own page.
 *
 * <p>Thread safety: any thread. Ownership: the client stays the caller's and is closed after this.
 */
final class MetricsPage implements AutoCloseable {

    private final HttpServer server;

    private MetricsPage(HttpServer server) {
        this.server = server;
    }

    /** Serves {@code /metrics} of this client on a free port of this machine alone. */
    static MetricsPage of(MooncakeClient client) throws BindFailedException {
        return new MetricsPage(HttpServer.builder()
                .threadName("demo-metrics")
                .get(
                        "/metrics",
                        request -> client.metrics()
                                .map(text -> HttpReply.of(200, ExpositionWriter.CONTENT_TYPE, text))
                                .orElseGet(() -> HttpReply.of(503, HttpReply.TEXT, "metrics are off")))
                .start(new HostAndPort("127.0.0.1", 0)));
    }

    /** host:port that it serves on. */
    String address() {
        return server.boundAddress().toString();
    }

    @Override
    public void close() {
        server.close();
    }
}
