package io.mooncake.bench.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.deployment.Dashboard.Panel;
import io.mooncake.bench.deployment.Dashboard.Variable;
import io.mooncake.bench.system.Await;
import io.mooncake.bench.system.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus with the shipped configuration scrapes master and clients of the demo, and every query of the
 * shipped dashboard returns data. The addresses, and a shorter interval, come in through the files of targets, which
 * {@code docker/prometheus.yml} is made for.
 */
@Timeout(180)
final class PrometheusSystemTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Path SHIPPED = ROOT.resolve("docker");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SCRAPE_INTERVAL = "1s";
    /** Long enough for a rate when two scrapes in a row are late on a busy machine. */
    private static final String RATE_INTERVAL = "8s";
    /** The embedded client and three storage nodes. */
    private static final int CLIENTS = 4;

    @TempDir
    private Path folder;

    @BeforeEach
    void needsPrometheus() {
        Requirement.program(PrometheusServer.PROGRAM, PrometheusServer.PACKAGE);
    }

    @Test
    void everyQueryOfTheDashboardReturnsDataFromTheDemo() throws Exception {
        try (StoreProcess demo = startDemo()) {
            Path config = configure(folder.resolve("demo"));
            List<String> arguments =
                    List.of("--config.file=" + config, "--storage.tsdb.path=" + folder.resolve("data"));
            try (PrometheusServer prometheus = PrometheusServer.start(arguments)) {
                try {
                    awaitTargets(prometheus);
                    awaitTraffic(prometheus);
                    assertEveryQueryReturnsData(prometheus);
                    assertAFaultIsSeen(prometheus);
                    assertEveryRuleIsEvaluated(prometheus);
                } catch (Exception | AssertionError fault) {
                    fault.addSuppressed(new IllegalStateException(prometheus.tail() + "\n" + demo.tail()));
                    throw fault;
                }
            }
        }
    }

    private StoreProcess startDemo() throws IOException, InterruptedException {
        StoreProcess demo = StoreProcess.start(
                Launcher.in(ROOT),
                "demo",
                "demo",
                List.of(
                        "--keep_running",
                        "--requests=500",
                        "--segment_size=8 MB",
                        "--targets=" + folder.resolve("demo")));
        try {
            demo.awaitLine(Pattern.compile("Replaying"), LIMIT);
            return demo;
        } catch (RuntimeException | InterruptedException failed) {
            demo.close();
            throw failed;
        }
    }

    /** The shipped files, byte by byte, beside targets that are scraped more often. */
    private Path configure(Path targetsOfDemo) throws IOException {
        Path site = Files.createDirectories(folder.resolve("prometheus"));
        Path targets = Files.createDirectories(site.resolve("targets"));
        Files.copy(SHIPPED.resolve("alerts.yml"), site.resolve("alerts.yml"));
        YAMLMapper yaml = new YAMLMapper();
        for (String name : List.of("master.yml", "client.yml")) {
            JsonNode addresses =
                    yaml.readTree(targetsOfDemo.resolve(name).toFile()).path(0).path("targets");
            Map<String, String> pace =
                    Map.of("__scrape_interval__", SCRAPE_INTERVAL, "__scrape_timeout__", SCRAPE_INTERVAL);
            yaml.writeValue(targets.resolve(name).toFile(), List.of(Map.of("targets", addresses, "labels", pace)));
        }
        return Files.copy(SHIPPED.resolve("prometheus.yml"), site.resolve("prometheus.yml"));
    }

    private static void awaitTargets(PrometheusServer prometheus) throws Exception {
        Await.until("master and clients are up", LIMIT, () -> {
            List<JsonNode> targets = prometheus.targets();
            return targets.size() == 1 + CLIENTS
                    && targets.stream()
                            .allMatch(target -> target.path("health").asText().equals("up"));
        });
    }

    /** Rates need several scrapes, and the pool has to be full before it evicts. */
    private static void awaitTraffic(PrometheusServer prometheus) throws Exception {
        for (String condition : List.of(
                "min(count_over_time(up[" + RATE_INTERVAL + "])) > 5",
                "sum(rate(master_evicted_key_count[" + RATE_INTERVAL + "])) > 0",
                "sum(rate(mooncake_client_gets_total{outcome=\"hit\"}[" + RATE_INTERVAL + "])) > 0")) {
            Await.until(condition, LIMIT, () -> !prometheus.query(condition).isEmpty());
        }
    }

    private static void assertEveryQueryReturnsData(PrometheusServer prometheus) throws Exception {
        Dashboard dashboard = Dashboard.read(SHIPPED.resolve("grafana/dashboards/mooncake.json"));
        Map<String, List<String>> values =
                new HashMap<>(Map.of("__rate_interval", List.of(RATE_INTERVAL), "__range", List.of(RATE_INTERVAL)));
        for (Variable variable : dashboard.variables()) {
            List<String> found = prometheus.labelValues(variable.metric(), variable.label());
            assertThat(found).as("values of $%s", variable.name()).isNotEmpty();
            values.put(variable.name(), found);
        }
        List<String> faults = new ArrayList<>();
        int queries = 0;
        for (Panel panel : dashboard.panels()) {
            for (String query : panel.queries()) {
                queries++;
                faults.addAll(faults(prometheus, panel.title(), Dashboard.substitute(query, values)));
            }
        }
        assertThat(queries).isGreaterThan(50);
        assertThat(faults).isEmpty();
    }

    /** A check that cannot fail checks nothing. */
    private static void assertAFaultIsSeen(PrometheusServer prometheus) throws Exception {
        assertThat(faults(prometheus, "planted", "rate(no_such_metric[" + RATE_INTERVAL + "])"))
                .containsExactly("planted: no data for rate(no_such_metric[" + RATE_INTERVAL + "])");
        assertThat(faults(prometheus, "planted", "0 * master_key_count / 0"))
                .singleElement()
                .asString()
                .startsWith("planted: NaN for ");
    }

    private static List<String> faults(PrometheusServer prometheus, String panel, String query) throws Exception {
        List<JsonNode> series = prometheus.query(query);
        if (series.isEmpty()) {
            return List.of(panel + ": no data for " + query);
        }
        return series.stream()
                .map(one -> one.path("value").path(1).asText())
                .filter(value -> value.isEmpty() || value.equals("NaN") || value.endsWith("Inf"))
                .map(value -> panel + ": " + value + " for " + query)
                .toList();
    }

    private static void assertEveryRuleIsEvaluated(PrometheusServer prometheus) throws Exception {
        Await.until(
                "every rule is evaluated",
                LIMIT,
                () -> prometheus.rules().stream()
                        .allMatch(rule -> rule.path("health").asText().equals("ok")));
        assertThat(prometheus.rules()).isNotEmpty();
    }
}
