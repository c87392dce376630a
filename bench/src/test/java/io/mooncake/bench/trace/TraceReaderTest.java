package io.mooncake.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read from a trace, and what is said about a line that is none. */
final class TraceReaderTest {

    private static final String GOOD =
            "{\"timestamp\": 27, \"input_length\": 6955, \"output_length\": 52, \"hash_ids\": [46, 47, 2354]}";

    @TempDir
    private Path folder;

    @Test
    void readsHashIdsInOrder() throws IOException {
        Path file = write(GOOD, "", "{\"hash_ids\": []}", GOOD);
        assertThat(TraceReader.read(file, Long.MAX_VALUE))
                .containsExactly(
                        new TraceRequest(List.of(46L, 47L, 2354L)),
                        new TraceRequest(List.of()),
                        new TraceRequest(List.of(46L, 47L, 2354L)));
    }

    @Test
    void stopsAfterTheRequestsThatWereAskedFor() throws IOException {
        assertThat(TraceReader.read(write(GOOD, GOOD, "broken"), 2)).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hash_ids\": [1, 2",
                "not json",
                "[1, 2]",
                "7",
                "{\"hash_ids\": 5}",
                "{\"hash_ids\": [1, \"2\"]}",
                "{\"hash_ids\": [1.5]}",
                "{\"hash_ids\": [99999999999999999999]}",
                "{\"timestamp\": 1}"
            })
    void namesTheLineThatIsNoRequest(String broken) throws IOException {
        Path file = write(GOOD, GOOD, broken, GOOD);
        assertThatThrownBy(() -> TraceReader.read(file, Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        TraceFormatException.class,
                        e -> assertThat(e.lineNumber()).isEqualTo(3))
                .hasMessageContaining("trace.jsonl, line 3: ");
    }

    @Test
    void theMadeTraceIsTheSameForTheSameSeedAndGrowsByPrefix() {
        List<TraceRequest> trace = ConversationTrace.make(1, 2_000);
        assertThat(ConversationTrace.make(1, 2_000)).isEqualTo(trace);
        assertThat(ConversationTrace.make(2, 2_000)).isNotEqualTo(trace);
        // Turns repeat their prompt: with room for all most accesses hit, with little room far fewer.
        assertThat(LruCache.hitRatio(trace, Long.MAX_VALUE)).isBetween(0.75, 0.95);
        assertThat(LruCache.hitRatio(trace, 500)).isLessThan(0.6);
    }

    private Path write(String... lines) throws IOException {
        return Files.write(folder.resolve("trace.jsonl"), List.of(lines));
    }
}
