package io.mooncake.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every row of docs/DIFFERENCES.md is whole and names a test that is there. */
final class DifferencesTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)`");
    private static final int COLUMNS = 5;

    @Test
    void everyRowIsWholeAndItsTestExists() throws IOException {
        List<String> rows = rows(Files.readString(ROOT.resolve("docs/DIFFERENCES.md")));
        assertThat(rows).hasSizeGreaterThan(5);
        assertThat(faults(rows, testNames())).isEmpty();
    }

    @Test
    void rowWithoutTestOrWithAnUnknownOneIsNoticed() throws IOException {
        Set<String> tests = testNames();
        assertThat(faults(List.of("| a | b | c | d | - |"), tests)).hasSize(1);
        assertThat(faults(List.of("| a | b | c | d | `NobodyWroteThisTest` |"), tests))
                .hasSize(1);
        assertThat(faults(List.of("| a | b | c |"), tests)).hasSize(1);
    }

    private static List<String> rows(String document) {
        return document.lines()
                .filter(line -> line.startsWith("|"))
                .skip(2) // the head of the table and its rule
                .toList();
    }

    private static List<String> faults(List<String> rows, Set<String> tests) {
        return rows.stream().filter(row -> !isSound(row, tests)).toList();
    }

    private static boolean isSound(String row, Set<String> tests) {
        List<String> columns =
                List.of(row.substring(1).replaceFirst("\\|\\s*$", "").split("\\|", -1));
        List<String> named = TEST_NAME
                .matcher(columns.getLast())
                .results()
                .map(match -> match.group(1))
                .toList();
        return columns.size() == COLUMNS
                && columns.stream().noneMatch(String::isBlank)
                && !named.isEmpty()
                && tests.containsAll(named);
    }

    private static Set<String> testNames() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.map(Path::toString)
                    .filter(path -> path.contains("src/test/java") && path.endsWith("Test.java"))
                    .map(path -> path.substring(path.lastIndexOf('/') + 1).replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
