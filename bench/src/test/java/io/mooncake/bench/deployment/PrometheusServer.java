package io.mooncake.bench.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.system.Requirement;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A Prometheus of the distribution on a free port, and its HTTP API. */
final class PrometheusServer implements AutoCloseable {

    static final String PROGRAM = "prometheus";
    static final String PACKAGE = "prometheus";

    private static final Pattern LISTENS = Pattern.compile("msg=\"Listening on\".* address=\\S+:([0-9]+)");
    private static final Pattern READY = Pattern.compile("ready to receive web requests");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final StoreProcess process;
    private final String address;
    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    private PrometheusServer(StoreProcess process, String address) {
        this.process = process;
        this.address = address;
    }

    /** Starts it with these arguments, on a port that it chooses, and waits until it serves. */
    static PrometheusServer start(List<String> arguments) throws IOException, InterruptedException {
        Requirement.program(PROGRAM, PACKAGE);
        List<String> words = new ArrayList<>(List.of(PROGRAM));
        words.addAll(arguments);
        words.add("--web.listen-address=127.0.0.1:0");
        StoreProcess process = StoreProcess.start("prometheus", new ProcessBuilder(words).redirectErrorStream(true));
        try {
            String port = process.awaitLine(LISTENS, LIMIT).group(1);
            process.awaitLine(READY, LIMIT);
            return new PrometheusServer(process, "127.0.0.1:" + port);
        } catch (RuntimeException | InterruptedException failed) {
            process.close();
            throw failed;
        }
    }

    /** What a query answers now: a list of series, each with its labels and its value. */
    List<JsonNode> query(String expression) throws IOException, InterruptedException {
        return list(get("/api/v1/query?query=" + encoded(expression)).path("result"));
    }

    /** The values of a label of a metric. */
    List<String> labelValues(String metric, String label) throws IOException, InterruptedException {
        return list(get("/api/v1/label/" + label + "/values?match[]=" + encoded(metric))).stream()
                .map(JsonNode::asText)
                .toList();
    }

    /** The targets that it scrapes, each with its health. */
    List<JsonNode> targets() throws IOException, InterruptedException {
        return list(get("/api/v1/targets?state=active").path("activeTargets"));
    }

    /** The rules that it evaluates, each with its health. */
    List<JsonNode> rules() throws IOException, InterruptedException {
        List<JsonNode> rules = new ArrayList<>();
        for (JsonNode group : get("/api/v1/rules").path("groups")) {
            rules.addAll(list(group.path("rules")));
        }
        return rules;
    }

    String tail() {
        return process.tail();
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        "http://" + address + path.replace("[", "%5B").replace("]", "%5D")))
                .timeout(LIMIT)
                .build();
        JsonNode answer = mapper.readTree(
                http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        if (!answer.path("status").asText().equals("success")) {
            throw new AssertionError(path + " answered " + answer);
        }
        return answer.path("data");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<JsonNode> list(JsonNode array) {
        List<JsonNode> nodes = new ArrayList<>();
        array.forEach(nodes::add);
        return nodes;
    }

    @Override
    public void close() {
        http.close();
        process.close();
    }
}
