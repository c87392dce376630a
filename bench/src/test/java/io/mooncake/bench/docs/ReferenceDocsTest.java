package io.mooncake.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.ClientConfig;
import io.mooncake.client.GetOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.client.launch.ClientFlags;
import io.mooncake.config.Flags;
import io.mooncake.config.Setting;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.master.MasterServer;
import io.mooncake.master.config.MasterConfig;
import io.mooncake.transfer.EngineEnvironment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * docs/SETTINGS.md and docs/METRICS.md are what the declarations and a running cluster say, and every row names a test
 * that exists. With {@code -Dmooncake.docs.write=true} the documents are written instead of compared.
 */
@Timeout(60)
final class ReferenceDocsTest {
    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final boolean WRITING = Boolean.getBoolean("mooncake.docs.write");
    private static final TestIndex SETTINGS = TestIndex.read("/reference/settings.properties", ROOT);
    private static final TestIndex METRICS = TestIndex.read("/reference/metrics.properties", ROOT);

    private static List<Flags> commands() {
        return List.of(MasterConfig.flags(), ClientFlags.declared(), EngineEnvironment.declared());
    }

    private static Set<String> settingNames() {
        return commands().stream()
                .flatMap(flags -> flags.settings().stream().map(setting -> flags.command() + "." + setting.name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void everySettingHasATestThatExists() {
        assertThat(SETTINGS.faults(settingNames())).isEmpty();
    }

    @Test
    void theIndexNoticesWhatIsMissingOrTooMuch() {
        Set<String> names = new TreeSet<>(settingNames());
        names.add("mooncake_master.planted");
        names.remove("mooncake_master.port");

        assertThat(SETTINGS.faults(names))
                .contains(
                        "mooncake_master.planted has no test",
                        "mooncake_master.port is listed, and there is no such thing");
        TestIndex planted = TestIndex.read("/reference/planted.properties", ROOT);
        assertThat(planted.faults(Set.of("a", "b")))
                .containsExactly(
                        "a names a test that does not exist: NoSuchTest#works",
                        "b names a test that does not exist: ReferenceDocsTest#noSuchMethod");
    }

    @Test
    void theReferenceOfSettingsIsWhatTheCommandsDeclare() throws IOException {
        StringBuilder text = new StringBuilder("""
                # Settings

                Generated from the declarations; change those. A flag beats the file of `--config_path`, which beats the
                environment, which beats the default; a flag that is set to its default counts as set. Every command has
                `--help`, `--version` and `--flagfile=FILE` (a flag per line). `GET /config` of the master shows what is
                in force and why.
                """);
        for (Flags flags : commands()) {
            text.append("\n## ").append(flags.command()).append("\n\n");
            text.append("| Flag | Key of the file | Variable | Kind | Default | Meaning | Test |\n");
            text.append("|---|---|---|---|---|---|---|\n");
            for (Setting setting : flags.settings()) {
                String test = SETTINGS.testOf(flags.command() + "." + setting.name());
                text.append(row(
                        setting.flag().map(flag -> code("--" + flag)).orElse("–"),
                        setting.key().map(ReferenceDocsTest::code).orElse("–"),
                        setting.variable().map(ReferenceDocsTest::code).orElse("–"),
                        setting.kind(),
                        code(setting.defaultText()),
                        setting.help(),
                        code(String.valueOf(test))));
            }
        }
        compare("docs/SETTINGS.md", text.toString());
    }

    @Test
    void theReferenceOfMetricsIsWhatARunningClusterExposes() throws Exception {
        StringBuilder text = new StringBuilder("""
                # Metrics

                Generated from a running master and client. The master serves `/metrics` on `--metrics_port`, a storage
                client on `--http_port` with `--enable_http_server`; an embedded client hands the same text out. Names,
                types and buckets are those of the C++ store where it has the metric.
                """);
        Set<String> names = new TreeSet<>();
        try (MasterServer master = MasterServer.start(MasterConfig.of(MasterConfig.flags()
                        .parse(List.of(
                                "--rpc_address=127.0.0.1",
                                "--port=0",
                                "--metrics_host=127.0.0.1",
                                "--metrics_port=0"))));
                MooncakeClient client = MooncakeClient.connect(
                        ClientConfig.builder("127.0.0.1", master.rpcAddress().toString())
                                .globalSegmentSizeBytes(1 << 20)
                                .build())) {
            client.put("a", new byte[1]);
            client.getBatch(List.of(ObjectKey.of("a"))).forEach(ReferenceDocsTest::close);
            append(text, "Master", ExpositionReader.read(scrape(master)), names);
            append(text, "Client", ExpositionReader.read(client.metrics().orElseThrow()), names);
        }
        compare("docs/METRICS.md", text.toString());
        assertThat(METRICS.faults(names)).isEmpty();
    }

    private static String scrape(MasterServer master) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://" + master.adminAddress() + "/metrics");
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static void append(StringBuilder text, String title, ExpositionReader read, Set<String> names) {
        MetricTable table = MetricTable.of(title.toLowerCase(Locale.ROOT));
        assertThat(table.faults(read)).isEmpty();
        assertThat(table.staleRows(read.metrics())).isEmpty();
        text.append("\n## ").append(title).append("\n\n");
        text.append("| Name | Type | Labels | Meaning | Buckets | Test |\n|---|---|---|---|---|---|\n");
        new TreeMap<>(read.metrics()).forEach((name, metric) -> {
            names.add(name);
            text.append(row(
                    code(name),
                    metric.type(),
                    metric.labels().isEmpty() ? "–" : String.join(", ", metric.labels()),
                    metric.help(),
                    metric.bounds().isEmpty() ? "–" : bounds(metric.bounds()),
                    code(String.valueOf(METRICS.testOf(name)))));
        });
    }

    private static String bounds(List<Double> bounds) {
        return bounds.stream().map(bound -> String.valueOf(bound.longValue())).collect(Collectors.joining(", "))
                + ", +Inf";
    }

    private static void close(GetOutcome outcome) {
        if (outcome instanceof GetOutcome.Found found) {
            found.buffer().close();
        }
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", escaped(cells)) + " |\n";
    }

    private static List<String> escaped(String... cells) {
        return List.of(cells).stream().map(cell -> cell.replace("|", "\\|")).toList();
    }

    private static String code(String text) {
        return text.isEmpty() ? "–" : "`" + text + "`";
    }

    private static void compare(String document, String expected) throws IOException {
        Path file = ROOT.resolve(document);
        if (WRITING) {
            Files.writeString(file, expected);
        }
        assertThat(Files.readString(file))
                .as("%s is stale; write it with -Dmooncake.docs.write=true", document)
                .isEqualTo(expected);
    }
}
