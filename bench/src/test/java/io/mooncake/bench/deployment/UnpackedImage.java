package io.mooncake.bench.deployment;

import io.mooncake.bench.cluster.StoreProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the image of a Dockerfile holds, in a folder of this machine: the files that its COPY lines take from a build,
 * and no others. The folder stands for the root of the container; the JDK is that of the test.
 */
final class UnpackedImage {

    private static final String BUILD = "--from=build ";
    private static final String SOURCE_FOLDER = "/src/";

    private final Path root;
    private final Dockerfile dockerfile;

    private UnpackedImage(Path root, Dockerfile dockerfile) {
        this.root = root;
        this.dockerfile = dockerfile;
    }

    /**
     * Copies what the Dockerfile copies.
     *
     * @param build a built checkout, which stands for the working folder of the stage that builds
     */
    static UnpackedImage unpack(Dockerfile dockerfile, Path build, Path root) throws IOException {
        Path workFolder = inside(root, dockerfile.only("WORKDIR").text());
        for (Dockerfile.Instruction copy : Dockerfile.all(dockerfile.run(), "COPY")) {
            if (!copy.text().startsWith(BUILD + SOURCE_FOLDER)) {
                throw new IllegalArgumentException("COPY takes something that is not built: " + copy.text());
            }
            String[] paths =
                    copy.text().substring((BUILD + SOURCE_FOLDER).length()).split(" ", -1);
            copy(build.resolve(paths[0]), workFolder.resolve(paths[1]).normalize());
        }
        return new UnpackedImage(root, dockerfile);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    private static Path inside(Path root, String absolute) {
        return root.resolve(absolute.substring(1));
    }

    /** Starts the entry point with a command, as a container does. */
    StoreProcess start(String name, List<String> command) throws IOException {
        List<String> words = new ArrayList<>();
        for (String word : dockerfile.only("ENTRYPOINT").words()) {
            words.add(word.startsWith("/") ? inside(root, word).toString() : word);
        }
        words.addAll(command);
        return StoreProcess.start(name, builder(words));
    }

    /** Starts a command beside it, as a health check is; the command is looked up on the image's PATH. */
    StoreProcess execute(String name, List<String> command) throws IOException {
        List<String> words = new ArrayList<>(List.of("/usr/bin/env"));
        words.addAll(command);
        return StoreProcess.start(name, builder(words));
    }

    private ProcessBuilder builder(List<String> words) {
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        String path = environment.getOrDefault("PATH", "/usr/bin:/bin");
        environment.clear();
        environment.putAll(environment(path));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        builder.directory(inside(root, dockerfile.only("WORKDIR").text()).toFile());
        return builder;
    }

    /** The variables of ENV, with PATH on this machine's. */
    private Map<String, String> environment(String path) {
        Map<String, String> variables = new HashMap<>();
        for (String pair : dockerfile.only("ENV").text().split(" ", -1)) {
            String[] parts = pair.split("=", 2);
            variables.put(parts[0], parts[1]);
        }
        variables.computeIfPresent("PATH", (name, value) -> {
            String own = value.replace(":$PATH", "");
            return inside(root, own) + ":" + path;
        });
        return variables;
    }
}
