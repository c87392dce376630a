package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.system.Stage.Replaying;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.bench.trace.TraceRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job: a trace through five processes, with a known answer. */
final class SmallTraceReplayTest {

    private static final String SHORT_LEASE = "--default_kv_lease_ttl=200";

    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(50);

    @TempDir
    private Path folder;

    @Test
    void aTraceWithAHandComputedAnswer() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            stage.cluster().startClients(3, "16 MB");
            Path trace = stage.writeTrace(List.of(
                    new TraceRequest(List.of(1L, 2L, 3L)),
                    new TraceRequest(List.of(1L, 2L, 4L)),
                    new TraceRequest(List.of(1L, 2L, 3L)),
                    new TraceRequest(List.of(1L, 2L, 4L))));
            try (MasterProbe probe = stage.probe()) {
                long hitsBefore = probe.metric("mem_cache_hit_nums_");
                JsonNode figures = stage.replay(trace).await(0);
                assertThat(figures.get("requests").longValue()).isEqualTo(4);
                assertThat(figures.get("block_accesses").longValue()).isEqualTo(12);
                assertThat(figures.get("hits").longValue()).isEqualTo(8);
                assertThat(figures.get("hit_ratio").doubleValue()).isEqualTo(8 / 12.0);
                assertThat(figures.get("lru_hit_ratio").doubleValue()).isEqualTo(8 / 12.0);
                assertThat(figures.get("capacity_blocks").longValue()).isEqualTo(2764);
                assertThat(figures.get("bytes_read").longValue()).isEqualTo(8 * Stage.BLOCK_BYTES);
                assertThat(figures.get("bytes_written").longValue()).isEqualTo(4 * Stage.BLOCK_BYTES);
                assertNothingFailed(figures);
                assertThat(probe.metric("mem_cache_hit_nums_") - hitsBefore).isEqualTo(8);
                assertThat(probe.keys()).containsExactlyInAnyOrder("1", "2", "3", "4");
                assertThat(probe.metric("master_allocated_bytes")).isEqualTo(4 * Stage.BLOCK_BYTES);
            }
            JsonNode verified = stage.verifyAll().await(0);
            assertThat(verified.get("keys").longValue()).isEqualTo(4);
            assertThat(verified.get("read").longValue()).isEqualTo(4);
            assertThat(verified.get("bytes_read").longValue()).isEqualTo(4 * Stage.BLOCK_BYTES);
            assertThat(verified.get("wrong_bytes").longValue()).isZero();
        });
    }

    @Test
    void evictionHitsWhatExactLruHitsAndKeepsTheWatermark() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster(SHORT_LEASE);
            stage.cluster().startClients(3, "8 MB");
            List<TraceRequest> requests = ConversationTrace.make(5, 1_400);
            long mostBlocksOfAPut = 128;
            try (MasterProbe probe = stage.probe()) {
                long hitsBefore = probe.metric("mem_cache_hit_nums_");
                Replaying replaying = stage.replay(stage.writeTrace(requests));
                long mostUsed = 0;
                while (replaying.process().isAlive()) {
                    mostUsed = Math.max(mostUsed, probe.metric("master_allocated_bytes"));
                    Await.passed(SAMPLE_PERIOD);
                }
                JsonNode figures = replaying.await(0);
                assertOnlyLeasesExpired(figures);
                double lru = figures.get("lru_hit_ratio").doubleValue();
                assertThat(lru).isBetween(0.3, 0.85);
                assertThat(figures.get("hit_ratio").doubleValue()).isCloseTo(lru, within(0.01));
                assertThat(probe.metric("mem_cache_hit_nums_") - hitsBefore)
                        .isEqualTo(figures.get("hits").longValue()
                                + figures.get("failed_gets").longValue());
                double capacity = probe.metric("master_total_capacity_bytes");
                assertThat(mostUsed)
                        .isGreaterThan((long) (0.8 * capacity))
                        .isLessThanOrEqualTo((long) (0.91 * capacity) + mostBlocksOfAPut * Stage.BLOCK_BYTES);
            }
            JsonNode verified = stage.verifyAll().await(0);
            assertThat(verified.get("read").longValue()).isGreaterThan(1_000);
            assertThat(verified.get("missing").longValue()).isZero();
        });
    }

    @Test
    void aBrokenTraceAndBadUsageAreToldApart() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            Path broken =
                    Files.write(folder.resolve("broken.jsonl"), List.of("{\"hash_ids\": [1]}", "{\"hash_ids\": "));
            Replaying malformed = stage.replay(broken);
            assertThat(malformed.process().awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
            assertThat(malformed.process().tail()).contains("broken.jsonl, line 2: ");

            Replaying unknownFlag = stage.replay(broken, "--blocks=3");
            assertThat(unknownFlag.process().awaitExit(Duration.ofMinutes(1))).isEqualTo(2);
            assertThat(unknownFlag.process().tail()).contains("--blocks");
        });
    }

    /** A lease of 200 ms may end before a read does when the machine is busy: rare, counted, and never a wrong byte. */
    static void assertOnlyLeasesExpired(JsonNode figures) {
        assertThat(figures.get("wrong_bytes").longValue()).isZero();
        assertThat(figures.get("failed_puts").longValue()).as("%s", figures).isZero();
        JsonNode errors = figures.get("errors");
        assertThat(errors.size()).as("%s", errors).isEqualTo(errors.has("LEASE_EXPIRED") ? 1 : 0);
        assertThat(figures.get("failed_gets").longValue())
                .isLessThanOrEqualTo(figures.get("block_accesses").longValue() / 50);
    }

    static void assertNothingFailed(JsonNode figures) {
        assertThat(figures.get("wrong_bytes").longValue()).isZero();
        assertThat(figures.get("failed_gets").longValue()).as("%s", figures).isZero();
        assertThat(figures.get("failed_puts").longValue()).as("%s", figures).isZero();
        assertThat(figures.get("errors").isEmpty()).isTrue();
    }
}
