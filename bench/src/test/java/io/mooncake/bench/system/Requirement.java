package io.mooncake.bench.system;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * What a test needs of the machine. Without it the test is skipped, and a line says so; with the profile {@code ci},
 * where programs are installed beforehand, a program that is missing fails the test.
 */
public final class Requirement {

    private static final boolean CI = "ci".equals(System.getProperty("mooncake.profile"));

    private Requirement() {}

    /** Memory of the machine. */
    static void memory(long bytes) {
        long total = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
                .getTotalMemorySize();
        orSkip(total >= bytes, "needs " + bytes + " bytes of memory, the machine has " + total);
    }

    /** A program on the path, for which a package of the distribution is to be installed. */
    public static void program(String name, String debianPackage) {
        installed(find(name).isPresent(), "needs " + name + ": apt-get install " + debianPackage);
    }

    /** A program that a script of this repository installs. */
    public static void file(Path program, String script) {
        installed(Files.isExecutable(program), "needs " + program.getFileName() + ": run " + script);
    }

    private static void installed(boolean there, String missing) {
        if (CI && !there) {
            throw new AssertionError(missing);
        }
        orSkip(there, missing);
    }

    static Optional<Path> find(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void orSkip(boolean fulfilled, String need) {
        if (!fulfilled) {
            System.err.println("SKIPPED: " + need);
        }
        assumeTrue(fulfilled, need); // the one place that skips a test: the machine lacks what it needs
    }
}
