package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.cluster.StoreProcess;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Start caches speed up a start where they fit, and never prevent one. */
final class StartCacheSystemTest {

    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String OWN_MAIN = "io.mooncake.master.MasterMain source: shared objects file";

    @TempDir
    private Path folder;

    private Path cache = Path.of("");
    private Path lib = Path.of("");

    @BeforeEach
    void copyWhatIsBuilt() throws IOException {
        Files.copy(Stage.ROOT.resolve("mooncake"), folder.resolve("mooncake"));
        lib = Files.createDirectories(folder.resolve("target/dist/lib"));
        try (Stream<Path> jars = Files.list(Stage.ROOT.resolve("target/dist/lib"))) {
            for (Path jar : jars.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        cache = folder.resolve("target/dist/start/mooncake_master.aot");
    }

    @Test
    void aRecordedStartIsUsedAndOneThatDoesNotFitIsNot() throws Exception {
        assertThat(masterLoadsFromCache()).isFalse();
        assertThat(warm()).isZero();
        assertThat(masterLoadsFromCache()).isTrue();
        assertThat(cache.resolveSibling("mooncake_client.aot")).isRegularFile();
        try (Stream<Path> left = Files.list(cache.getParent())) {
            assertThat(left).as("the caches and what they are good for").hasSize(3);
        }

        Path jar;
        try (Stream<Path> jars = Files.list(lib)) {
            jar = jars.filter(path -> path.getFileName().toString().startsWith("mooncake-master"))
                    .findFirst()
                    .orElseThrow();
        }
        FileTime recorded = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
        assertThat(masterLoadsFromCache()).as("a jar has changed").isFalse();
        Files.setLastModifiedTime(jar, recorded);
        assertThat(masterLoadsFromCache()).isTrue();

        try (FileChannel channel = FileChannel.open(cache, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }
        assertThat(masterLoadsFromCache()).as("half a cache").isFalse();
    }

    @Test
    void aPlaceThatCannotBeWrittenIsOneLineAndNoStartFails() throws Exception {
        Files.createFile(folder.resolve("target/dist/start"));
        assertThat(warm()).isEqualTo(1);
        assertThat(masterLoadsFromCache()).isFalse();
    }

    private int warm() throws Exception {
        try (StoreProcess process = StoreProcess.start(Launcher.in(folder), "warm", "warm", List.of())) {
            return process.awaitExit(LIMIT);
        }
    }

    /** Starts a master; it must serve, and say nothing but that. */
    private boolean masterLoadsFromCache() throws Exception {
        Path loaded = folder.resolve("loaded");
        Files.deleteIfExists(loaded);
        Launcher launcher = Launcher.in(folder).with("JAVA_OPTS", "-Xlog:class+load:file=" + loaded);
        try (LocalCluster cluster = new LocalCluster(launcher)) {
            assertThat(cluster.startMaster().tail())
                    .startsWith("mooncake_master ")
                    .doesNotContain("[warning]", "[error]");
        }
        return Files.readString(loaded).contains(OWN_MAIN);
    }
}
