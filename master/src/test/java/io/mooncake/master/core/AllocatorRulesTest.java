package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.allocator.PieceLimits;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import io.mooncake.master.core.placement.PlacementConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the settings of allocator, extents and CXL change. */
final class AllocatorRulesTest {

    private static final PieceLimits SHIPPED = PlacementConfig.DEFAULT.extentLimits();

    private static CoreFixture fixture(AllocationStrategy strategy, MemoryAllocator allocator, PieceLimits limits) {
        return new CoreFixture(config(new PlacementConfig(strategy, allocator, limits)));
    }

    @Test
    void slabsTakeSegmentsOfWholeSlabsOnly() {
        CoreFixture fixture = fixture(AllocationStrategy.RANDOM, MemoryAllocator.CACHELIB, SHIPPED);
        SegmentSpec odd = fixture.spec(1, "host-1", 20 * MIB);
        Outcome refused = fixture.execute(new Operation.MountSegment(fixture.call(CoreFixture.client(1)), odd));
        assertFailed(refused, ErrorCode.INVALID_PARAMS);
        assertThat(refused.toString()).contains("multiples of 16777216 with memory_allocator cachelib");
        fixture.join(2, 32 * MIB);
    }

    @Test
    void slabsTakeObjectsUpToASlabHoweverTheyAreSliced() {
        CoreFixture fixture = fixture(AllocationStrategy.RANDOM, MemoryAllocator.CACHELIB, SHIPPED);
        ClientId writer = fixture.join(1, 64 * MIB);
        Operation.PutStart sliced = new Operation.PutStart(
                fixture.call(writer), ObjectKey.of("a"), 16 * MIB - 15, MIB, ReplicateConfig.SINGLE);
        Outcome refused = fixture.execute(sliced);
        assertFailed(refused, ErrorCode.INVALID_PARAMS);
        assertThat(refused.toString()).contains("size_bytes must be at most 16777200");
        fixture.put(writer, "b", 16 * MIB - 16);
        fixture.put(writer, "c", 1);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(16 * MIB - 15);
        fixture.remove(writer, "b", true);
        fixture.remove(writer, "c", true);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    @Test
    void slabsEvictUntilASlotIsFree() {
        CoreFixture fixture = fixture(AllocationStrategy.RANDOM, MemoryAllocator.CACHELIB, SHIPPED);
        ClientId writer = fixture.join(1, 32 * MIB);
        for (int i = 0; i < 4; i++) {
            fixture.put(writer, "k" + i, 16 * MIB - 16);
        }
        assertThat(fixture.counts().evictedKeys()).isEqualTo(2);
        assertThat(fixture.holds("k3")).isTrue();
    }

    @Test
    void theLimitOfExtentsIsKept() {
        CoreFixture fixture = fixture(AllocationStrategy.RANDOM, MemoryAllocator.OFFSET, new PieceLimits(3, 64 * KIB));
        ClientId writer = fixture.join(1, MIB);
        for (int i = 0; i < 8; i++) {
            fixture.put(writer, "k" + i, 128 * KIB);
        }
        for (int i = 0; i < 8; i += 2) {
            fixture.remove(writer, "k" + i, true);
        }
        assertThat(fixture.granted(writer, "three", 384 * KIB)
                        .replicas()
                        .getFirst()
                        .slices()
                        .getFirst()
                        .extents())
                .hasSize(3);
        assertThat(fixture.counts().evictedKeys()).isZero();
    }

    @Test
    void oneExtentMeansNoCut() {
        CoreFixture fixture = fixture(AllocationStrategy.RANDOM, MemoryAllocator.OFFSET, new PieceLimits(1, 1));
        ClientId writer = fixture.join(1, MIB);
        fixture.join(2, MIB);
        assertFailed(fixture.execute(fixture.start(writer, "a", 3 * MIB / 2)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    @Test
    void localFirstKeepsASlicedObjectOnTheWritersHost() {
        CoreFixture fixture = fixture(AllocationStrategy.LOCAL_FIRST, MemoryAllocator.OFFSET, SHIPPED);
        fixture.join(1, 64 * MIB);
        ClientId writer = fixture.join(2, 64 * MIB);
        fixture.join(3, 64 * MIB);
        ReplicaDescriptor replica =
                fixture.granted(writer, "a", 48 * MIB).replicas().getFirst();
        assertThat(replica.slices())
                .hasSize(3)
                .allSatisfy(slice ->
                        assertThat(slice.extents().getFirst().segment().name()).isEqualTo("host-2"));
        assertThat(fixture.granted(writer, "b", 32 * MIB).replicas().getFirst().slices())
                .extracting(slice -> slice.extents().getFirst().segment().name())
                .as("the rest of the own host, then the next")
                .containsExactly("host-2", "host-3");
    }

    @Test
    void freeRatioFirstFillsTheEmptierSegment() {
        CoreFixture fixture = fixture(AllocationStrategy.FREE_RATIO_FIRST, MemoryAllocator.OFFSET, SHIPPED);
        ClientId writer = fixture.join(1, MIB);
        for (int i = 0; i < 8; i++) {
            fixture.put(writer, "old" + i, 100 * KIB);
        }
        fixture.join(2, MIB);
        for (int i = 0; i < 8; i++) {
            assertThat(fixture.granted(writer, "new" + i, 90 * KIB)
                            .replicas()
                            .getFirst()
                            .slices()
                            .getFirst()
                            .extents()
                            .getFirst()
                            .segment()
                            .name())
                    .isEqualTo("host-2");
        }
    }

    @Test
    void cxlTakesTheNamedSegmentMarksItAndRebasesTheAddress() {
        CoreFixture fixture = fixture(AllocationStrategy.CXL, MemoryAllocator.CACHELIB, SHIPPED);
        ClientId low = CoreFixture.client(1);
        assertFailed(
                fixture.execute(new Operation.MountSegment(
                        fixture.call(low),
                        new SegmentSpec(CoreFixture.segment(1), "low", 1L << 30, 16 * MIB, "low:1", "tcp"))),
                ErrorCode.INVALID_PARAMS);
        SegmentSpec spec = new SegmentSpec(CoreFixture.segment(2), "cxl-2", 5L << 30, 32 * MIB, "cxl-2:1", "tcp");
        ClientId writer = CoreFixture.client(2);
        fixture.execute(new Operation.MountSegment(fixture.call(writer), spec));
        assertFailed(fixture.execute(fixture.start(writer, "a", MIB)), ErrorCode.INVALID_PARAMS);
        assertFailed(
                fixture.execute(fixture.start(writer, "a", MIB, new ReplicateConfig(2, List.of("cxl-2")))),
                ErrorCode.INVALID_PARAMS);
        assertFailed(
                fixture.execute(fixture.start(writer, "a", MIB, new ReplicateConfig(1, List.of("other")))),
                ErrorCode.NO_AVAILABLE_HANDLE);
        ExtentDescriptor extent = fixture.granted(
                        fixture.start(writer, "a", MIB, new ReplicateConfig(1, List.of("cxl-2"))))
                .replicas()
                .getFirst()
                .slices()
                .getFirst()
                .extents()
                .getFirst();
        assertThat(extent.segment().protocol()).isEqualTo("cxl");
        assertThat(extent.address()).isEqualTo((5L << 30) - 0x1_0000_0000L);
    }
}
