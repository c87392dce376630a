package io.mooncake.bench.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.deployment.ComposeFile.Mount;
import io.mooncake.bench.deployment.ComposeFile.Service;
import io.mooncake.bench.system.Await;
import io.mooncake.bench.system.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image and the compose file without Docker: what the image would hold is put into a folder, the commands of the
 * compose file run there, with the ports that {@link ComposeNetwork} gives them, and their health checks answer.
 */
@Timeout(180)
final class ComposeSystemTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Path SHIPPED = ROOT.resolve("docker");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String HEALTHY = "service_healthy";

    @TempDir
    private Path folder;

    private ComposeFile compose;
    private Dockerfile dockerfile;

    @BeforeEach
    void read() throws IOException {
        compose = ComposeFile.read(SHIPPED.resolve("compose.yaml"));
        dockerfile = Dockerfile.read(SHIPPED.resolve("Dockerfile"));
    }

    private List<Service> ours() {
        return compose.services().values().stream()
                .filter(service -> !service.dockerfile().isEmpty())
                .toList();
    }

    @Test
    void everyServiceOfTheStoreStartsAndItsHealthCheckAnswers() throws Exception {
        UnpackedImage image = UnpackedImage.unpack(dockerfile, ROOT, folder.resolve("image"));
        assertThat(ours()).extracting(Service::name).containsExactly("master", "storage-a", "storage-b");
        Map<String, StoreProcess> running = new TreeMap<>();
        try (ComposeNetwork network = new ComposeNetwork(compose.services().keySet())) {
            for (Service service : ours()) {
                assertThat(service.healthCheck()).as(service.name()).isNotEmpty();
                List<String> command = network.translate(service.name(), service.command());
                assertThat(check(image, network, service))
                        .as("nothing runs yet")
                        .isNotZero();
                for (Map.Entry<String, String> needed : service.dependsOn().entrySet()) {
                    assertThat(needed.getValue()).isEqualTo(HEALTHY);
                    assertThat(running).as(service.name()).containsKey(needed.getKey());
                }
                network.release(service.name());
                StoreProcess process = image.start(service.name(), command);
                running.put(service.name(), process);
                Await.until(service.name() + " is healthy", LIMIT, () -> {
                    assertThat(process.isAlive()).as(process.tail()).isTrue();
                    return check(image, network, service) == 0;
                });
            }
            assertPrometheusScrapesThem(network);

            running.values().forEach(StoreProcess::close);
            assertThat(check(image, network, compose.service("master"))).isNotZero();
        } finally {
            running.values().forEach(StoreProcess::close);
        }
    }

    private static int check(UnpackedImage image, ComposeNetwork network, Service service)
            throws IOException, InterruptedException {
        List<String> words = network.translate(service.name(), service.healthCheck());
        try (StoreProcess check = image.execute("health check of " + service.name(), words)) {
            return check.awaitExit(LIMIT);
        }
    }

    /** With the arguments and the mounted files of the compose file; only addresses in them differ. */
    private void assertPrometheusScrapesThem(ComposeNetwork network) throws Exception {
        Requirement.program(PrometheusServer.PROGRAM, PrometheusServer.PACKAGE);
        Service service = compose.service("prometheus");
        Path root = folder.resolve("prometheus");
        for (Mount mount : service.mounts()) {
            copy(network, mount.source(), root.resolve(mount.target().substring(1)));
        }
        List<String> arguments = service.command().stream()
                .map(word -> word.replaceFirst("=/", Matcher.quoteReplacement("=" + root + "/")))
                .toList();
        try (PrometheusServer prometheus = PrometheusServer.start(arguments)) {
            Await.until("every service is scraped", LIMIT, () -> {
                List<JsonNode> targets = prometheus.targets();
                return targets.size() == ours().size()
                        && targets.stream()
                                .allMatch(
                                        target -> target.path("health").asText().equals("up"));
            });
            Await.until(
                    "both storage clients are counted",
                    LIMIT,
                    () -> prometheus.query("master_active_clients == 2").size() == 1);
        }
    }

    private static void copy(ComposeNetwork network, Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                Files.writeString(target, network.translate("prometheus", Files.readString(file)));
            }
        }
    }

    @Test
    void theImageIsBuiltByTheLauncherFromAJdkAndRunsAsNobodyInParticular() throws Exception {
        Matcher least =
                Pattern.compile("(?m)^LEAST_JAVA=([0-9]+)$").matcher(Files.readString(ROOT.resolve("mooncake")));
        assertThat(least.find()).isTrue();
        assertThat(dockerfile.build().getFirst().text()).startsWith("eclipse-temurin:" + least.group(1) + "-jdk");
        assertThat(dockerfile.only("FROM").text()).startsWith("eclipse-temurin:" + least.group(1) + "-j");
        assertThat(Integer.parseInt(dockerfile.only("USER").text())).isPositive();
        assertThat(dockerfile.only("ENTRYPOINT").words())
                .containsExactly(dockerfile.only("WORKDIR").text() + "/mooncake");
    }

    /** {@code ./mooncake --version} answers without a build, and leaves nothing to copy. */
    @Test
    void theImageIsBuiltByACommandThatBuilds() throws Exception {
        List<String> runs = Dockerfile.all(dockerfile.build(), "RUN").stream()
                .map(Dockerfile.Instruction::text)
                .filter(text -> text.startsWith("./mooncake "))
                .toList();
        assertThat(runs).hasSize(1);
        List<String> words = List.of(runs.getFirst().split(" ", -1));
        assertThat(statusWithoutABuild(words.subList(1, words.size()))).isNotZero();
        assertThat(statusWithoutABuild(List.of("--version"))).isZero();
    }

    /** Runs the launcher of a checkout in which nothing was built, and keeps it from building. */
    private int statusWithoutABuild(List<String> words) throws IOException, InterruptedException {
        Path bare = Files.createTempDirectory(folder, "bare");
        Files.copy(ROOT.resolve("mooncake"), bare.resolve("mooncake"));
        Files.copy(ROOT.resolve("pom.xml"), bare.resolve("pom.xml"));
        Launcher launcher = Launcher.in(bare).with("JAVA_HOME", System.getProperty("java.home"));
        try (StoreProcess process =
                StoreProcess.start(launcher, "launcher", words.getFirst(), words.subList(1, words.size()))) {
            return process.awaitExit(LIMIT);
        }
    }

    @Test
    void portsThatAreExposedAndPublishedAreThoseOfTheCommands() {
        List<String> exposed = List.of(dockerfile.only("EXPOSE").text().split(" ", -1));
        List<String> used = new ArrayList<>();
        for (Service service : ours()) {
            Pattern.compile("--\\w*port=([1-9][0-9]*)")
                    .matcher(String.join(" ", service.command()))
                    .results()
                    .forEach(port -> used.add(port.group(1)));
            assertThat(service.ports()).allMatch(port -> used.contains(port.substring(port.indexOf(':') + 1)));
        }
        assertThat(exposed)
                .containsExactlyInAnyOrderElementsOf(used.stream().distinct().toList());
    }

    @Test
    void everyMountIsThereAndGrafanaFindsItsFiles() throws IOException {
        for (Service service : compose.services().values()) {
            assertThat(service.mounts()).as(service.name()).allMatch(mount -> Files.exists(mount.source()));
        }
        Service grafana = compose.service("grafana");
        Path provisioning = SHIPPED.resolve("grafana/provisioning");
        assertThat(source(grafana, "/etc/grafana/provisioning")).isEqualTo(provisioning);
        YAMLMapper yaml = new YAMLMapper();
        for (JsonNode provider : yaml.readTree(
                        provisioning.resolve("dashboards/mooncake.yaml").toFile())
                .path("providers")) {
            Path dashboards =
                    source(grafana, provider.path("options").path("path").asText());
            assertThat(Dashboard.read(dashboards.resolve("mooncake.json")).panels())
                    .isNotEmpty();
        }
        for (JsonNode source : yaml.readTree(
                        provisioning.resolve("datasources/prometheus.yaml").toFile())
                .path("datasources")) {
            assertThat(source.path("url").asText()).isEqualTo("http://prometheus:9090");
            assertThat(compose.service("prometheus").ports()).containsExactly("9090:9090");
        }
    }

    private static Path source(Service service, String target) {
        return service.mounts().stream()
                .filter(mount -> mount.target().equals(target))
                .findFirst()
                .orElseThrow(() -> new AssertionError(service.name() + " has nothing at " + target))
                .source();
    }

    @Test
    void theImageHasTheVersionOfTheBuild() throws IOException {
        Matcher version =
                Pattern.compile("<revision>([^<]+)</revision>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(ours()).allMatch(service -> service.image().equals("mooncake-store:" + version.group(1)));
    }
}
