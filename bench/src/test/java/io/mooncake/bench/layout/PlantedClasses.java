package io.mooncake.bench.layout;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles classes that break a rule into a folder of their own, under package names that the rule is about. */
final class PlantedClasses {

    private final Path folder;

    PlantedClasses(Path folder) {
        this.folder = folder;
    }

    /** Compiles classes, by name; returns the folder of their class files. */
    Path compile(Map<String, String> sources) {
        try {
            Path classes = Files.createDirectories(folder.resolve("classes"));
            List<String> words = new ArrayList<>(List.of(
                    "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
            for (Map.Entry<String, String> source : sources.entrySet()) {
                Path file = folder.resolve("source").resolve(source.getKey().replace('.', '/') + ".java");
                Files.createDirectories(file.getParent());
                Files.writeString(file, source.getValue());
                words.add(file.toString());
            }
            JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
            if (compiler.run(null, null, null, words.toArray(String[]::new)) != 0) {
                throw new AssertionError("the planted classes do not compile: " + sources);
            }
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JavaClasses load(Map<String, String> sources) {
        return new ClassFileImporter().importPaths(List.of(compile(sources)));
    }
}
