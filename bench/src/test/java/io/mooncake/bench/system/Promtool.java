package io.mooncake.bench.system;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The parser of Prometheus itself, as its command promtool offers it. */
final class Promtool {

    /** Read, and advice on names given: upstream's names do not follow it. */
    private static final int ADVICE = 3;

    private static final boolean CI = "ci".equals(System.getProperty("mooncake.profile"));

    private Promtool() {}

    /** Fails when Prometheus cannot read the text; where promtool is missing, only CI fails. */
    static void check(String text) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("promtool", "check", "metrics")
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException missing) {
            if (CI) {
                throw missing;
            }
            return;
        }
        try (OutputStream in = process.getOutputStream()) {
            in.write(text.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || (process.exitValue() != 0 && process.exitValue() != ADVICE)) {
            throw new AssertionError("promtool: " + said);
        }
    }
}
