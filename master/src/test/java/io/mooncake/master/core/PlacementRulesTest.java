package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where replicas, slices and extents are placed. */
final class PlacementRulesTest {

    private final CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));

    @Test
    void replicasNeverShareAnOwnerAndAShortfallIsVisible() {
        ClientId writer = fixture.join(1, GIB);
        fixture.join(2, GIB);
        fixture.execute(new Operation.MountSegment(fixture.call(writer), fixture.spec(11, "host-1", GIB)));
        Outcome.PutGrant grant =
                fixture.granted(fixture.start(writer, "a", 100 * MIB, new ReplicateConfig(3, List.of())));
        assertThat(grant.replicas()).hasSize(2);
        assertThat(fixture.counts().partialAllocations()).isEqualTo(1);
        for (int slice = 0; slice < 7; slice++) {
            Set<String> names = new HashSet<>();
            for (ReplicaDescriptor replica : grant.replicas()) {
                names.addAll(namesOf(replica, slice));
            }
            assertThat(names).as("slice %d", slice).containsExactlyInAnyOrder("host-1", "host-2");
        }
    }

    @Test
    void slicesOfAReplicaSpreadOverSegmentsWhileThereAreEnough() {
        ClientId writer = fixture.join(1, GIB);
        for (int i = 2; i <= 5; i++) {
            fixture.join(i, GIB);
        }
        assertThat(fixture.granted(writer, "five", 80 * MIB)
                        .replicas()
                        .getFirst()
                        .segmentCount())
                .isEqualTo(5);
        ReplicaDescriptor eight =
                fixture.granted(writer, "eight", 128 * MIB).replicas().getFirst();
        assertThat(eight.slices()).hasSize(8);
        assertThat(eight.segmentCount()).isEqualTo(5);
    }

    @Test
    void slicesHaveExactLengthsAndAlignedStarts() {
        ClientId writer = fixture.join(1, GIB);
        fixture.put(writer, "odd", 1);
        ReplicaDescriptor replica =
                fixture.granted(writer, "a", 33 * MIB + 5).replicas().getFirst();
        assertThat(replica.slices())
                .extracting(slice -> slice.extents().getFirst().lengthBytes())
                .containsExactly(16 * MIB, 16 * MIB, MIB + 5);
        assertThat(replica.slices())
                .allSatisfy(slice ->
                        assertThat(slice.extents().getFirst().address() % 64).isZero());
    }

    @Test
    void preferredSegmentsComeFirstInTheirOrder() {
        ClientId writer = fixture.join(1, MIB);
        fixture.join(2, MIB);
        fixture.join(3, MIB);
        ReplicateConfig config = new ReplicateConfig(1, List.of("host-3", "host-2", "nowhere"));
        List<String> hosts = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            ReplicaDescriptor replica = fixture.granted(fixture.start(writer, "k" + i, MIB / 4, config))
                    .replicas()
                    .getFirst();
            hosts.addAll(namesOf(replica, 0));
        }
        assertThat(hosts.subList(0, 8))
                .containsExactly("host-3", "host-3", "host-3", "host-3", "host-2", "host-2", "host-2", "host-2");
        assertThat(hosts.get(8)).isEqualTo("host-1");
    }

    @Test
    void randomPlacementReachesEverySegment() {
        ClientId writer = fixture.join(1, MIB);
        for (int i = 2; i <= 5; i++) {
            fixture.join(i, MIB);
        }
        Set<String> hosts = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            hosts.addAll(
                    namesOf(fixture.granted(writer, "k" + i, 100).replicas().getFirst(), 0));
        }
        assertThat(hosts).hasSize(5);
    }

    @Test
    void aSliceWithoutRoomInOnePieceLiesInSeveral() {
        ClientId writer = fixture.join(1, MIB);
        for (int i = 0; i < 8; i++) {
            fixture.put(writer, "k" + i, 128 * KIB);
        }
        for (int i = 0; i < 8; i += 2) {
            fixture.remove(writer, "k" + i, false);
        }
        ReplicaDescriptor replica =
                fixture.granted(writer, "a", 500 * KIB).replicas().getFirst();
        assertThat(replica.slices()).hasSize(1);
        assertThat(replica.slices().getFirst().extents())
                .extracting(ExtentDescriptor::lengthBytes)
                .containsExactly(128 * KIB, 128 * KIB, 128 * KIB, 116 * KIB);
        assertThat(fixture.counts().evictedKeys()).isZero();
    }

    @Test
    void aSliceMayLieOnSeveralSegmentsWhenNoneHasRoom() {
        ClientId writer = fixture.join(1, MIB);
        fixture.join(2, MIB);
        ReplicaDescriptor replica =
                fixture.granted(writer, "a", 3 * MIB / 2).replicas().getFirst();
        assertThat(replica.segmentCount()).isEqualTo(2);
        assertThat(namesOf(replica, 0)).containsExactlyInAnyOrder("host-1", "host-2");
    }

    @Test
    void nothingStaysAllocatedWhenThereIsNoRoom() {
        ClientId writer = fixture.join(1, MIB);
        fixture.granted(writer, "open", MIB / 2);
        Outcome outcome = fixture.execute(fixture.start(writer, "a", MIB));
        assertFailed(outcome, ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(outcome.toString()).contains("open writes 1", "longest free range " + MIB / 2);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(MIB / 2);
        assertThat(fixture.counts().putStartAllocationFailures()).isEqualTo(1);
    }

    private static List<String> namesOf(ReplicaDescriptor replica, int slice) {
        List<String> names = new ArrayList<>();
        for (ExtentDescriptor extent : replica.slices().get(slice).extents()) {
            names.add(extent.segment().name());
        }
        return names;
    }
}
