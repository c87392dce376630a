package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.system.Stage.Replaying;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.bench.trace.TraceRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of storage nodes and of a writer: the rest goes on, and what was lost is told and given back. */
final class KilledProcessFaultTest {

    private static final Duration TTL = Duration.ofSeconds(2);
    private static final String[] MASTER = {"--default_kv_lease_ttl=200", "--client_ttl=" + TTL.toSeconds()};

    @TempDir
    private Path folder;

    @Test
    void aStorageNodeDiesDuringAReplay() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster(MASTER);
            List<StoreProcess> nodes = stage.cluster().startClients(3, "64 MB");
            Replaying replaying = stage.replay(stage.writeTrace(ConversationTrace.make(9, 3_000)), "--batch=16");
            try (MasterProbe probe = stage.probe()) {
                Await.until(
                        "blocks on all nodes", Duration.ofSeconds(30), () -> probe.metric("master_key_count") > 300);
                nodes.get(1).kill();
                Await.until(
                        "the dead node is gone",
                        TTL.plusSeconds(5),
                        () -> probe.segments().size() == 2);
                JsonNode figures = replaying.await(0);
                assertThat(figures.get("wrong_bytes").longValue()).isZero();
                assertErrorsAreCounted(figures);
                assertThat(figures.get("hits").longValue()).isPositive();
                JsonNode verified = stage.verifyAll().await(0);
                assertThat(verified.get("read").longValue())
                        .isEqualTo(verified.get("keys").longValue());

                StoreProcess again = stage.cluster().startClient("storage node 2 again", "64 MB");
                assertThat(probe.segments()).hasSize(3);
                long before = probe.metric("master_total_capacity_bytes");
                assertThat(before).isEqualTo(3 * (64L << 20));
                JsonNode refilled = stage.replay(stage.writeTrace(fresh(6_000))).await(0);
                SmallTraceReplayTest.assertOnlyLeasesExpired(refilled);
                // Two nodes of 64 MiB hold at most 8,192 blocks: what does not fit there lies on the third.
                assertThat(probe.metric("master_allocated_bytes")).isGreaterThan(2 * (64L << 20));
                assertThat(again.isAlive()).isTrue();

                nodes.get(0).kill();
                again.kill();
                Await.until(
                        "two dead nodes are gone",
                        TTL.plusSeconds(5),
                        () -> probe.segments().size() == 1);
                JsonNode onTheLast = stage.replay(stage.writeTrace(twice(100))).await(0);
                assertThat(onTheLast.get("hits").longValue()).isPositive();
                SmallTraceReplayTest.assertOnlyLeasesExpired(onTheLast);
            }
        });
    }

    @Test
    void aKilledWriterLeavesNothingBehind() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster(MASTER);
            stage.cluster().startClients(2, "256 MB");
            long blockBytes = 4L << 20;
            Path trace = stage.writeTrace(
                    List.of(new TraceRequest(LongStream.range(0, 100).boxed().toList())));
            try (MasterProbe probe = stage.probe()) {
                Replaying killed = stage.replay(trace, "--block_bytes=" + blockBytes, "--batch=100");
                Await.until("open puts", Duration.ofMinutes(1), () -> probe.metric("master_open_put_count") > 0);
                killed.process().kill();
                // The longest wait: its TTL, and twice the deadline of its data, which is 5 s and its size at 50 MB/s.
                Await.until(
                        "no open put, nothing fenced",
                        Duration.ofMinutes(1),
                        () -> probe.metric("master_open_put_count") == 0 && probe.metric("master_fenced_bytes") == 0);
                assertThat(probe.metric("master_allocated_bytes"))
                        .isEqualTo(probe.keys().size() * blockBytes);
                JsonNode again =
                        stage.replay(trace, "--block_bytes=" + blockBytes).await(0);
                SmallTraceReplayTest.assertNothingFailed(again);
                assertThat(again.get("bytes_written").longValue()
                                + again.get("bytes_read").longValue())
                        .isEqualTo(100 * blockBytes);
            }
        });
    }

    private static void assertErrorsAreCounted(JsonNode figures) {
        long counted = 0;
        for (JsonNode count : figures.get("errors")) {
            counted += count.longValue();
        }
        assertThat(counted)
                .isEqualTo(figures.get("failed_gets").longValue()
                        + figures.get("failed_puts").longValue());
    }

    private static List<TraceRequest> fresh(int blocks) {
        return IntStream.range(0, blocks / 100)
                .mapToObj(i -> new TraceRequest(LongStream.range(1_000_000 + i * 100L, 1_000_100 + i * 100L)
                        .boxed()
                        .toList()))
                .toList();
    }

    private static List<TraceRequest> twice(int blocks) {
        TraceRequest one = new TraceRequest(
                LongStream.range(2_000_000, 2_000_000 + blocks).boxed().toList());
        return List.of(one, one);
    }
}
