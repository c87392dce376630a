package io.mooncake.bench.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.system.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Prometheus' own tool accepts the shipped configuration, and every shipped alert fires on its fault and only then. */
@Timeout(120)
final class PromtoolSystemTest {

    private static final String PROGRAM = "promtool";
    private static final Path SHIPPED = Path.of(System.getProperty("mooncake.root"), "docker");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    @BeforeEach
    void needsPromtool() {
        Requirement.program(PROGRAM, PrometheusServer.PACKAGE);
    }

    @Test
    void theConfigurationIsValid() throws Exception {
        assertThat(run("check", "config", SHIPPED.resolve("prometheus.yml").toString()))
                .isZero();
    }

    @Test
    void everyAlertPassesItsTests() throws Exception {
        assertThat(run("test", "rules", SHIPPED.resolve("alerts.test.yml").toString()))
                .isZero();
    }

    @Test
    void aPlantedFaultOfARuleFailsItsTest() throws Exception {
        String rules = Files.readString(SHIPPED.resolve("alerts.yml"));
        Files.writeString(
                folder.resolve("alerts.yml"),
                rules.replace("master_active_clients == 0", "master_active_clients == 9"));
        Path tests = Files.copy(SHIPPED.resolve("alerts.test.yml"), folder.resolve("alerts.test.yml"));
        assertThat(run("test", "rules", tests.toString())).isNotZero();
    }

    @Test
    void everyAlertHasATestInWhichItFiresAndOneInWhichItIsQuiet() throws Exception {
        YAMLMapper yaml = new YAMLMapper();
        Set<String> alerts = new TreeSet<>();
        for (JsonNode group :
                yaml.readTree(SHIPPED.resolve("alerts.yml").toFile()).path("groups")) {
            group.path("rules").forEach(rule -> alerts.add(rule.path("alert").asText()));
        }
        Set<String> fires = new TreeSet<>();
        Set<String> quiet = new TreeSet<>();
        for (JsonNode test :
                yaml.readTree(SHIPPED.resolve("alerts.test.yml").toFile()).path("tests")) {
            for (JsonNode expected : test.path("alert_rule_test")) {
                (expected.path("exp_alerts").isEmpty() ? quiet : fires)
                        .add(expected.path("alertname").asText());
            }
        }
        assertThat(alerts).isNotEmpty();
        assertThat(fires).isEqualTo(alerts);
        assertThat(quiet).isEqualTo(alerts);
    }

    private static int run(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(PROGRAM));
        words.addAll(List.of(arguments));
        try (StoreProcess promtool = StoreProcess.start(PROGRAM, new ProcessBuilder(words).redirectErrorStream(true))) {
            int status = promtool.awaitExit(LIMIT);
            if (status != 0) {
                System.err.println(promtool.tail());
            }
            return status;
        }
    }
}
