package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.ExistOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.RemoveAllOutcome;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A remove of everything says how much it kept and why; a forced one leaves nothing, for every client at once. */
final class FieldReport013Test {

    private static final int KEYS = 300;
    private static final int READ = 40;

    @TempDir
    private Path folder;

    @Test
    void whatStaysIsCountedAndAForcedRemoveLeavesNothing() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            stage.cluster().startClients(1, "64 MB");
            try (MooncakeClient client = stage.connect();
                    MooncakeClient other = stage.connect();
                    MasterProbe probe = stage.probe()) {
                for (int i = 0; i < KEYS; i++) {
                    assertThat(client.put("k" + i, new byte[1000], PutOptions.DEFAULT))
                            .isInstanceOf(PutOutcome.Stored.class);
                }
                for (int i = 0; i < READ; i++) {
                    client.get("k" + i);
                }
                assertThat(client.removeAll(false)).isEqualTo(new RemoveAllOutcome.Done(KEYS - READ, READ, 0));
                assertThat(other.exists("k0")).isEqualTo(new ExistOutcome.Present());
                assertThat(other.removeAll(true)).isEqualTo(new RemoveAllOutcome.Done(READ, 0, 0));
                assertThat(client.exists("k0")).isEqualTo(new ExistOutcome.Missing());
                assertThat(probe.keys()).isEmpty();
                assertThat(probe.metric("master_key_count")).isZero();
            }
        });
    }
}
