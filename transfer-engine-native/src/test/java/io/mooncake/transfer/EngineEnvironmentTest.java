package io.mooncake.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.config.BadFlagsException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The environment of the engine under upstream's names. */
final class EngineEnvironmentTest {
    private static final TransferConfig DEFAULTS = TransferConfig.defaults("127.0.0.1");

    @Test
    void nothingSetIsTheDefaults() {
        assertThat(DEFAULTS.fromEnvironment(Map.of())).isEqualTo(DEFAULTS);
        assertThat(DEFAULTS.fromEnvironment(Map.of("MC_TCP_PROTO", "2"))).isEqualTo(DEFAULTS);
        assertThat(DEFAULTS.newestFraming()).isEqualTo(2);
        assertThat(DEFAULTS.limits().connectionsPerPeer()).isEqualTo(4);
        assertThat(DEFAULTS.limits().connectTimeout()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void everyVariableReachesItsSetting() {
        TransferConfig config = DEFAULTS.fromEnvironment(Map.of(
                "MC_TCP_PROTO", "1",
                "MC_TCP_LANES_PER_PEER", "7",
                "MC_TCP_MAX_QUEUED_TRANSFERS_PER_PEER", "70",
                "MC_HANDSHAKE_CONNECT_TIMEOUT", "9"));

        assertThat(config.newestFraming()).isEqualTo(1);
        assertThat(config.limits().connectionsPerPeer()).isEqualTo(7);
        assertThat(config.limits().queuedRequestsPerPeer()).isEqualTo(70);
        assertThat(config.limits().connectTimeout()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void everyBadValueIsNamed() {
        assertThatThrownBy(() -> DEFAULTS.fromEnvironment(Map.of("MC_TCP_PROTO", "3", "MC_TCP_LANES_PER_PEER", "17")))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining("MC_TCP_PROTO")
                .hasMessageContaining("MC_TCP_LANES_PER_PEER");
    }
}
