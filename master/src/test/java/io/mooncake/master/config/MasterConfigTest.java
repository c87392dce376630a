package io.mooncake.master.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MasterConfigTest {
    private static MasterConfig config(String... arguments) {
        return MasterConfig.of(MasterConfig.flags().parse(List.of(arguments)));
    }

    @Test
    void hasUpstreamsNamesAndDefaults() {
        assertThat(MasterConfig.flags().parse(List.of()).all())
                .isEqualTo(Map.ofEntries(
                        Map.entry("rpc_port", 0),
                        Map.entry("port", 50051),
                        Map.entry("rpc_address", "0.0.0.0"),
                        Map.entry("rpc_thread_num", 0),
                        Map.entry("max_threads", 16),
                        Map.entry("metrics_port", 9003),
                        Map.entry("metrics_host", "0.0.0.0"),
                        Map.entry("default_kv_lease_ttl", Duration.ofSeconds(10)),
                        Map.entry("eviction_ratio", 0.05),
                        Map.entry("eviction_high_watermark_ratio", 0.90),
                        Map.entry("client_ttl", 10L),
                        Map.entry("allocation_strategy", "random"),
                        Map.entry("memory_allocator", "offset")));
        assertThat(config())
                .isEqualTo(new MasterConfig(
                        new HostAndPort("0.0.0.0", 50051),
                        new HostAndPort("0.0.0.0", 9003),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        0.05,
                        0.90,
                        Math.min(16, Runtime.getRuntime().availableProcessors())));
    }

    @Test
    void takesEveryValueFromItsFlag() {
        assertThat(config(
                        "--rpc_port=7",
                        "--port=8",
                        "--rpc_address=127.0.0.1",
                        "--rpc_thread_num=3",
                        "--metrics_port=9",
                        "--metrics_host=::1",
                        "--default_kv_lease_ttl=5s",
                        "--eviction_ratio=0.5",
                        "--eviction_high_watermark_ratio=1",
                        "--client_ttl=20"))
                .isEqualTo(new MasterConfig(
                        new HostAndPort("127.0.0.1", 7),
                        new HostAndPort("::1", 9),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(20),
                        0.5,
                        1.0,
                        3));
    }

    @Test
    void takesTheOldPortWhereTheNewOneIsNotGiven() {
        assertThat(config("--port=8").rpcAddress().port()).isEqualTo(8);
        assertThat(config("--port=0").rpcAddress().port()).isZero();
        assertThat(config("--max_threads=1").rpcThreads()).isEqualTo(1);
    }

    @Test
    void refusesWhatThisBuildDoesNotOfferAndListsEveryFault() {
        assertThatThrownBy(() -> config(
                        "--allocation_strategy=free_ratio_first",
                        "--memory_allocator=cachelib",
                        "--client_ttl=0",
                        "--rpc_port=70000",
                        "--enable_ha"))
                .isInstanceOfSatisfying(
                        BadFlagsException.class,
                        bad -> assertThat(bad.faults())
                                .extracting(FlagFault::toString)
                                .containsExactly(
                                        "--allocation_strategy=free_ratio_first: this build offers only random",
                                        "--memory_allocator=cachelib: this build offers only offset",
                                        "--client_ttl=0: must be a whole number from 1 to 316224000",
                                        "--rpc_port=70000: must be a whole number from 0 to 65535",
                                        "--enable_ha: unknown flag, see --help"));
    }
}
