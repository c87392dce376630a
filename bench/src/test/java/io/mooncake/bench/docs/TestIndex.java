package io.mooncake.bench.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which test moves what, and whether that test exists. */
final class TestIndex {
    private final Map<String, String> testByName = new HashMap<>();
    private final Map<String, Path> sources = new HashMap<>();

    private TestIndex() {}

    /** Reads a resource of lines {@code name = Class#method} and finds the sources below a folder. */
    static TestIndex read(String resource, Path root) {
        TestIndex index = new TestIndex();
        try (InputStream stream = TestIndex.class.getResourceAsStream(resource);
                Stream<Path> files = Files.walk(root)) {
            if (stream == null) {
                throw new IllegalStateException("no " + resource);
            }
            Properties properties = new Properties();
            properties.load(stream);
            properties.stringPropertyNames().forEach(name -> index.testByName.put(name, properties.getProperty(name)));
            files.filter(file -> file.toString().contains("/src/test/java/")
                            && file.toString().endsWith("Test.java"))
                    .forEach(file ->
                            index.sources.put(file.getFileName().toString().replace(".java", ""), file));
        } catch (IOException e) {
            throw new UncheckedIOException(resource, e);
        }
        return index;
    }

    @Nullable
    String testOf(String name) {
        return testByName.get(name);
    }

    /** What is wrong when exactly these names must have a test that exists. */
    List<String> faults(Set<String> names) {
        List<String> faults = new ArrayList<>();
        for (String name : new TreeSet<>(names)) {
            String test = testByName.get(name);
            if (test == null) {
                faults.add(name + " has no test");
            } else if (!exists(test)) {
                faults.add(name + " names a test that does not exist: " + test);
            }
        }
        for (String name : new TreeSet<>(testByName.keySet())) {
            if (!names.contains(name)) {
                faults.add(name + " is listed, and there is no such thing");
            }
        }
        return faults;
    }

    private boolean exists(String test) {
        int hash = test.indexOf('#');
        Path source = hash < 0 ? null : sources.get(test.substring(0, hash));
        try {
            return source != null && Files.readString(source).contains("void " + test.substring(hash + 1) + "(");
        } catch (IOException e) {
            throw new UncheckedIOException(test, e);
        }
    }
}
