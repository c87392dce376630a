package io.mooncake.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds in turns, against a machine whose CPU times are files of the test. */
final class AlternationTest {

    private static final Row LABELS = Row.alone("b", "c", "m", 0, "");

    @TempDir
    Path proc;

    private long ownTicks;
    private long foreignTicks;
    private long idleTicks;

    @BeforeEach
    void writeTimes() throws IOException {
        pass(0, 0, 0);
    }

    private void pass(long own, long foreign, long idle) {
        ownTicks += own;
        foreignTicks += foreign;
        idleTicks += idle;
        try {
            Files.writeString(
                    proc.resolve("stat"),
                    "cpu  " + (ownTicks + foreignTicks) + " 0 0 " + idleTicks + " 0 0 0 0 0 0\ncpu0 1 1 1\n");
            Files.createDirectories(proc.resolve("7"));
            Files.writeString(
                    proc.resolve("7").resolve("stat"),
                    "7 (a) b) S 1 7 7 0 -1 0 0 0 0 0 " + ownTicks + " 0 0 0 20 0 1 0 0\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CpuMeter meter() {
        return new CpuMeter(proc, List.of(7L));
    }

    @Test
    void sidesAlternateAndTheRatioIsThatOfTheMedians() throws InterruptedException {
        List<String> order = new ArrayList<>();
        Row row = new Alternation(meter(), 5)
                .run(
                        LABELS,
                        "peer",
                        Alternation.Better.HIGHER,
                        () -> {
                            order.add("ours");
                            pass(10, 0, 10);
                            return 100 + order.size();
                        },
                        () -> {
                            order.add("peer");
                            return 50;
                        });
        assertThat(order).hasSize(10).startsWith("ours", "peer", "ours", "peer");
        assertThat(row.ours()).isEqualTo(105);
        assertThat(row.peer()).isEqualTo(50);
        assertThat(row.ratio()).isEqualTo(2.1);
        assertThat(row.note())
                .isEqualTo("ours 101.0..109.0 in 5 rounds, peer 50.00..50.00 in 5 rounds, 0.50 CPU s, 0 repeated");
    }

    @Test
    void whereLessIsBetterTheRatioTurns() throws InterruptedException {
        Row row = new Alternation(meter(), 5).run(LABELS, "peer", Alternation.Better.LOWER, () -> 10, () -> 30);
        assertThat(row.ratio()).isEqualTo(3);
    }

    @Test
    void aRoundWithForeignWorkIsMeasuredAgainAndCounted() throws InterruptedException {
        List<Integer> rounds = new ArrayList<>();
        Row row = new Alternation(meter(), 5)
                .run(
                        LABELS,
                        "peer",
                        Alternation.Better.HIGHER,
                        () -> {
                            rounds.add(rounds.size());
                            pass(10, rounds.size() == 3 ? 6 : 4, 90);
                            return rounds.size() == 3 ? 1e9 : 1;
                        },
                        () -> 1);
        assertThat(rounds).hasSize(6);
        assertThat(row.note()).contains("ours 1.000..1.000 in 5 rounds").endsWith("1 repeated");
    }

    @Test
    void fewerThanFiveRoundsMakeNoRatio() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Alternation(meter(), 4));
    }

    @Test
    void theRealMachineIsReadable() throws InterruptedException {
        CpuMeter meter = new CpuMeter(List.of(ProcessHandle.current().pid()));
        CpuMeter.Use use = meter.since(meter.read());
        assertThat(use.foreignShare()).isBetween(0.0, 1.0);
        assertThat(meter.read().ownTicks()).isPositive();
    }
}
