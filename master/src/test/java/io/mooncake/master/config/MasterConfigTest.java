package io.mooncake.master.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import io.mooncake.allocator.PieceLimits;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.EffectiveSetting;
import io.mooncake.config.FlagFault;
import io.mooncake.config.Origin;
import io.mooncake.master.core.WriteTimeouts;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import io.mooncake.master.core.placement.PlacementConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MasterConfigTest {
    @TempDir
    Path directory;

    private static MasterConfig config(String... arguments) {
        return MasterConfig.of(MasterConfig.flags().parse(List.of(arguments)));
    }

    @Test
    void hasUpstreamsNamesAndDefaults() {
        assertThat(MasterConfig.flags().parse(List.of()).all())
                .isEqualTo(Map.ofEntries(
                        Map.entry("config_path", ""),
                        Map.entry("log_format", "text"),
                        Map.entry("enable_metric_reporting", true),
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
                        Map.entry("put_start_discard_timeout_sec", 30L),
                        Map.entry("put_start_release_timeout_sec", 600L),
                        Map.entry("allocation_strategy", "random"),
                        Map.entry("memory_allocator", "offset"),
                        Map.entry("max_extents_per_slice", 16),
                        Map.entry("min_extent_size", 65536L),
                        Map.entry("enable_cxl", false)));
        assertThat(config())
                .usingRecursiveComparison()
                .ignoringFields("settings")
                .isEqualTo(new MasterConfig(
                        new HostAndPort("0.0.0.0", 50051),
                        new HostAndPort("0.0.0.0", 9003),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(10),
                        new WriteTimeouts(30_000_000_000L, 600_000_000_000L),
                        0.05,
                        0.90,
                        Math.min(16, Runtime.getRuntime().availableProcessors()),
                        true,
                        PlacementConfig.DEFAULT,
                        List.of()));
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
                        "--noenable_metric_reporting",
                        "--client_ttl=20",
                        "--put_start_discard_timeout_sec=3",
                        "--put_start_release_timeout_sec=4",
                        "--allocation_strategy=free_ratio_first",
                        "--memory_allocator=cachelib",
                        "--max_extents_per_slice=4",
                        "--min_extent_size=1MB"))
                .usingRecursiveComparison()
                .ignoringFields("settings")
                .isEqualTo(new MasterConfig(
                        new HostAndPort("127.0.0.1", 7),
                        new HostAndPort("::1", 9),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(20),
                        new WriteTimeouts(3_000_000_000L, 4_000_000_000L),
                        0.5,
                        1.0,
                        3,
                        false,
                        new PlacementConfig(
                                AllocationStrategy.FREE_RATIO_FIRST,
                                MemoryAllocator.CACHELIB,
                                new PieceLimits(4, 1 << 20)),
                        List.of()));
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
                        "--allocation_strategy=Random",
                        "--memory_allocator=slab",
                        "--client_ttl=0",
                        "--rpc_port=70000",
                        "--enable_ha"))
                .isInstanceOfSatisfying(
                        BadFlagsException.class,
                        bad -> assertThat(bad.faults())
                                .extracting(FlagFault::toString)
                                .containsExactly(
                                        "--allocation_strategy=Random: this build offers only random,"
                                                + " free_ratio_first, ssd_free_ratio_first, local_first, cxl",
                                        "--memory_allocator=slab: this build offers only offset, cachelib",
                                        "--client_ttl=0: must be a whole number from 1 to 316224000",
                                        "--rpc_port=70000: must be a whole number from 0 to 65535",
                                        "--enable_ha: unknown flag, see --help"));
    }

    @Test
    void takesEveryKeyOfUpstreamsFileButTheOldPortAndThreads() throws IOException {
        assertThat(MasterConfig.flags().settings())
                .allSatisfy(setting -> assertThat(setting.key())
                        .isEqualTo(
                                switch (setting.name()) {
                                    case "port", "max_threads", "config_path" -> Optional.<String>empty();
                                    case "client_ttl" -> Optional.of("client_live_ttl_sec");
                                    default -> Optional.of(setting.name());
                                }));
        Path file = Files.writeString(directory.resolve("master.yaml"), """
            rpc_address: 127.0.0.1
            rpc_thread_num: 3
            metrics_host: ::1
            metrics_port: 9
            default_kv_lease_ttl: 5s
            eviction_ratio: 0.5
            eviction_high_watermark_ratio: 1.0
            client_live_ttl_sec: 20
            put_start_discard_timeout_sec: 3
            put_start_release_timeout_sec: 4
            """);

        assertThat(config("--config_path=" + file))
                .usingRecursiveComparison()
                .ignoringFields("settings", "rpcAddress")
                .isEqualTo(config(
                        "--rpc_thread_num=3",
                        "--metrics_port=9",
                        "--metrics_host=::1",
                        "--default_kv_lease_ttl=5s",
                        "--eviction_ratio=0.5",
                        "--eviction_high_watermark_ratio=1",
                        "--client_ttl=20",
                        "--put_start_discard_timeout_sec=3",
                        "--put_start_release_timeout_sec=4"));
    }

    /** Upstream's port is 0 where a file leaves it out, and its old flags mean nothing with a file. */
    @Test
    void noPortBecomesZeroByOmissionFromTheFile() throws IOException {
        String file = "--config_path=" + Files.writeString(directory.resolve("a.yaml"), "eviction_ratio: 0.1\n");
        String withPort =
                "--config_path=" + Files.writeString(directory.resolve("b.yaml"), "rpc_port: 7\nrpc_thread_num: 2\n");

        assertThat(config(file).rpcAddress().port()).isEqualTo(50051);
        assertThat(config(file).adminAddress().port()).isEqualTo(9003);
        assertThat(config(file).rpcThreads()).isEqualTo(config().rpcThreads());
        assertThat(config(file, "--port=8").rpcAddress().port()).isEqualTo(8);
        assertThat(config(withPort).rpcAddress().port()).isEqualTo(7);
        assertThat(config(withPort).rpcThreads()).isEqualTo(2);
        assertThat(config(withPort, "--port=8", "--max_threads=1").rpcAddress().port())
                .isEqualTo(8);
        assertThat(config(withPort, "--max_threads=1").rpcThreads()).isEqualTo(1);
        assertThat(config(withPort, "--rpc_port=9", "--port=8").rpcAddress().port())
                .isEqualTo(9);
    }

    @Test
    void keepsEverySettingWithItsOriginForPeople() throws IOException {
        Path file = Files.writeString(directory.resolve("c.json"), "{\"default_kv_lease_ttl\": \"5s\"}");

        assertThat(config("--config_path=" + file, "--client_ttl=3").settings())
                .contains(
                        new EffectiveSetting("client_ttl", 3L, Origin.COMMAND_LINE),
                        new EffectiveSetting("default_kv_lease_ttl", 5000L, new Origin(Origin.Kind.FILE, file + ":1")),
                        new EffectiveSetting("metrics_port", 9003, Origin.DEFAULT));
    }

    @Test
    void theTimeoutsOfWritesHaveTheNamesOfBothDocumentsAndMustNotContradict() throws IOException {
        Path file = Files.writeString(directory.resolve("d.yaml"), "put_start_release_timeout: 40\n");

        assertThat(config("--put-start-discard-timeout=3", "--config_path=" + file)
                        .writeTimeouts())
                .isEqualTo(new WriteTimeouts(3_000_000_000L, 40_000_000_000L));
        assertThatThrownBy(() -> config("--put_start_discard_timeout_sec=600"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining("put_start_release_timeout_sec")
                .hasMessageContaining("must be above --put_start_discard_timeout_sec=600");
    }

    @Test
    void cxlNeedsItsFlagAndTakesItsAllocator() {
        assertThat(config("--enable_cxl").placement())
                .isEqualTo(config("--enable_cxl", "--allocation_strategy=cxl", "--memory_allocator=cachelib")
                        .placement())
                .extracting(PlacementConfig::strategy, PlacementConfig::allocator)
                .containsExactly(AllocationStrategy.CXL, MemoryAllocator.CACHELIB);
        assertThatThrownBy(() -> config("--allocation_strategy=cxl"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining("--allocation_strategy=cxl: needs --enable_cxl");
        assertThatThrownBy(() -> config("--enable_cxl", "--allocation_strategy=random", "--memory_allocator=offset"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining("--allocation_strategy=random: must be cxl with --enable_cxl")
                .hasMessageContaining("--memory_allocator=offset: must be cachelib with --enable_cxl");
    }

    @Test
    void whatAnOperatorShouldKnowIsOneLineEach() {
        assertThat(config().notices()).isEmpty();
        assertThat(config("--memory_allocator=cachelib", "--allocation_strategy=ssd_free_ratio_first")
                        .notices())
                .satisfiesExactly(
                        line -> assertThat(line).contains("cachelib is deprecated", "16777200"),
                        line -> assertThat(line).contains("nobody reports"));
    }
}
