package io.mooncake.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FlagsTest {
    private final Flags flags = Flags.declare("mooncake_sample", "shows flags")
            .string("rpc_address", "0.0.0.0", "Where to listen.")
            .integer("rpc_port", 50051, 0, 65535, "Port.")
            .wholeNumber("client_ttl", 10, 1, 1L << 40, "Seconds.")
            .ratio("eviction_ratio", 0.05, "Share.")
            .bool("force", false, "Really.")
            .byteSize("segment_size", 4L << 30, 1, 1L << 50, "Lent memory.")
            .duration("lease_ttl", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(24), "Lease.")
            .choice("strategy", "random", List.of("random"), "Placement.")
            .host("metrics_host", "0.0.0.0", "Where metrics are.");

    private FlagValues parse(String... arguments) {
        return flags.parse(List.of(arguments));
    }

    @Test
    void hasTheDefaultsOfFlagsThatAreNotGiven() {
        FlagValues values = parse();

        assertThat(values.string("rpc_address")).isEqualTo("0.0.0.0");
        assertThat(values.integer("rpc_port")).isEqualTo(50051);
        assertThat(values.wholeNumber("client_ttl")).isEqualTo(10);
        assertThat(values.ratio("eviction_ratio")).isEqualTo(0.05);
        assertThat(values.bool("force")).isFalse();
        assertThat(values.byteSize("segment_size")).isEqualTo(4L << 30);
        assertThat(values.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(10));
        assertThat(values.string("strategy")).isEqualTo("random");
        assertThat(values.string("metrics_host")).isEqualTo("0.0.0.0");
        assertThat(values.isGiven("rpc_port")).isFalse();
    }

    @Test
    void readsEveryFormOfAFlag() {
        FlagValues values = parse(
                "--rpc_address=::",
                "--rpc-port",
                "7",
                "-client_ttl=8",
                "-eviction-ratio",
                "0.5",
                "--force",
                "--segment_size=512 MB",
                "--lease-ttl=2m");

        assertThat(values.string("rpc_address")).isEqualTo("::");
        assertThat(values.integer("rpc_port")).isEqualTo(7);
        assertThat(values.wholeNumber("client_ttl")).isEqualTo(8);
        assertThat(values.ratio("eviction_ratio")).isEqualTo(0.5);
        assertThat(values.bool("force")).isTrue();
        assertThat(values.byteSize("segment_size")).isEqualTo(512L << 20);
        assertThat(values.duration("lease_ttl")).isEqualTo(Duration.ofMinutes(2));
        assertThat(values.isGiven("rpc_port")).isTrue();
    }

    @Test
    void takesTheLastOfSeveralAndReadsNegationsOfBooleans() {
        assertThat(parse("--force", "--noforce").bool("force")).isFalse();
        assertThat(parse("--noforce", "--force=true").bool("force")).isTrue();
        assertThat(parse("--rpc_port=1", "--rpc_port=2").integer("rpc_port")).isEqualTo(2);
        assertThat(parse("--force=0").bool("force")).isFalse();
    }

    @Test
    void listsEveryFaultAtOnceWithNameValueAndLimit() {
        assertThatThrownBy(() -> parse(
                        "--nosuch=1",
                        "stray",
                        "--rpc_port=65536",
                        "--eviction_ratio=1.5",
                        "--force=maybe",
                        "--segment_size=many",
                        "--lease_ttl=25h",
                        "--strategy=cxl",
                        "--norpc_port",
                        "--client_ttl"))
                .isInstanceOfSatisfying(BadFlagsException.class, bad -> {
                    assertThat(bad.faults())
                            .extracting(FlagFault::flag)
                            .containsExactly(
                                    "nosuch",
                                    "stray",
                                    "rpc_port",
                                    "eviction_ratio",
                                    "force",
                                    "segment_size",
                                    "lease_ttl",
                                    "strategy",
                                    "norpc_port",
                                    "client_ttl");
                    assertThat(bad.getMessage())
                            .contains("--rpc_port=65536: must be a whole number from 0 to 65535")
                            .contains("--eviction_ratio=1.5: must be a number from 0 to 1")
                            .contains("--lease_ttl=25h: must be from 1 to 86400000 ms")
                            .contains("--strategy=cxl: this build offers only random")
                            .contains("--client_ttl: needs a value");
                });
    }

    @Test
    void refusesWhatIsNoHost() {
        assertThat(parse("--metrics_host=::").string("metrics_host")).isEqualTo("::");
        assertThatThrownBy(() -> parse("--metrics_host=a:80"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessage("--metrics_host=a:80: is no host name or address");
    }

    @Test
    void refusesNotANumberAsRatio() {
        assertThatThrownBy(() -> parse("--eviction_ratio=NaN")).isInstanceOf(BadFlagsException.class);
    }

    @Test
    void answersHelpAndVersionWithoutJudgingTheRest() {
        assertThat(parse("--help", "--nosuch").helpRequested()).isTrue();
        assertThat(parse("-version").versionRequested()).isTrue();
        assertThat(parse().helpRequested()).isFalse();
        for (String name : flags.names()) {
            assertThat(flags.help()).contains("--" + name + " (");
        }
        assertThat(flags.help()).contains("--flagfile");
        assertThat(flags.help()).contains("--segment_size (size, default 4 GB)");
    }

    @Test
    void refusesToDeclareAFlagTwiceAndToReadWhatIsNotDeclared() {
        assertThatThrownBy(() -> flags.bool("force", true, "Again.")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> parse().bool("rpc_port")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> parse().string("nosuch")).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1073741824, 1073741824",
        "4 GB, 4294967296",
        "512MB, 536870912",
        "64KiB, 65536",
        "1.5 gb, 1610612736",
        "2t, 2199023255552",
        "7b, 7",
        "9223372036854775807, 9223372036854775807",
    })
    void readsSizes(String text, long bytes) {
        assertThat(ByteSize.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GB", "-1", "4 XB", "8388608TB", "9223372036854775808", "1e9", "0x10"})
    void refusesWhatIsNoSize(String text) {
        assertThatThrownBy(() -> ByteSize.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "10000, 10000", "' 7 ', 7", "5ms, 5", "5S, 5000", "2m, 120000", "1h, 3600000"})
    void readsDurations(String text, long millis) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ms", "-1", "1d", "1.5s", "9223372036854775807h", "9223372036854775808"})
    void refusesWhatIsNoDuration(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void knowsTheVersionOfTheBuild() {
        assertThat(SoftwareVersion.current()).isEqualTo(System.getProperty("mooncake.version"));
    }
}
