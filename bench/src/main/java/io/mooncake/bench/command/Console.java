package io.mooncake.bench.command;

import io.mooncake.bench.cluster.Launcher;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command reads and prints.
 *
 * @param environment the variables of the process
 * @param out takes results
 * @param err takes progress and errors
 */
public record Console(Map<String, String> environment, PrintStream out, PrintStream err) {

    /** Copies the variables. */
    public Console {
        environment = Map.copyOf(environment);
    }

    /** The launcher that started this command. */
    public Launcher launcher() throws IOException {
        @Nullable String home = environment.get(Launcher.HOME_VARIABLE);
        if (home == null) {
            throw new IOException("run it through ./mooncake: " + Launcher.HOME_VARIABLE + " is not set");
        }
        return Launcher.in(Path.of(home));
    }
}
