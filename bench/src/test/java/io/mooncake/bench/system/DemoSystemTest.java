package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.StoreProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The demo shows what it should, and leaves no process behind, however it ends. */
final class DemoSystemTest {

    private static final Launcher LAUNCHER = Launcher.in(Stage.ROOT);
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Pattern ALL_STARTED = Pattern.compile("storage node 3 +pid ([0-9]+)");

    @Test
    void showsTheTableAndWhatToTryNext() throws Exception {
        try (StoreProcess demo = StoreProcess.start(LAUNCHER, "demo", "demo", List.of("--requests=300"))) {
            assertThat(demo.awaitExit(LIMIT)).as(demo.tail()).isZero();
            assertThat(demo.tail())
                    .contains("wrong bytes      0", "exact LRU", "Try next", "./mooncake replay --master")
                    .containsPattern("requests +300");
            assertEverythingIsGone(children(demo));
        }
    }

    @Test
    void aSignalStopsEverythingItStarted() throws Exception {
        try (StoreProcess demo = StoreProcess.start(LAUNCHER, "demo", "demo", List.of("--requests=1000000"))) {
            demo.awaitLine(ALL_STARTED, LIMIT);
            List<Long> children = children(demo);
            assertThat(children).hasSize(4).allMatch(pid -> isAlive(pid));
            demo.signal("INT");
            demo.awaitExit(LIMIT);
            assertEverythingIsGone(children);
        }
    }

    @Test
    void aClusterThatCannotStartIsStopped() throws Exception {
        try (StoreProcess demo = StoreProcess.start(LAUNCHER, "demo", "demo", List.of("--segment_size=nonsense"))) {
            assertThat(demo.awaitExit(LIMIT)).isEqualTo(1);
            assertThat(demo.tail()).contains("storage node 1 ended", "global_segment_size");
            assertEverythingIsGone(children(demo));
        }
    }

    private static List<Long> children(StoreProcess demo) {
        List<Long> pids = new ArrayList<>();
        for (String line : demo.tail().lines().toList()) {
            MatchResult pid = Pattern.compile("^(?:master|storage node \\d) +pid (\\d+)")
                    .matcher(line)
                    .results()
                    .findFirst()
                    .orElse(null);
            if (pid != null) {
                pids.add(Long.parseLong(pid.group(1)));
            }
        }
        return pids;
    }

    private static void assertEverythingIsGone(List<Long> pids) throws Exception {
        assertThat(pids).isNotEmpty();
        Await.until("children end", Duration.ofSeconds(20), () -> pids.stream().noneMatch(DemoSystemTest::isAlive));
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
