package io.mooncake.client.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChunksTest {

    @Test
    void atMost1024ItemsInOrder() {
        List<Integer> items = IntStream.range(0, 2_500).boxed().toList();

        List<List<Integer>> chunks = Chunks.of(items, item -> 8);

        assertThat(chunks).extracting(List::size).containsExactly(1_024, 1_024, 452);
        assertThat(chunks.stream().flatMap(List::stream)).isEqualTo(items);
    }

    @Test
    void aboutOneMebibyteAtMost() {
        List<Integer> items = IntStream.range(0, 600).boxed().toList();

        List<List<Integer>> chunks = Chunks.of(items, item -> 4_096);

        assertThat(chunks).extracting(List::size).containsExactly(255, 255, 90);
    }

    @Test
    void anItemBeyondTheLimitStandsAlone() {
        assertThat(Chunks.of(List.of(1, 2, 3), item -> item == 2 ? 2 << 20 : 10))
                .containsExactly(List.of(1), List.of(2), List.of(3));
        assertThat(Chunks.of(List.of(), item -> 1)).isEmpty();
    }
}
