package io.mooncake.bench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's Java example compiles, is short, and the documents that the README names are there. */
final class ReadmeTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");
    private static final int MAX_BODY_LINES = 20;

    @TempDir
    Path directory;

    @Test
    void exampleCompiles() throws IOException {
        assertThat(faultsOf(example())).isEmpty();
    }

    @Test
    void brokenExampleIsNoticed() throws IOException {
        assertThat(faultsOf(example().replace("MooncakeClient.connect", "MooncakeClient.open")))
                .isNotEmpty();
    }

    @Test
    void exampleIsShort() throws IOException {
        List<String> body = example()
                .lines()
                .dropWhile(line -> !line.contains("void main"))
                .skip(1)
                .map(String::strip)
                .filter(line -> !line.matches("}*"))
                .toList();
        assertThat(body).hasSizeLessThanOrEqualTo(MAX_BODY_LINES);
    }

    @Test
    void linkedDocumentsExist() throws IOException {
        List<Path> linked = LINK.matcher(readme())
                .results()
                .map(match -> ROOT.resolve(match.group(1)))
                .toList();
        assertThat(linked).isNotEmpty().allSatisfy(path -> assertThat(path).isRegularFile());
    }

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md"));
    }

    private static String example() throws IOException {
        Matcher matcher = JAVA_BLOCK.matcher(readme());
        assertThat(matcher.find()).as("a Java block in the README").isTrue();
        return matcher.group(1);
    }

    private List<String> faultsOf(String source) throws IOException {
        Path file = Files.writeString(directory.resolve("Example.java"), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(diagnostics, null, null)) {
            List<String> options = Stream.of("-classpath", System.getProperty("java.class.path"), "-proc:none", "-d")
                    .collect(Collectors.toList());
            options.add(directory.toString());
            compiler.getTask(null, files, diagnostics, options, null, files.getJavaFileObjects(file))
                    .call();
        }
        return diagnostics.getDiagnostics().stream().map(Object::toString).toList();
    }
}
