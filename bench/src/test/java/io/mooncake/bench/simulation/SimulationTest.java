package io.mooncake.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many seeds find nothing, and every planted fault is found. One seed alone: {@code mvn -pl bench -am test
 * -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false -Dmooncake.test.args=-Dmooncake.seed=N}.
 */
final class SimulationTest {
    private static final int SEEDS = 200;
    /** A planted fault has to show within this many seeds. */
    private static final int SEEDS_UNTIL_FOUND = 60;

    @Test
    void nothingIsFoundInAnySeed() {
        Long only = Long.getLong("mooncake.seed");
        long reads = 0;
        long puts = 0;
        long upserts = 0;
        for (long seed : only == null ? LongStream.range(0, SEEDS).toArray() : new long[] {only}) {
            World world = new World(seed, Planted.NONE);
            try {
                world.run();
            } catch (RuntimeException found) {
                fail("seed " + seed + " (run it alone with -Dmooncake.seed=" + seed + ")", found);
            }
            reads += world.oracle().verifiedReads();
            puts += world.storedPuts();
            upserts += world.storedUpserts();
        }
        assertThat(reads).as("verified reads").isGreaterThan(only == null ? 10_000 : 0);
        assertThat(puts).as("stored puts").isGreaterThan(only == null ? 10_000 : 0);
        assertThat(upserts).as("stored upserts").isGreaterThan(only == null ? 10_000 : 0);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void plantedFaultIsFound(Planted planted) {
        for (long seed = 0; seed < SEEDS_UNTIL_FOUND; seed++) {
            try {
                new World(seed, planted).run();
            } catch (Violation found) {
                assertThat(found).hasMessageContaining(signatureOf(planted));
                return;
            }
        }
        fail(planted + " was not found in " + SEEDS_UNTIL_FOUND + " seeds");
    }

    private static String signatureOf(Planted planted) {
        return switch (planted) {
            case NONE -> throw new IllegalArgumentException("nothing is planted");
            case LEASE_CHECK_SKIPPED, FREED_BEFORE_END, ZOMBIE_FREED_EARLY, BASE_NOT_RENEWED ->
                "surfaced bytes that none of the puts";
            case OLD_VALUE_FREED_BEFORE_SWAP -> "lost the old value";
            case DUPLICATE_APPLIED_TWICE -> "was applied twice";
            case EXPIRED_SEGMENT_ALLOCATED -> "dead for";
        };
    }
}
