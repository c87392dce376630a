package io.mooncake.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void everyFaultOfTheCommandLineIsNamedAtOnce() throws InterruptedException {
        int code = run(
                Map.of(),
                "--port=70000",
                "--metadata_server=http://127.0.0.1:8080/metadata",
                "--protocol=rdma",
                "--device_names=mlx5_0",
                "--global_segment_size=much",
                "--master_server_address=nowhere",
                "--test_corrupt_every_nth_read=x",
                "--unheard_of=1");

        assertThat(code).isEqualTo(2);
        assertThat(text(err).lines()).hasSize(9);
        assertThat(text(err))
                .contains("--port=70000", "--metadata_server", "--protocol", "--device_names=mlx5_0")
                .contains("--global_segment_size=much", "--master_server_address=nowhere")
                .contains("--test_corrupt_every_nth_read=x", "--unheard_of");
        assertThat(text(out)).isEmpty();
    }

    @Test
    void theHelpNamesEveryFlagWithItsDefaultButNoSwitchForTests() throws InterruptedException {
        assertThat(run(Map.of(), "--help")).isZero();
        assertThat(text(out))
                .contains("--host", "0.0.0.0", "--port", "50052", "--metadata_server", "P2PHANDSHAKE")
                .contains("--master_server_address", "127.0.0.1:50051", "--protocol", "--device_names")
                .contains("--global_segment_size", "4 GB")
                .doesNotContain("test_corrupt");
    }

    @Test
    void theVersionIsTheStores() throws InterruptedException {
        assertThat(run(Map.of(), "--version")).isZero();
        assertThat(text(out)).isEqualTo("mooncake_client " + System.getProperty("mooncake.version") + "\n");
    }

    @Test
    void theChecksumVariableIsJudged() throws InterruptedException {
        assertThat(run(Map.of("MOONCAKE_STORE_CHECKSUM", "maybe"), "--global_segment_size=0"))
                .isEqualTo(2);
        assertThat(text(err)).contains("MOONCAKE_STORE_CHECKSUM", "maybe");
    }

    @Test
    void aMasterThatNeverAnswersIsOneActionableLine() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            // Accepts connections in its backlog, and never answers: the master is not what it should be.
            int code = run(
                    Map.of(),
                    "--port=0",
                    "--global_segment_size=0",
                    "--master_server_address=127.0.0.1:" + silent.getLocalPort());

            assertThat(code).isEqualTo(1);
            assertThat(text(err).lines().toList().getLast())
                    .startsWith("mooncake_client: RPC_")
                    .contains("127.0.0.1:" + silent.getLocalPort(), "Check that the master runs");
        }
    }

    private int run(Map<String, String> environment, String... arguments) throws InterruptedException {
        return new ClientMain(environment, stream(out), stream(err), 0).run(List.of(arguments));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
