package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A put that no eviction can satisfy evicts nothing; every other put without room evicts. */
final class FieldReport021Test {

    private final CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));

    private ClientId fill(int owner, long mebibytes) {
        ClientId client = fixture.join(owner, mebibytes * MIB);
        for (int i = 0; i < mebibytes; i++) {
            fixture.put(fixture.start(
                    client, "old-" + owner + "-" + i, MIB, new ReplicateConfig(1, List.of("host-" + owner))));
        }
        return client;
    }

    @Test
    void moreReplicasThanOwnersCostNothingBeyondTheFirst() {
        ClientId writer = fill(1, 8);
        Outcome.PutGrant grant = fixture.granted(fixture.start(writer, "two", MIB, new ReplicateConfig(2, List.of())));
        assertThat(grant.replicas()).as("the shortfall is in the answer").hasSize(1);
        assertThat(fixture.counts().evictedKeys())
                .as("room for the one replica")
                .isEqualTo(1);
        assertThat(fixture.counts().partialAllocations()).isEqualTo(1);
    }

    @Test
    void withRoomForTheFirstReplicaNothingIsEvictedForTheSecond() {
        ClientId writer = fill(1, 8);
        fixture.remove(writer, "old-1-3", true);
        assertThat(fixture.granted(fixture.start(writer, "two", MIB, new ReplicateConfig(2, List.of())))
                        .replicas())
                .hasSize(1);
        assertThat(fixture.counts().evictedKeys()).isZero();
    }

    @Test
    void largerThanEverythingEvictsNothing() {
        ClientId writer = fill(1, 8);
        fill(2, 8);
        assertFailed(fixture.execute(fixture.start(writer, "huge", 17 * MIB)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.counts().evictedKeys()).isZero();
        fixture.granted(fixture.start(writer, "all", 16 * MIB));
        assertThat(fixture.counts().evictedKeys()).isEqualTo(16);
    }

    @Test
    void aSecondReplicaThatCannotFitBesideTheFirstEvictsNothing() {
        ClientId writer = fill(1, 64);
        fill(2, 16);
        Outcome.PutGrant grant =
                fixture.granted(fixture.start(writer, "big", 64 * MIB, new ReplicateConfig(2, List.of("host-1"))));
        assertThat(grant.replicas()).hasSize(1);
        for (int i = 0; i < 16; i++) {
            assertThat(fixture.holds("old-2-" + i)).as("on the other host").isTrue();
        }
    }

    @Test
    void aPutThatEvictionCanSatisfyEvictsWhatItNeeds() {
        ClientId writer = fill(1, 8);
        fill(2, 8);
        assertThat(fixture.granted(fixture.start(writer, "two", MIB, new ReplicateConfig(2, List.of())))
                        .replicas())
                .hasSize(2);
        assertThat(fixture.counts().evictedKeys()).isEqualTo(2);
    }
}
