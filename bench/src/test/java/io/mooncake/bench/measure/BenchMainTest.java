package io.mooncake.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.bench.command.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchMainTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Answers its settings as rows. */
    private static final class Echo implements Benchmark {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public String purpose() {
            return "says what it was asked";
        }

        @Override
        public List<Row> run(BenchSettings settings) throws IOException {
            if (settings.wants("broken")) {
                throw new IOException("no such machine");
            }
            return List.of(Row.alone("echo", settings.only(), "rounds", settings.rounds(), "seed " + settings.seed()));
        }
    }

    private int run(String... arguments) {
        return BenchMain.run(
                List.of(arguments),
                new Console(
                        Map.of(),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)),
                List.of(new Echo()));
    }

    @Test
    void aMeasurementPrintsATableAndWritesJson(@TempDir Path folder) throws IOException {
        Path json = folder.resolve("rows.json");
        assertThat(run("echo", "--rounds=7", "--only=x", "--seed=9", "--json=" + json))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("x     rounds  7.0000");
        assertThat(Files.readString(json)).contains("\"bench\" : \"echo\"").contains("seed 9");
    }

    @Test
    void badUsageIsTwo() {
        assertThat(run("nothing")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no measurement 'nothing'", "echo");
        assertThat(run()).isEqualTo(2);
        assertThat(run("echo", "--rounds=0")).isEqualTo(2);
    }

    @Test
    void helpIsAnAnswer() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("says what it was asked");
        assertThat(run("echo", "--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--json");
    }

    @Test
    void whatCannotBeMeasuredIsOne() {
        assertThat(run("echo", "--only=roke")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no such machine");
    }
}
