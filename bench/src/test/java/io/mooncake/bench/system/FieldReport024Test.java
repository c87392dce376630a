package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.bench.soak.Churn;
import io.mooncake.client.MooncakeClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Holes of every length in an almost full pool: no put fails for space, and nothing is evicted for it. A few seconds, a
 * minute with {@code -Dmooncake.profile=ci}; {@code ./mooncake soak churn} runs longer.
 */
final class FieldReport024Test {

    private static final long NODE_MEBIBYTES = 128;
    private static final long SEED = 24;

    @TempDir
    private Path folder;

    @Test
    void noPutFailsForSpaceAtEightyFivePercent() throws Exception {
        long seconds = "ci".equals(System.getProperty("mooncake.profile")) ? 60 : 5;
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            stage.cluster().startClients(2, NODE_MEBIBYTES + " MB");
            try (MooncakeClient client = stage.connect();
                    MasterProbe probe = stage.probe()) {
                Churn.Report report = new Churn(client, (2 * NODE_MEBIBYTES) << 20, SEED, System::nanoTime)
                        .run(TimeUnit.SECONDS.toNanos(seconds));
                assertThat(report.failures()).isEmpty();
                assertThat(report.removedCount()).as("the pool was full").isPositive();
                assertThat(probe.metric("master_evicted_key_count")).isZero();
                assertThat(probe.metric("master_put_start_alloc_failures_total"))
                        .isZero();
            }
        });
    }
}
