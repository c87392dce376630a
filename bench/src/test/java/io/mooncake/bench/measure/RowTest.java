package io.mooncake.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mooncake.bench.command.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RowTest {

    private static final Row ALONE = Row.alone("b", "c", "ns/op", 12.5, "n");

    @Test
    void machinesGetEveryField() throws IOException {
        JsonNode rows = new ObjectMapper()
                .readTree(Json.text(
                        RowTable.toMaps(List.of(ALONE, new Row("b", "c", "GB/s", 3, 2.0, "redis", 1.5, "")))));
        assertThat(rows.get(0).toString())
                .isEqualTo("{\"bench\":\"b\",\"case\":\"c\",\"metric\":\"ns/op\",\"ours\":12.5,\"peer\":null,"
                        + "\"peer_name\":null,\"ratio\":null,\"note\":\"n\"}");
        assertThat(rows.get(1).get("peer_name").asText()).isEqualTo("redis");
        assertThat(rows.get(1).get("ratio").asDouble()).isEqualTo(1.5);
    }

    @Test
    void aRecordedPeerHasNoRatio() {
        Row row = Row.recorded(ALONE, 25, "upstream");
        assertThat(row.peerName()).isEqualTo("upstream (recorded)");
        assertThat(row.ratio()).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Row("b", "c", "m", 1, 2.0, "upstream (recorded)", 2.0, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Row("b", "c", "m", 1, null, null, 2.0, ""));
        assertThatIllegalArgumentException().isThrownBy(() -> new Row("b", "c", "m", 1, 2.0, null, null, ""));
    }

    @Test
    void peopleGetATable() {
        assertThat(RowTable.toText(List.of(ALONE, Row.recorded(Row.alone("b", "long case", "m", 12345, ""), 1, "x")))
                        .lines())
                .containsExactly(
                        "case       metric  ours   peer                 ratio  note",
                        "c          ns/op   12.50                              n",
                        "long case  m       12345  1.0000 x (recorded)");
    }

    @Test
    void theMedianIsTheMiddle() {
        Samples samples = new Samples();
        for (double value : new double[] {5, 1, 9, 3}) {
            samples.add(value);
        }
        assertThat(samples.median()).isEqualTo(4);
        assertThat(samples.least()).isEqualTo(1);
        assertThat(samples.most()).isEqualTo(9);
    }
}
