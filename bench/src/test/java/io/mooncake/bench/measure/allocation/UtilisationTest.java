package io.mooncake.bench.measure.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.allocator.PieceLimits;
import io.mooncake.bench.measure.BenchSettings;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bars for utilisation, with less work than the measurement does. A seed fixes each figure. */
final class UtilisationTest {

    private static final BenchSettings SHORT = new BenchSettings(1, 1, 0.02, "", Path.of("."), line -> {});

    @Test
    void thereAreElevenSizesWithFourNeighboursEach() {
        assertThat(AllocatorBenchmark.uniformSizes())
                .hasSize(55)
                .contains(15L, 28L, 32L, 35L, 49L, 2031L, 36_909_875L)
                .allSatisfy(
                        size -> assertThat(UpstreamUniform.of(size).sizeBytes()).isEqualTo(size));
    }

    @Test
    void oneSizeUsesWhatTheSizeAllows() {
        for (long size : AllocatorBenchmark.uniformSizes()) {
            if (size < 2031) {
                continue;
            }
            long poolBytes = Workloads.uniformPoolBytes(size);
            double bound = (double) (poolBytes / size * size) / poolBytes;
            assertThat(Workloads.uniform(size, SHORT, 3).utilisation().least())
                    .as("%d B", size)
                    .isBetween(bound * 0.999, bound);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void randomSizesUseAlmostAllWithSixteenExtents(long seed) {
        Workloads.Result result = Workloads.random(new PieceLimits(16, 64 << 10), 64, SHORT, seed);
        assertThat(result.utilisation().average()).isGreaterThanOrEqualTo(0.98);
        assertThat(result.utilisation().least()).isGreaterThanOrEqualTo(0.92);
        assertThat(result.mostPieces()).isBetween(2, 16);
    }

    @Test
    void oneExtentWastesWhatUpstreamWastes() {
        Workloads.Result result = Workloads.random(new PieceLimits(1, 64 << 10), 64, SHORT, 1);
        assertThat(result.utilisation().least())
                .as("a figure that the bar above would refuse")
                .isLessThan(0.92);
        assertThat(result.mostPieces()).isEqualTo(1);
    }

    @Test
    void pairsUseAlmostAll() {
        Workloads.Result result = Workloads.paired(SHORT, 1);
        assertThat(result.utilisation().count()).isPositive();
        assertThat(result.utilisation().least()).isGreaterThanOrEqualTo(0.99);
    }
}
