package io.mooncake.bench.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** What a master answers on its admin address. */
final class MasterProbe implements AutoCloseable {

    private final String address;
    private final HttpClient http = HttpClient.newHttpClient();

    MasterProbe(String address) {
        this.address = address;
    }

    /** All metrics, as they are written. */
    String metrics() throws IOException, InterruptedException {
        return get("/metrics");
    }

    /** The value of a metric without labels. */
    long metric(String name) throws IOException, InterruptedException {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .findFirst()
                .map(line -> (long) Double.parseDouble(line.substring(name.length() + 1)))
                .orElseThrow(() -> new AssertionError("no metric " + name));
    }

    /** Values of a metric with one label, by the rest of its line. */
    long metric(String name, String label, String value) throws IOException, InterruptedException {
        return metric(name + "{" + label + "=\"" + value + "\"}");
    }

    /** The answer of a recount. */
    JsonNode selfCheck() throws IOException, InterruptedException {
        return new ObjectMapper().readTree(get("/api/v1/selfcheck"));
    }

    List<String> keys() throws IOException, InterruptedException {
        return get("/get_all_keys").lines().filter(line -> !line.isEmpty()).toList();
    }

    List<String> segments() throws IOException, InterruptedException {
        return get("/get_all_segments").lines().filter(line -> !line.isEmpty()).toList();
    }

    private String get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofSeconds(20))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new AssertionError(path + " answered " + response.statusCode());
        }
        return response.body();
    }

    @Override
    public void close() {
        http.close();
    }
}
