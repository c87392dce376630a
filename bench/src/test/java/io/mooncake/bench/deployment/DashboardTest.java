package io.mooncake.bench.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.mooncake.bench.deployment.Dashboard.Panel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every panel of the dashboard says what it shows and in which unit, and Grafana finds what it is given. */
final class DashboardTest {

    private static final Path SHIPPED = Path.of(System.getProperty("mooncake.root"), "docker");
    private static final Path GRAFANA = SHIPPED.resolve("grafana");

    @Test
    void everyPanelHasTitleSentenceUnitAndQuery() throws IOException {
        List<Panel> panels =
                Dashboard.read(GRAFANA.resolve("dashboards/mooncake.json")).panels();
        assertThat(panels).hasSizeGreaterThan(20).allSatisfy(panel -> {
            assertThat(panel.title()).isNotBlank();
            assertThat(panel.description()).as(panel.title()).endsWith(".");
            assertThat(panel.unit()).as(panel.title()).isNotBlank();
            assertThat(panel.queries()).as(panel.title()).isNotEmpty().noneMatch(String::isBlank);
        });
        assertThat(panels).extracting(Panel::title).doesNotHaveDuplicates();
    }

    @Test
    void grafanaMakesItsRateIntervalOfThePrometheusScrapeInterval() throws IOException {
        JsonNode source = yaml(GRAFANA.resolve("provisioning/datasources/prometheus.yaml"))
                .path("datasources")
                .path(0);
        assertThat(source.path("jsonData").path("timeInterval").asText())
                .isNotEmpty()
                .isEqualTo(yaml(SHIPPED.resolve("prometheus.yml"))
                        .path("global")
                        .path("scrape_interval")
                        .asText());
    }

    @Test
    void variablesAreSubstitutedAsGrafanaDoes() {
        Map<String, List<String>> values = Map.of("a", List.of("h.x:1", "h.y:2"), "b", List.of("5s"));
        assertThat(Dashboard.substitute("rate(m{i=~\"$a\"}[$b])", values))
                .isEqualTo("rate(m{i=~\"h\\\\.x:1|h\\\\.y:2\"}[5s])");
        assertThatThrownBy(() -> Dashboard.substitute("m{i=~\"$unknown\"}", values))
                .hasMessageContaining("$unknown");
    }

    private static JsonNode yaml(Path file) throws IOException {
        return new YAMLMapper().readTree(file.toFile());
    }
}
