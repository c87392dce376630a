package io.mooncake.client.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.address.HostAndPort;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ClientFlagsTest {
    @Test
    void takesEveryValueFromItsFlag() {
        ClientFlags flags = ClientFlags.parse(
                List.of(
                        "--host=node-1",
                        "--port=7",
                        "--master_server_address=[::1]:8",
                        "--global_segment_size=512MB",
                        "--enable_http_server",
                        "--http_port=9",
                        "--test_corrupt_every_nth_read=3"),
                Map.of());

        assertThat(flags.local()).isEqualTo(new HostAndPort("node-1", 7));
        assertThat(flags.master()).isEqualTo(new HostAndPort("::1", 8));
        assertThat(flags.segmentBytes()).isEqualTo(512L << 20);
        assertThat(flags.httpServer()).isTrue();
        assertThat(flags.httpAddress().port()).isEqualTo(9);
        assertThat(flags.corruptEveryNthRead()).isEqualTo(3);
    }

    @Test
    void hasUpstreamsDefaults() {
        ClientFlags flags = ClientFlags.parse(List.of(), Map.of());

        assertThat(flags.local()).isEqualTo(new HostAndPort("0.0.0.0", 50052));
        assertThat(flags.master()).isEqualTo(new HostAndPort("127.0.0.1", 50051));
        assertThat(flags.segmentBytes()).isEqualTo(4L << 30);
        assertThat(flags.httpServer()).isFalse();
        assertThat(flags.httpAddress().port()).isEqualTo(9300);
        assertThat(flags.checksum()).isTrue();
        assertThat(flags.metrics()).isTrue();
    }

    @Test
    void takesTheVariablesOfTheEnvironment() {
        ClientFlags flags =
                ClientFlags.parse(List.of(), Map.of("MOONCAKE_STORE_CHECKSUM", "0", "MC_STORE_CLIENT_METRIC", "0"));

        assertThat(flags.checksum()).isFalse();
        assertThat(flags.metrics()).isFalse();
    }
}
