package io.mooncake.bench.interop;

import io.mooncake.bench.system.Requirement;
import java.nio.file.Path;
import java.util.List;

/** Where the released C++ engine is: a Python with its wheel, put there by {@code .ci/cpp-engine}. */
final class CppEngine {
    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Path FOLDER = ROOT.resolve("target/cpp-engine/bin");
    private static final Path PYTHON = FOLDER.resolve("python");
    private static final Path SCRIPT = ROOT.resolve("bench/src/test/resources/interop/engine_peer.py");

    private CppEngine() {}

    /** Skips the test where the engine is missing; under the ci profile fails it. */
    static void require() {
        Requirement.file(PYTHON, ".ci/cpp-engine");
    }

    /** The program that plays a peer. */
    static ProcessBuilder peer(String... words) {
        ProcessBuilder program = new ProcessBuilder(PYTHON.toString(), SCRIPT.toString()).redirectErrorStream(true);
        program.command().addAll(List.of(words));
        return program;
    }
}
