package io.mooncake.exposition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExactNameRegistryTest {
    private final ExactNameRegistry registry = new ExactNameRegistry();

    @Test
    void exposesCountersUnderExactlyTheirNames() {
        Counter hits = registry.counter("mem_cache_hit_nums_", "Hits.");
        Counter requests = registry.counter("master_ping_requests_total", "Pings.");
        hits.add(3);
        requests.increment();

        ExpositionReader read = ExpositionReader.read(registry.scrape());

        assertThat(read.types())
                .isEqualTo(Map.of("mem_cache_hit_nums_", "counter", "master_ping_requests_total", "counter"));
        assertThat(read.samples()).isEqualTo(Map.of("mem_cache_hit_nums_", 3.0, "master_ping_requests_total", 1.0));
    }

    @Test
    void exposesGaugesAndLabels() {
        registry.gauge("master_key_count", "Keys.", () -> 7);
        CounterFamily dropped = registry.counters("dropped_total", "Dropped, by reason.", "reason");
        dropped.labelled("late").add(2);
        dropped.labelled("a\"b\\c\nd").increment();
        registry.collector(writer -> writer.gauges("used_bytes", "Used.", "segment", Map.of("host:1", 1L << 40)));

        ExpositionReader read = ExpositionReader.read(registry.scrape());

        assertThat(read.value("master_key_count")).contains(7.0);
        assertThat(read.value("dropped_total{reason=\"late\"}")).contains(2.0);
        assertThat(read.value("dropped_total{reason=\"a\\\"b\\\\c\\nd\"}")).contains(1.0);
        assertThat(read.value("used_bytes{segment=\"host:1\"}")).contains((double) (1L << 40));
        assertThat(registry.scrape()).contains("used_bytes{segment=\"host:1\"} 1099511627776\n");
    }

    @Test
    void countsValuesAtTheirBoundsInHistograms() {
        Histogram sizes = registry.histogram("master_value_size_bytes", "Sizes.", 4096, 65536);
        sizes.observe(0);
        sizes.observe(4096);
        sizes.observe(4097);
        sizes.observe(1L << 40);

        ExpositionReader read = ExpositionReader.read(registry.scrape());

        assertThat(read.value("master_value_size_bytes_bucket{le=\"4096\"}")).contains(2.0);
        assertThat(read.value("master_value_size_bytes_bucket{le=\"65536\"}")).contains(3.0);
        assertThat(read.value("master_value_size_bytes_bucket{le=\"+Inf\"}")).contains(4.0);
        assertThat(read.value("master_value_size_bytes_count")).contains(4.0);
        assertThat(read.value("master_value_size_bytes_sum")).contains(8193.0 + (1L << 40));
    }

    @Test
    void writesConstantLabelsAndSeveralLabels() {
        ExactNameRegistry constant = new ExactNameRegistry(Map.of("client_mode", "real"));
        constant.counter("one", "One.").increment();
        constant.histogram("two", "Two.", 5).observe(1);
        constant.collector(writer -> writer.counters(
                "three", "Three.", List.of("a", "b"), Map.of(List.of("x", "y"), 3L, List.of("x", "z"), 4L)));

        ExpositionReader read = ExpositionReader.read(constant.scrape());

        assertThat(read.samples())
                .containsEntry("one{client_mode=\"real\"}", 1.0)
                .containsEntry("two_bucket{client_mode=\"real\",le=\"5\"}", 1.0)
                .containsEntry("two_sum{client_mode=\"real\"}", 1.0)
                .containsEntry("three{client_mode=\"real\",a=\"x\",b=\"z\"}", 4.0);
        assertThat(read.metrics())
                .containsEntry(
                        "two", new ExpositionReader.Metric("histogram", "Two.", List.of("client_mode"), List.of(5.0)))
                .containsEntry(
                        "three",
                        new ExpositionReader.Metric("counter", "Three.", List.of("a", "b", "client_mode"), List.of()));
        registry.collector(writer -> writer.counters("four", "Four.", List.of("a"), Map.of(List.of("x", "y"), 3L)));
        assertThatThrownBy(registry::scrape).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesNamesThatAreTakenOrIllegal() {
        registry.counter("one", "First.");

        assertThatThrownBy(() -> registry.gauge("one", "Second.", () -> 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one");
        assertThatThrownBy(() -> registry.histogram("two", "Bounds.", 2, 1))
                .isInstanceOf(IllegalArgumentException.class);
        registry.collector(writer -> writer.gauge("bad-name", "Bad.", 0));
        assertThatThrownBy(registry::scrape)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bad-name");
    }

    @Test
    void refusesACounterThatShrinks() {
        Counter counter = registry.counter("one", "First.");

        assertThatThrownBy(() -> counter.add(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writesHistogramsToldApartByALabel() {
        ExactNameRegistry registry = new ExactNameRegistry();
        HistogramFamily family = registry.histograms("rpc_latency", "Microseconds", "rpc_name", 10, 20);
        family.labelled("Get").observe(15);
        family.labelled("Put").observe(30);
        family.labelled("Put").observe(10);

        assertThat(ExpositionReader.read(registry.scrape()).samples())
                .containsEntry("rpc_latency_bucket{rpc_name=\"Get\",le=\"10\"}", 0.0)
                .containsEntry("rpc_latency_bucket{rpc_name=\"Get\",le=\"20\"}", 1.0)
                .containsEntry("rpc_latency_bucket{rpc_name=\"Put\",le=\"20\"}", 1.0)
                .containsEntry("rpc_latency_bucket{rpc_name=\"Put\",le=\"+Inf\"}", 2.0)
                .containsEntry("rpc_latency_sum{rpc_name=\"Put\"}", 40.0)
                .containsEntry("rpc_latency_count{rpc_name=\"Get\"}", 1.0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a 1\n",
                "# HELP a h\n# TYPE a gauge\na 1",
                "# HELP a h\na 1\n",
                "# HELP a h\n# HELP a h\n# TYPE a gauge\na 1\n",
                "# HELP a h\n# TYPE a gauge\n# TYPE a gauge\na 1\n",
                "# HELP a h\n# TYPE a gauge\na 1\na 2\n",
                "# HELP a h\n# TYPE a gauge\na{b=\"c\"} 1\na{b=\"c\"} 2\n",
                "# HELP a h\n# TYPE a gauge\na one\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 2\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{le=\"+Inf\"} 1\na_count 1\n",
                "# HELP a h\n# TYPE a histogram\na_sum 1\na_count 1\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{b=\"\",le=\"+Inf\"} 1\na_sum 1\na_count{b=\"\"} 1\n",
                "# HELP a h\n# TYPE a histogram\na_bucket{b=\"\",le=\"+Inf\"} 1\na_sum{b=\"\"} 1\na_count 1\n",
                "# HELP a h\n# TYPE a gauge\na 1\n# HELP b h\n# TYPE b gauge\nb 1\na{c=\"d\"} 1\n",
                "# HELP a h\n# TYPE a gauge\na{b=\"1\",c=\"2\"} 1\na{c=\"2\",b=\"1\"} 1\n",
                "# HELP a h\n# TYPE a gauge\na{b=\"1\"} 1\na{c=\"2\"} 1\n",
                "# HELP a h\n# TYPE a gauge\na{b=\"1\",b=\"1\"} 1\n",
                "# HELP a h\n# TYPE a gauge\na{b=1} 1\n",
                "# HELP a h\n# TYPE a gauge\na{b=\"\\x\"} 1\n",
                "# HELP a h\n# TYPE a gage\na 1\n",
                "# HELP a h\n# TYPE a counter\na -1\n",
                "# HELP a h\n# TYPE a counter\na{le=\"1\"}\n",
                "# HELP a h\n",
                "# HELP a h\n# TYPE a histogram\na 1\n",
                """
                # HELP a h
                # TYPE a histogram
                a_bucket{le="2"} 1
                a_bucket{le="1"} 1
                a_bucket{le="+Inf"} 1
                a_sum 1
                a_count 1
                """,
                """
                # HELP a h
                # TYPE a histogram
                a_bucket{b="1",le="1"} 0
                a_bucket{b="1",le="+Inf"} 0
                a_sum{b="1"} 0
                a_count{b="1"} 0
                a_bucket{b="2",le="+Inf"} 0
                a_sum{b="2"} 0
                a_count{b="2"} 0
                """,
            })
    void theReaderCatchesPlantedFaults(String text) {
        assertThatThrownBy(() -> ExpositionReader.read(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
