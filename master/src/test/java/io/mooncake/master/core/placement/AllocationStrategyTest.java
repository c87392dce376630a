package io.mooncake.master.core.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of each policy, step by step as the design document lists them. */
final class AllocationStrategyTest {

    private static PlacementQuery query(int replicaNum, long start, String... preferred) {
        return new PlacementQuery(replicaNum, replicaNum, List.of(preferred), "", 0, start);
    }

    private static List<String> preferred(AllocationStrategy strategy, FakePool pool, PlacementQuery query) {
        List<String> names = new ArrayList<>();
        strategy.policy().preferred(pool, query).forEach(segment -> names.add(segment.name()));
        return names;
    }

    private static List<String> candidates(AllocationStrategy strategy, FakePool pool, PlacementQuery query) {
        Candidates<FakePool.Fake> candidates = strategy.policy().candidates(pool, query);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < candidates.count(); i++) {
            names.add(candidates.get(i).name());
        }
        return names;
    }

    @ParameterizedTest
    @EnumSource(
            value = AllocationStrategy.class,
            names = {"RANDOM", "FREE_RATIO_FIRST", "SSD_FREE_RATIO_FIRST", "LOCAL_FIRST"})
    void preferredSegmentsComeFirstInTheirOrder(AllocationStrategy strategy) {
        assertThat(preferred(strategy, FakePool.of(5), query(2, 3, "s4", "nowhere", "s0")))
                .containsExactly("s4", "s0");
        assertThat(preferred(strategy, FakePool.of(5), query(1, 3))).isEmpty();
    }

    @Test
    void ofSeveralSegmentsWithOneNameARandomOneComesFirst() {
        FakePool pool =
                new FakePool().add("a", 1, 1).add("a", 2, 1).add("b", 3, 1).add("a", 4, 1);
        List<Long> free = new ArrayList<>();
        AllocationStrategy.RANDOM
                .policy()
                .preferred(pool, query(1, 1, "a"))
                .forEach(segment -> free.add(segment.freeBytes()));
        assertThat(free).containsExactly(2L, 4L, 1L);
    }

    @Test
    void randomTriesConsecutiveSegmentsFromARandomOneOn() {
        assertThat(candidates(AllocationStrategy.RANDOM, FakePool.of(5), query(1, 3)))
                .containsExactly("s3", "s4", "s0", "s1", "s2");
    }

    @Test
    void randomTriesAtMostAHundred() {
        assertThat(candidates(AllocationStrategy.RANDOM, FakePool.of(100), query(1, 3)))
                .hasSize(100);
        List<String> tried = candidates(AllocationStrategy.RANDOM, FakePool.of(250), query(1, 200));
        assertThat(tried).hasSize(100).startsWith("s200", "s201").endsWith("s48", "s49");
        assertThat(candidates(AllocationStrategy.RANDOM, FakePool.of(0), query(1, 0)))
                .isEmpty();
    }

    @Test
    void freeRatioFirstSortsSixPerReplicaByFreeRatioAndGoesOnAtRandom() {
        FakePool pool = new FakePool();
        long[] free = {10, 90, 50, 70, 20, 60, 100, 80};
        for (int i = 0; i < free.length; i++) {
            pool.add("s" + i, free[i], 1.0);
        }
        List<String> tried = candidates(AllocationStrategy.FREE_RATIO_FIRST, pool, query(1, 7));
        assertThat(tried.subList(0, 6))
                .as("s7, s0, s1, s2, s3, s4 by free ratio; s6 is emptier and was not sampled")
                .containsExactly("s1", "s7", "s3", "s2", "s4", "s0");
        assertThat(tried.subList(6, tried.size())).containsExactly("s5", "s6", "s7", "s0", "s1", "s2", "s3", "s4");
        assertThat(candidates(AllocationStrategy.FREE_RATIO_FIRST, pool, query(2, 0))
                        .subList(0, 8))
                .as("12 are more than there are")
                .containsExactly("s6", "s1", "s7", "s3", "s5", "s2", "s4", "s0");
    }

    @Test
    void freeRatioFirstSamplesSixPerReplicaThatNoPreferredSegmentHolds() {
        FakePool pool = FakePool.of(20).add("s20", 101, 1.0);
        PlacementQuery query = new PlacementQuery(3, 2, List.of("s0"), "", 0, 8);
        assertThat(candidates(AllocationStrategy.FREE_RATIO_FIRST, pool, query))
                .as("of s8 to s19 none is emptier than another, and s20 was not sampled")
                .hasSize(12 + 21)
                .startsWith("s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17", "s18", "s19", "s20");
    }

    @Test
    void freeRatioFirstKeepsTheSampledOrderAmongEquals() {
        assertThat(candidates(AllocationStrategy.FREE_RATIO_FIRST, FakePool.of(4), query(1, 2))
                        .subList(0, 4))
                .containsExactly("s2", "s3", "s0", "s1");
    }

    @Test
    void ssdFreeRatioFirstSortsByTheSsd() {
        FakePool pool = new FakePool()
                .add("a", 100, 0.1)
                .add("b", 0, 0.9)
                .add("c", 50, 1.0)
                .add("d", 60, 0.5);
        assertThat(candidates(AllocationStrategy.SSD_FREE_RATIO_FIRST, pool, query(1, 0))
                        .subList(0, 4))
                .containsExactly("c", "b", "d", "a");
    }

    private static FakePool hosts() {
        return new FakePool()
                .add("beta:2", 1, 1)
                .add("delta:1", 1, 1)
                .add("alpha:1", 1, 1)
                .add("beta:1", 1, 1)
                .add("beta:3", 1, 1);
    }

    private static List<String> local(int replicaNum, String writerHost, int keyHash, String... preferred) {
        return preferred(
                AllocationStrategy.LOCAL_FIRST,
                hosts(),
                new PlacementQuery(replicaNum, replicaNum, List.of(preferred), writerHost, keyHash, 0));
    }

    @Test
    void localFirstBeginsAtTheWritersHostAndRotatesNamesByTheKey() {
        assertThat(local(1, "beta", 0)).containsExactly("beta:1", "beta:2", "beta:3", "delta:1", "alpha:1");
        assertThat(local(1, "beta", 4)).containsExactly("beta:2", "beta:3", "beta:1", "delta:1", "alpha:1");
        assertThat(local(1, "beta", -1)).startsWith("beta:3", "beta:1", "beta:2");
    }

    @Test
    void localFirstBeginsAtTheNextGreaterHostWhereTheWritersHasNone() {
        assertThat(local(1, "carol", 0)).containsExactly("delta:1", "alpha:1", "beta:1", "beta:2", "beta:3");
        assertThat(local(1, "zeta", 0)).startsWith("alpha:1", "beta:1");
    }

    @Test
    void localFirstPutsExplicitPreferencesInFront() {
        assertThat(local(1, "beta", 0, "delta:1", "alpha:1")).startsWith("delta:1", "alpha:1", "beta:1");
    }

    @Test
    void localFirstIsForOneReplicaOfAKnownWriter() {
        assertThat(local(2, "beta", 0, "delta:1")).containsExactly("delta:1");
        assertThat(local(1, "", 0)).isEmpty();
        assertThat(candidates(AllocationStrategy.LOCAL_FIRST, FakePool.of(3), query(2, 1)))
                .containsExactly("s1", "s2", "s0");
    }

    @Test
    void cxlTakesTheFirstPreferredSegmentAndNoOther() {
        FakePool pool = FakePool.of(3);
        assertThat(preferred(AllocationStrategy.CXL, pool, query(1, 0, "s1", "s2")))
                .containsExactly("s1");
        assertThat(candidates(AllocationStrategy.CXL, pool, query(1, 0, "s1"))).isEmpty();
        PlacementPolicy cxl = AllocationStrategy.CXL.policy();
        assertThat(cxl.isEligible(pool.mounted().get(1), query(1, 0, "s1"))).isTrue();
        assertThat(cxl.isEligible(pool.mounted().get(2), query(1, 0, "s1", "s2")))
                .isFalse();
        assertThat(cxl.refusal(1, List.of())).contains("needs preferred_segments");
        assertThat(cxl.refusal(2, List.of("s1"))).contains("places one replica, replica_num is 2");
        assertThat(cxl.refusal(1, List.of("s1"))).isNull();
    }

    @Test
    void anAllocationThatNamesItsTargetGoesThereButNeverIntoCxl() {
        FakePool pool = FakePool.of(3);
        assertThat(AllocationStrategy.RANDOM.policy().targeted(pool, "s1"))
                .containsExactly(pool.mounted().get(1));
        assertThat(AllocationStrategy.CXL.policy().targeted(pool, "s1")).isEmpty();
    }

    @Test
    void namesAreCaseSensitive() {
        assertThat(AllocationStrategy.flagValues())
                .containsExactly("random", "free_ratio_first", "ssd_free_ratio_first", "local_first", "cxl");
        assertThat(AllocationStrategy.of("local_first")).isEqualTo(AllocationStrategy.LOCAL_FIRST);
        assertThatIllegalArgumentException().isThrownBy(() -> AllocationStrategy.of("Random"));
    }

    @ParameterizedTest
    @CsvSource({"host,host", "host:1234,host", "10.0.0.1:5,10.0.0.1", "[::1]:80,[::1]", "fe80::1,fe80::1"})
    void theHostIsWhatStandsBeforeThePort(String name, String host) {
        assertThat(SegmentPool.hostOf(name)).isEqualTo(host);
    }
}
