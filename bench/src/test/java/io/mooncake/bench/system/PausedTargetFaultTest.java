package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClusterReport;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A write waits in the socket of a paused target, its writer gives up, the pool is filled by another client, the target
 * goes on: the old write lands where nobody reads.
 */
final class PausedTargetFaultTest {

    private static final long LATE_BYTES = 4L << 20;
    private static final int FILL_BLOCKS = 3_000;

    @TempDir
    private Path folder;

    @Test
    void aLateWriteDestroysNothing() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster("--default_kv_lease_ttl=200", "--client_ttl=10");
            StoreProcess paused = stage.cluster().startClient("paused node", "16 MB");
            try (MooncakeClient writer = MooncakeClient.connect(
                            stage.config().dataDeadline(Duration.ofSeconds(2)).build());
                    MasterProbe probe = stage.probe();
                    Arena arena = Arena.ofShared()) {
                String segment = onlySegment(writer);
                MemorySegment late = arena.allocate(LATE_BYTES).fill((byte) 0x5A);
                PutOptions onPaused = new PutOptions(1, List.of(segment), 0);
                // So that the connection stands when the target is paused.
                Await.until(
                        "a first put",
                        Duration.ofMinutes(1),
                        () -> !(writer.put("warm", late.asSlice(0, 64 << 10), onPaused) instanceof PutOutcome.Failed));

                paused.signal("STOP");
                assertThat(writer.put("late", late, onPaused)).isInstanceOf(PutOutcome.Failed.class);
                assertThat(probe.keys()).containsExactly("warm");
                assertThat(probe.metric("master_fenced_bytes")).isGreaterThanOrEqualTo(LATE_BYTES);
                paused.signal("CONT");

                // The whole pool but the range that waits, several times over.
                JsonNode filled = stage.replay(stage.writeTrace(fill())).await(0);
                SmallTraceReplayTest.assertOnlyLeasesExpired(filled);
                assertThat(probe.metric("master_evicted_key_count")).isGreaterThan(1_000);
                assertVerified(stage);

                Await.until(
                        "the range is given back",
                        Duration.ofMinutes(1),
                        () -> probe.metric("master_fenced_bytes") == 0);
                SmallTraceReplayTest.assertOnlyLeasesExpired(
                        stage.replay(stage.writeTrace(fill())).await(0));
                assertVerified(stage);
            }
        });
    }

    private static void assertVerified(Stage stage) throws Exception {
        JsonNode verified = stage.verifyAll().await(0);
        assertThat(verified.get("read").longValue()).isGreaterThan(500);
        assertThat(verified.get("wrong_bytes").longValue()).isZero();
        assertThat(verified.get("errors").isEmpty()).isTrue();
    }

    private static String onlySegment(MooncakeClient client) {
        List<ClusterReport.Segment> segments = client.clusterInfo().segments();
        assertThat(segments).hasSize(1);
        return segments.getFirst().name();
    }

    private static List<TraceRequest> fill() {
        return IntStream.range(0, FILL_BLOCKS / 50)
                .mapToObj(i -> new TraceRequest(
                        LongStream.range(i * 50L, i * 50L + 50).boxed().toList()))
                .toList();
    }
}
