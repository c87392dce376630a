package io.mooncake.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.exposition.ExpositionReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each fault of an exposition that the table is there for, planted. */
final class MetricTableTest {
    private static final MetricTable MASTER = MetricTable.of("master");

    private static List<String> faults(String name, String type, String samples) {
        return MASTER.faults(
                ExpositionReader.read("# HELP " + name + " h\n# TYPE " + name + " " + type + "\n" + samples));
    }

    private static String histogram(String name, String... bounds) {
        StringBuilder text = new StringBuilder();
        for (String bound : bounds) {
            text.append(name).append("_bucket{le=\"").append(bound).append("\"} 0\n");
        }
        return text + name + "_bucket{le=\"+Inf\"} 0\n" + name + "_sum 0\n" + name + "_count 0\n";
    }

    @Test
    void acceptsWhatTheListsHold() {
        assertThat(faults("master_key_count", "gauge", "master_key_count 1\n")).isEmpty();
        assertThat(faults("segment_allocated_bytes", "gauge", "segment_allocated_bytes{segment=\"a\"} 1\n"))
                .isEmpty();
        assertThat(faults("segment_allocated_bytes", "gauge", "")).isEmpty();
        assertThat(faults("master_fenced_bytes", "gauge", "master_fenced_bytes 1\n"))
                .isEmpty();
        // The C++ store writes bounds with six decimals.
        String sizes = histogram(
                "master_value_size_bytes",
                "4096.000000",
                "65536",
                "262144",
                "1048576",
                "4194304",
                "16777216",
                "67108864");
        assertThat(faults("master_value_size_bytes", "histogram", sizes)).isEmpty();
    }

    @Test
    void tellsEachDifference() {
        assertThat(faults("master_keys", "gauge", "master_keys 1\n"))
                .containsExactly("master exposes master_keys, which is in neither list");
        assertThat(faults("master_key_count", "counter", "master_key_count 1\n"))
                .containsExactly("master_key_count: type counter instead of gauge");
        assertThat(faults("master_key_count", "gauge", "master_key_count{a=\"b\"} 1\n"))
                .containsExactly("master_key_count: labels [a] instead of []");
        assertThat(faults("segment_allocated_bytes", "gauge", "segment_allocated_bytes 1\n"))
                .containsExactly("segment_allocated_bytes: labels [] instead of [segment]");
        assertThat(faults("master_value_size_bytes", "histogram", histogram("master_value_size_bytes", "4096")))
                .singleElement()
                .asString()
                .startsWith("master_value_size_bytes: bounds [4096.0] instead of [4096.0, 65536.0,");
        assertThat(faults("mooncake_client_rpc_count", "counter", ""))
                .containsExactly("master exposes mooncake_client_rpc_count, which is in neither list");
    }

    @Test
    void tellsRowsOfMetricsThatAreNotThere() {
        assertThat(MASTER.staleRows(Map.of())).contains("master_fenced_bytes");
    }
}
