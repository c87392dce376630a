package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.trace.TraceRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A master that pauses expires nobody; a master that starts anew knows nothing and says so. */
final class MasterOutageFaultTest {

    private static final Duration TTL = Duration.ofSeconds(2);
    private static final long BLOCKS = 300;

    @TempDir
    private Path folder;

    @Test
    void aPausedMasterExpiresNobody() throws Exception {
        Stage.run(folder, stage -> {
            StoreProcess master = stage.cluster().startMaster("--client_ttl=" + TTL.toSeconds());
            stage.cluster().startClients(3, "16 MB");
            stage.replay(trace(stage)).await(0);
            try (MasterProbe probe = stage.probe()) {
                Await.until(
                        "the replay is forgotten, the nodes are left",
                        Duration.ofSeconds(20),
                        () -> probe.metric("master_active_clients") == 3);
                long expiredBefore = probe.metric("master_clients_expired_total");
                long pingsBefore = probe.metric("master_ping_requests_total");
                master.signal("STOP");
                Await.passed(TTL.multipliedBy(3));
                master.signal("CONT");
                Await.until(
                        "heartbeats go on",
                        Duration.ofSeconds(20),
                        () -> probe.metric("master_ping_requests_total") >= pingsBefore + 12);
                assertThat(probe.metric("master_clients_expired_total")).isEqualTo(expiredBefore);
                assertThat(probe.segments()).hasSize(3);
                JsonNode verified = stage.verifyAll().await(0);
                assertThat(verified.get("keys").longValue()).isEqualTo(BLOCKS);
                assertThat(verified.get("read").longValue()).isEqualTo(BLOCKS);
            }
        });
    }

    @Test
    void aRestartedMasterMissesOldKeysAndStoresNewOnes() throws Exception {
        Stage.run(folder, stage -> {
            String ttl = "--client_ttl=" + TTL.toSeconds();
            StoreProcess master = stage.cluster().startMaster(ttl);
            stage.cluster().startClients(3, "16 MB");
            Path trace = trace(stage);
            stage.replay(trace).await(0);
            master.kill();
            stage.cluster().restartMaster(ttl);
            try (MasterProbe probe = stage.probe()) {
                Await.until(
                        "all nodes are back",
                        Duration.ofSeconds(20),
                        () -> probe.segments().size() == 3);
                JsonNode again = stage.replay(trace).await(0);
                assertThat(again.get("hits").longValue()).isZero();
                assertThat(again.get("bytes_written").longValue()).isEqualTo(BLOCKS * Stage.BLOCK_BYTES);
                SmallTraceReplayTest.assertNothingFailed(again);
                JsonNode read = stage.replay(trace).await(0);
                assertThat(read.get("hits").longValue()).isEqualTo(BLOCKS);
                SmallTraceReplayTest.assertNothingFailed(read);
            }
        });
    }

    private static Path trace(Stage stage) throws Exception {
        return stage.writeTrace(
                List.of(new TraceRequest(LongStream.range(0, BLOCKS).boxed().toList())));
    }
}
