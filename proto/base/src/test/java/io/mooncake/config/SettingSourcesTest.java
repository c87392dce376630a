package io.mooncake.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Command line, flag files, YAML and JSON files and the environment, and which of them wins. */
final class SettingSourcesTest {
    @TempDir
    Path directory;

    private final Flags flags = Flags.declare("mooncake_sample", "shows settings")
            .configFile()
            .integer("rpc_port", 0, 0, 65535, "Port.")
            .integer("port", 50051, 0, 65535, "Old port.")
            .noKey()
            .wholeNumber("client_ttl", 10, 1, 1L << 40, "Seconds.")
            .key("client_live_ttl_sec")
            .duration("lease_ttl", Duration.ofSeconds(10), Duration.ofMillis(1), Duration.ofHours(24), "Lease.")
            .variable("MC_LEASE_TTL")
            .ratio("eviction_ratio", 0.05, "Share.")
            .byteSize("segment_size", 4L << 30, 1, 1L << 50, "Lent memory.")
            .bool("force", false, "Really.")
            .string("name", "x", "Any text.")
            .bool("MC_CHECKSUM", true, "Checksums.")
            .variableOnly()
            .integer("test_switch", 0, 0, 9, "For tests.")
            .hidden();

    private FlagValues parse(String... arguments) {
        return flags.parse(List.of(arguments));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private FlagValues parseFile(String name, String text) throws IOException {
        return parse("--config_path=" + file(name, text));
    }

    @Test
    void readsEveryKindOfValueFromYaml() throws IOException {
        FlagValues values = parseFile("a.yaml", """
            # settings
            rpc_port: 50055
            client_live_ttl_sec: "60"
            lease_ttl: 5s
            eviction_ratio: .5
            segment_size: 512 MB
            force: yes
            name: ""
            """);

        assertThat(values.integer("rpc_port")).isEqualTo(50055);
        assertThat(values.wholeNumber("client_ttl")).isEqualTo(60);
        assertThat(values.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(5));
        assertThat(values.ratio("eviction_ratio")).isEqualTo(0.5);
        assertThat(values.byteSize("segment_size")).isEqualTo(512L << 20);
        assertThat(values.bool("force")).isTrue();
        assertThat(values.string("name")).isEmpty();
        assertThat(values.origin("client_ttl").place()).endsWith("a.yaml:3");
    }

    @Test
    void readsEveryKindOfValueFromJson() throws IOException {
        FlagValues values = parseFile("A.JSON", """
            {"rpc_port": 50055,
             "lease_ttl": 7000, "eviction_ratio": 1, "force": true,
             "segment_size": 4096}
            """);

        assertThat(values.integer("rpc_port")).isEqualTo(50055);
        assertThat(values.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(7));
        assertThat(values.ratio("eviction_ratio")).isEqualTo(1);
        assertThat(values.bool("force")).isTrue();
        assertThat(values.byteSize("segment_size")).isEqualTo(4096);
        assertThat(values.origin("lease_ttl"))
                .isEqualTo(
                        new Origin(Origin.Kind.FILE, directory.resolve("A.JSON").toString() + ":2"));
    }

    @Test
    void joinsTheKeysOfNestedMaps() throws IOException {
        Flags nested = Flags.declare("sample", "")
                .configFile()
                .integer("depth", 0, 0, 9, "")
                .key("a.b.depth");
        String yaml = file("n.yaml", "a:\n  b:\n    depth: 3\n");
        String json = file("n.json", "{\"a\":{\"b\":{\"depth\":4}}}");

        assertThat(nested.parse(List.of("--config_path=" + yaml)).integer("depth"))
                .isEqualTo(3);
        assertThat(nested.parse(List.of("--config_path=" + json)).integer("depth"))
                .isEqualTo(4);
    }

    @Test
    void aFlagBeatsTheFileThatBeatsTheEnvironmentThatBeatsTheDefault() throws IOException {
        String path = file("p.yaml", "lease_ttl: 2s\n");
        Map<String, String> environment = Map.of("MC_LEASE_TTL", "3s", "MC_CHECKSUM", "0");

        FlagValues all = flags.parse(List.of("--lease_ttl=1s", "--config_path=" + path), environment);
        FlagValues noFlag = flags.parse(List.of("--config_path=" + path), environment);
        FlagValues onlyEnvironment = flags.parse(List.of(), environment);

        assertThat(all.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(1));
        assertThat(all.origin("lease_ttl").kind()).isEqualTo(Origin.Kind.FLAG);
        assertThat(noFlag.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(2));
        assertThat(noFlag.origin("lease_ttl").kind()).isEqualTo(Origin.Kind.FILE);
        assertThat(onlyEnvironment.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(3));
        assertThat(onlyEnvironment.origin("lease_ttl")).isEqualTo(new Origin(Origin.Kind.ENVIRONMENT, "MC_LEASE_TTL"));
        assertThat(onlyEnvironment.bool("MC_CHECKSUM")).isFalse();
        assertThat(flags.parse(List.of(), Map.of("MC_CHECKSUM", "")).bool("MC_CHECKSUM"))
                .isTrue();
        assertThat(parse().origin("lease_ttl")).isEqualTo(Origin.DEFAULT);
    }

    /** Upstream takes such a flag for one that was not given. */
    @Test
    void aFlagSetToItsDefaultBeatsTheFile() throws IOException {
        String path = file("d.yaml", "rpc_port: 7\nlease_ttl: 2s\n");

        FlagValues values = parse("--rpc_port=0", "--lease_ttl=10s", "--config_path=" + path);

        assertThat(values.integer("rpc_port")).isZero();
        assertThat(values.duration("lease_ttl")).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void aFileThatLeavesOutASettingLeavesItsDefault() throws IOException {
        FlagValues values = parseFile("empty.yaml", "");

        assertThat(values.integer("port")).isEqualTo(50051);
        assertThat(values.effective())
                .contains(new EffectiveSetting("lease_ttl", 10_000L, Origin.DEFAULT))
                .contains(new EffectiveSetting("MC_CHECKSUM", true, Origin.DEFAULT));
    }

    @Test
    void namesEveryFaultOfEverySourceAtOnceWithItsKeyAndPlace() throws IOException {
        String path = file("bad.yaml", """
            rpc_port: 70000
            unheard_of: 1
            port: 5
            client_ttl: 5
            lease_ttl: [1, 2]
            name:
            nested:
              deep: 1
            force: maybe
            force: true
            """);

        assertThatThrownBy(() -> flags.parse(
                        List.of("--rpc_port=x", "--config_path=" + path, "--MC_CHECKSUM=1"),
                        Map.of("MC_LEASE_TTL", "soon", "MC_CHECKSUM", "2")))
                .isInstanceOfSatisfying(
                        BadFlagsException.class,
                        bad -> assertThat(bad.faults())
                                .extracting(FlagFault::toString)
                                .containsExactly(
                                        "--rpc_port=x: must be a whole number from 0 to 65535",
                                        "--MC_CHECKSUM=1: unknown flag, see --help",
                                        path + ":5: lease_ttl: must be one value, is a list",
                                        path + ":10: force: true: is there twice",
                                        path + ":1: rpc_port: 70000: must be a whole number from 0 to 65535",
                                        path + ":2: unheard_of: 1: unknown key of this build",
                                        path + ":3: port: 5: unknown key of this build",
                                        path + ":4: client_ttl: 5: unknown key of this build",
                                        path + ":8: nested.deep: 1: unknown key of this build",
                                        path + ":9: force: maybe: must be true or false",
                                        "environment: MC_LEASE_TTL=soon: expected a whole number with ms, s, m, h or"
                                                + " nothing for milliseconds",
                                        "environment: MC_CHECKSUM=2: must be true or false"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.toml", "yaml", "nosuch.yaml", "directory.yaml"})
    void refusesAFileThatItCannotRead(String name) throws IOException {
        Files.createDirectory(directory.resolve("directory.yaml"));
        file("a.toml", "");

        assertThatThrownBy(() -> parse("--config_path=" + directory.resolve(name)))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining("--config_path=")
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "7", "a: 1\n---\nb: 2\n", "a: {", "a: &x 1\nb: *x\n", "a: \"\n"})
    void refusesAFileWithoutOneMapOfValues(String text) throws IOException {
        String path = file("odd.yaml", text);

        assertThatThrownBy(() -> parse("--config_path=" + path))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining(path + ":");
    }

    @Test
    void refusesAKeyWithoutValue() throws IOException {
        String path = file("null.json", "{\n\"name\": null}");

        assertThatThrownBy(() -> parse("--config_path=" + path))
                .isInstanceOf(BadFlagsException.class)
                .hasMessage(path + ":2: name: has no value");
    }

    @Test
    void saysInWhichLineJsonIsBroken() throws IOException {
        String path = file("broken.json", "{\"rpc_port\": 1,\n\"port\" 2}");

        assertThatThrownBy(() -> parse("--config_path=" + path))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining(path + ":2: cannot be understood");
    }

    @Test
    void readsFlagFilesWhereTheyAreNamed() throws IOException {
        String inner = file("inner.flags", "--eviction-ratio=0.25\n");
        String outer = file("outer.flags", """
            # the usual
            --rpc_port=7
            -force
            --flagfile=%s

            another_command
            --rpc_port=8
            other mooncake_*
            --name=matched
            """.formatted(inner));

        FlagValues values = parse("--rpc_port=6", "--flagfile", outer);

        assertThat(values.integer("rpc_port")).isEqualTo(7);
        assertThat(values.bool("force")).isTrue();
        assertThat(values.ratio("eviction_ratio")).isEqualTo(0.25);
        assertThat(values.string("name")).isEqualTo("matched");
        assertThat(values.origin("rpc_port")).isEqualTo(new Origin(Origin.Kind.FLAG, outer + ":2"));
        assertThat(parse("--flagfile=" + outer, "--rpc_port=9").integer("rpc_port"))
                .isEqualTo(9);
    }

    @Test
    void namesTheFaultsOfFlagFilesWithTheirLines() throws IOException {
        Path self = directory.resolve("self.flags");
        Files.writeString(self, "--flagfile=" + self + "\n--nosuch=1\n--rpc_port\n--rpc_port=x\n");

        assertThatThrownBy(() -> parse("--flagfile=" + self + ",/no/such/file"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessageContaining(self + ":1: --flagfile=" + self + ": names itself")
                .hasMessageContaining(self + ":2: --nosuch=1: unknown flag")
                .hasMessageContaining(self + ":3: --rpc_port: needs a value (integer)")
                .hasMessageContaining(self + ":4: --rpc_port=x: must be a whole number")
                .hasMessageContaining("--flagfile=/no/such/file: cannot be read");
    }

    @Test
    void checksValuesTogether() {
        flags.check(values -> values.integer("rpc_port") == values.integer("port")
                ? List.of(values.fault("rpc_port", "must differ from port"))
                : List.of());

        assertThatThrownBy(() -> parse("--rpc_port=5", "--port=5", "--name"))
                .isInstanceOf(BadFlagsException.class)
                .hasMessage("--name: needs a value (string)\n--rpc_port=5: must differ from port");
    }

    @Test
    void describesEverySettingButTheHiddenOnes() {
        assertThat(flags.settings())
                .extracting(Setting::name)
                .containsExactly(
                        "config_path",
                        "rpc_port",
                        "port",
                        "client_ttl",
                        "lease_ttl",
                        "eviction_ratio",
                        "segment_size",
                        "force",
                        "name",
                        "MC_CHECKSUM");
        assertThat(flags.settings().get(2).key()).isEmpty();
        assertThat(flags.settings().get(3).key()).contains("client_live_ttl_sec");
        assertThat(flags.settings().get(4).variable()).contains("MC_LEASE_TTL");
        assertThat(flags.settings().getLast().flag()).isEmpty();
        assertThat(flags.help())
                .contains("Environment:\n  MC_CHECKSUM (boolean")
                .doesNotContain("test_switch");
        assertThat(parse("--test_switch=3").integer("test_switch")).isEqualTo(3);
    }
}
