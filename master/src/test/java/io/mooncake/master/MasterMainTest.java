package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.config.SoftwareVersion;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class MasterMainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) throws InterruptedException {
        return MasterMain.run(
                List.of(arguments),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void answersHelpAndVersion() throws Exception {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("--rpc_port (integer, default 0)")
                .contains("--eviction_high_watermark_ratio (ratio, default 0.9)");
        out.reset();
        assertThat(run("--version")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8).trim())
                .isEqualTo("mooncake_master " + SoftwareVersion.current());
        assertThat(err.size()).isZero();
    }

    @Test
    void refusesBadUsageWithEveryFault() throws Exception {
        assertThat(run("--nosuch", "--eviction_ratio=2", "--metrics_port=-1")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "mooncake_master: bad usage",
                        "  --nosuch: unknown flag, see --help",
                        "  --eviction_ratio=2: must be a number from 0 to 1",
                        "  --metrics_port=-1: must be a whole number from 0 to 65535");
        assertThat(out.size()).isZero();
    }

    @Test
    void saysInOneLineThatAPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(run("--rpc_address=127.0.0.1", "--rpc_port=" + port, "--metrics_port=0"))
                    .isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8).lines())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + port)
                    .contains("--rpc_port");
            err.reset();
            assertThat(run("--port=0", "--metrics_host=127.0.0.1", "--metrics_port=" + port))
                    .isEqualTo(1);
            assertThat(err.toString(StandardCharsets.UTF_8).lines())
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + port)
                    .contains("--metrics_port");
        }
    }
}
