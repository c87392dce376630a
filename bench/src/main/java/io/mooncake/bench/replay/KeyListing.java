package io.mooncake.bench.replay;

import io.mooncake.address.HostAndPort;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** The keys that a master lists on its admin address. */
final class KeyListing {

    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private KeyListing() {}

    /** All keys, one per line of {@code /get_all_keys}. */
    static List<String> fetch(HostAndPort admin) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + admin + "/get_all_keys");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> response = http.send(
                    HttpRequest.newBuilder(uri).timeout(DEADLINE).build(), HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException(uri + " answered status " + response.statusCode());
            }
            return response.body()
                    .lines()
                    .filter(line -> !line.isEmpty())
                    .map(KeyListing::key)
                    .toList();
        }
    }

    /** The key of a line, in which control characters and percent signs are percent-encoded. */
    static String key(String line) {
        // A plus sign is a plus sign here.
        return URLDecoder.decode(line.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
