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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of docs/DIFFERENCES.md and docs/INTEROPERABILITY.md is whole and names tests that are there. */
final class DifferencesTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Pattern TEST_NAME = Pattern.compile("`(\\w+Test)`");
    private static final Pattern HEAD = Pattern.compile("(?m)^\\|.*\n\\|[-|]+\n");
    private static final int COLUMNS = 5;

    @ParameterizedTest
    @CsvSource({"DIFFERENCES.md, 5, 5", "INTEROPERABILITY.md, 4, 5"})
    void everyRowIsWholeAndItsTestExists(String document, int leastColumns, int mostColumns) throws IOException {
        List<String> rows = rows(Files.readString(ROOT.resolve("docs").resolve(document)));
        assertThat(rows).hasSizeGreaterThan(5);
        assertThat(faults(rows, testNames(), leastColumns, mostColumns)).isEmpty();
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
        return HEAD.matcher(document)
                .replaceAll("")
                .lines()
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    private static List<String> faults(List<String> rows, Set<String> tests) {
        return faults(rows, tests, COLUMNS, COLUMNS);
    }

    private static List<String> faults(List<String> rows, Set<String> tests, int leastColumns, int mostColumns) {
        return rows.stream()
                .filter(row -> !isSound(row, tests, leastColumns, mostColumns))
                .toList();
    }

    private static boolean isSound(String row, Set<String> tests, int leastColumns, int mostColumns) {
        List<String> columns =
                List.of(row.substring(1).replaceFirst("\\|\\s*$", "").split("\\|", -1));
        List<String> named = TEST_NAME
                .matcher(columns.getLast())
                .results()
                .map(match -> match.group(1))
                .toList();
        return columns.size() >= leastColumns
                && columns.size() <= mostColumns
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
