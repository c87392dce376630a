package io.mooncake.bench.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The launcher of a built checkout, and the environment that its processes get.
 *
 * @param root folder of the launcher
 * @param environment variables set in addition to those of this process
 */
public record Launcher(Path root, Map<String, String> environment) {

    /** The variable in which the launcher hands its folder to what it starts. */
    public static final String HOME_VARIABLE = "MOONCAKE_HOME";

    private static final String FILE_NAME = "mooncake";

    /** Checks that there is a launcher. */
    public Launcher {
        environment = Map.copyOf(environment);
        if (!Files.isExecutable(root.resolve(FILE_NAME))) {
            throw new IllegalArgumentException("no launcher in " + root);
        }
    }

    /** The launcher in this folder, which starts what is built and never builds. */
    public static Launcher in(Path root) {
        return new Launcher(root.toAbsolutePath(), Map.of("MOONCAKE_NO_BUILD", "1"));
    }

    /** The same with one more variable. */
    public Launcher with(String variable, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(variable, value);
        return new Launcher(root, more);
    }

    /** A process that is not started yet; standard error joins standard output. */
    ProcessBuilder process(String command, List<String> flags) {
        List<String> words = new ArrayList<>();
        words.add(root.resolve(FILE_NAME).toString());
        words.add(command);
        words.addAll(flags);
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        builder.redirectErrorStream(true);
        return builder;
    }
}
