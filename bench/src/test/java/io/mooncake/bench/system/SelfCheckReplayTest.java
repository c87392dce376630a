package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.system.Stage.Replaying;
import io.mooncake.bench.trace.ConversationTrace;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The master counts what it holds, and recounts it: no difference while a replay runs and evicts, none after it, none
 * after a restart to which the nodes come back, also in the middle of a replay, and none after a node is gone.
 */
final class SelfCheckReplayTest {

    private static final String[] FLAGS = {"--default_kv_lease_ttl=200", "--client_ttl=2"};
    private static final long NODE_BYTES = 4 << 20;
    private static final int NODES = 3;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    @Test
    void aRecountFindsNoDifferenceInReplaysRestartsAndLosses() throws Exception {
        Stage.run(folder, stage -> {
            StoreProcess master = stage.cluster().startMaster(FLAGS);
            StoreProcess lost = stage.cluster().startClients(NODES, "4 MB").getFirst();
            Path trace = stage.writeTrace(ConversationTrace.make(5, 500));
            try (MasterProbe probe = stage.probe()) {
                Replaying first = stage.replay(trace);
                checkWhile(first, probe);
                SmallTraceReplayTest.assertOnlyLeasesExpired(first.await(0));
                JsonNode full = quiet(probe, NODES);
                assertThat(full.get("keys").longValue()).isPositive();
                assertThat(probe.metric("master_evicted_key_count")).isPositive();

                StoreProcess second = restart(stage, master);
                JsonNode empty = quiet(probe, NODES);
                assertThat(empty.get("keys").longValue()).isZero();
                assertThat(empty.get("placed_bytes").longValue()).isZero();
                assertThat(probe.metric("master_allocated_bytes")).isZero();

                Replaying cut = stage.replay(trace);
                Await.until("a replay is under way", PATIENCE, () -> probe.metric("master_key_count") > 300);
                StoreProcess third = restart(stage, second);
                checkWhile(cut, probe);
                // Puts under way at the restart fail, so the replay may; what is left is still counted right.
                cut.process().awaitExit(PATIENCE);
                quiet(probe, NODES);

                Replaying last = stage.replay(trace);
                Await.until("a replay is under way", PATIENCE, () -> probe.metric("master_key_count") > 300);
                lost.kill();
                checkWhile(last, probe);
                last.process().awaitExit(PATIENCE);
                Await.until(
                        "the lost node is gone",
                        PATIENCE,
                        () -> probe.segments().size() == NODES - 1);
                quiet(probe, NODES - 1);
                assertThat(third.isAlive()).isTrue();
            }
        });
    }

    private static StoreProcess restart(Stage stage, StoreProcess master) throws Exception {
        master.kill();
        return stage.cluster().restartMaster(FLAGS);
    }

    /** Recounts as long as the replay runs. */
    private static void checkWhile(Replaying replaying, MasterProbe probe) throws Exception {
        long recounts = 0;
        while (replaying.process().isAlive()) {
            assertThat(probe.selfCheck().get("differences")).isEmpty();
            recounts++;
        }
        assertThat(recounts).isPositive();
    }

    /** The recount when nothing changes any more: totals were compared, too, and equal what the gauges say. */
    private static JsonNode quiet(MasterProbe probe, int segments) throws Exception {
        Await.until("nothing changes any more", PATIENCE, () -> {
            JsonNode recount = probe.selfCheck();
            assertThat(recount.get("differences")).isEmpty();
            return recount.get("complete").booleanValue()
                    && recount.get("segments").longValue() == segments
                    && recount.get("open_writes").longValue() == 0
                    && probe.metric("master_active_clients") == segments;
        });
        JsonNode recount = probe.selfCheck();
        assertThat(recount.get("success").booleanValue()).as("%s", recount).isTrue();
        assertThat(probe.metric("master_key_count"))
                .isEqualTo(recount.get("keys").longValue());
        assertThat(probe.metric("master_allocated_bytes") - probe.metric("master_fenced_bytes"))
                .isEqualTo(recount.get("placed_bytes").longValue());
        assertThat(probe.metric("master_total_capacity_bytes")).isEqualTo(segments * NODE_BYTES);
        return recount;
    }
}
