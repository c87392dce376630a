package io.mooncake.bench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.bench.gate.SuppressionScan.Suppression;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every suppressed warning and every test that may be skipped says why on its line, and their number may only fall: it
 * stands in config/suppressions.txt.
 */
final class SuppressionCountTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));

    @Test
    void eachHasAReasonAndTheirNumberOnlyFalls() throws IOException {
        List<Suppression> found = new ArrayList<>();
        for (Path file : sources()) {
            found.addAll(SuppressionScan.scan(ROOT.relativize(file).toString(), Files.readAllLines(file)));
        }
        assertThat(found).allMatch(Suppression::hasReason, "has its reason on its line");
        int allowed = Integer.parseInt(
                Files.readString(ROOT.resolve("config/suppressions.txt")).strip());
        assertThat(found)
                .as("the number in config/suppressions.txt: lower it when one is gone, never raise it")
                .hasSize(allowed);
    }

    @Test
    void theScanSeesTheSources() throws IOException {
        assertThat(sources()).hasSizeGreaterThan(50);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@~SuppressWarnings(\"unchecked\")",
                "    @~Disabled",
                "@~NullUnmarked final class X {",
                "        assume~True(isLinux());",
                "// spotless:~off",
                "@~EnabledIf(\"hasDocker\")",
                "x = cast~ToNonNull(y);"
            })
    void seesAPlantedSuppressionWithoutReason(String line) {
        List<Suppression> found = SuppressionScan.scan("X.java", List.of("class X {}", line.replace("~", "")));
        assertThat(found).hasSize(1);
        assertThat(found.getFirst().line()).isEqualTo(2);
        assertThat(found.getFirst().hasReason()).isFalse();
    }

    @Test
    void acceptsAReasonOnTheLine() {
        String line = "@" + "SuppressWarnings(\"restricted\") // the only way to call libc";
        assertThat(SuppressionScan.scan("X.java", List.of(line))).allMatch(Suppression::hasReason);
        assertThat(SuppressionScan.scan("X.java", List.of("int x; // nothing is switched off here")))
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?target/.*"))
                    .sorted()
                    .toList();
        }
    }
}
