package io.mooncake.bench.gate;

import io.mooncake.bench.cluster.Launcher;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A build of its own under the parent pom of the project, of which only the list of modules is another: one fault per
 * module, one Maven run.
 */
final class PlantedBuild {

    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Pattern MODULES = Pattern.compile("<modules>.*?</modules>", Pattern.DOTALL);

    private final Path root;
    private final Path folder;
    private final List<String> modules = new ArrayList<>();

    /** An empty build in this folder, under the parent pom in root. */
    PlantedBuild(Path root, Path folder) throws IOException {
        this.root = root;
        this.folder = folder;
        for (String file : List.of("config/budgets.xml", ".mvn/jvm.config")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.copy(root.resolve(file), folder.resolve(file));
        }
    }

    /** A module with one source file. */
    void module(String name, String source) throws IOException {
        module(name, plainPom(name), Map.of("Planted", source));
    }

    /** A module without sources that has the pom of a real one, under its own name. */
    void standIn(String module) throws IOException {
        module(module.replace('/', '-'), realPom(module), Map.of());
    }

    /** A module with the pom of a real one and one more dependency, which its layout forbids. */
    void forbidden(String module, String name, String groupId, String artifactId) throws IOException {
        String dependency = "<dependency><groupId>" + groupId + "</groupId><artifactId>" + artifactId
                + "</artifactId></dependency>";
        String pom = realPom(module)
                .replaceFirst(
                        "<artifactId>mooncake-(?!parent)[a-z]+</artifactId>", "<artifactId>" + name + "</artifactId>");
        pom = pom.contains("<dependencies>")
                ? pom.replaceFirst("</dependencies>", dependency + "</dependencies>")
                : pom.replaceFirst("<build>", "<dependencies>" + dependency + "</dependencies><build>");
        module(name, pom, Map.of());
    }

    private String realPom(String module) throws IOException {
        return Files.readString(root.resolve(module).resolve("pom.xml"))
                .replaceFirst("<relativePath>[^<]*</relativePath>", "<relativePath>../pom.xml</relativePath>");
    }

    private static String plainPom(String name) {
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <parent>
                    <groupId>io.mooncake</groupId>
                    <artifactId>mooncake-parent</artifactId>
                    <version>${revision}</version>
                  </parent>
                  <artifactId>%s</artifactId>
                </project>
                """.formatted(name);
    }

    private void module(String name, String pom, Map<String, String> classes) throws IOException {
        modules.add(name);
        Path module = Files.createDirectories(folder.resolve(name));
        Files.writeString(module.resolve("pom.xml"), pom);
        Path sources = Files.createDirectories(module.resolve("src/main/java/planted"));
        for (Map.Entry<String, String> type : classes.entrySet()) {
            Files.writeString(sources.resolve("package-info.java"), """
                    @NullMarked
                    package planted;

                    import org.jspecify.annotations.NullMarked;
                    """);
            Files.writeString(sources.resolve(type.getKey() + ".java"), type.getValue());
        }
    }

    /** Builds all modules, those after a failed one too; returns what Maven printed. */
    String run() throws IOException, InterruptedException {
        StringBuilder list = new StringBuilder("<modules>");
        modules.forEach(name -> list.append("<module>").append(name).append("</module>"));
        Files.writeString(
                folder.resolve("pom.xml"),
                MODULES.matcher(Files.readString(root.resolve("pom.xml"))).replaceFirst(list + "</modules>"));
        Path log = folder.resolve("build.log");
        List<String> words = new ArrayList<>(List.of(maven(), "-o", "-B", "-ntp", "-T", "2", "--fail-at-end"));
        String repository = System.getenv("MOONCAKE_MAVEN_REPO");
        if (repository != null) {
            words.add("-Dmaven.repo.local=" + repository);
        }
        words.add("verify");
        ProcessBuilder builder = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .put(
                        "MAVEN_OPTS",
                        "-XX:TieredStopAtLevel=1 --sun-misc-unsafe-memory-access=allow"
                                + " --enable-native-access=ALL-UNNAMED");
        Process maven = builder.start();
        if (!maven.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            maven.destroyForcibly().waitFor();
            throw new AssertionError("the planted build did not end in " + LIMIT + ":\n" + Files.readString(log));
        }
        return Files.readString(log);
    }

    private String maven() throws IOException, InterruptedException {
        Launcher launcher = Launcher.in(root);
        Process process = new ProcessBuilder(launcher.root().resolve("mooncake").toString(), "find-maven").start();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertDone(process.waitFor());
        return answer.strip();
    }

    private static void assertDone(int status) {
        if (status != 0) {
            throw new AssertionError("the launcher found no Maven, status " + status);
        }
    }
}
