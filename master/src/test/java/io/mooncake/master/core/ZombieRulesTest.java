package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.WriteState.ACKNOWLEDGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.placement.PlacementConfig;
import org.junit.jupiter.api.Test;

/** Writes that a living writer neither ends nor revokes. */
final class ZombieRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId owner = fixture.join(1, MIB);
    private final ClientId writer = fixture.joinPure(2);

    private static CoreFixture with(WriteTimeouts timeouts, double watermark) {
        return new CoreFixture(new MasterCoreConfig(
                CoreFixture.EPOCH, 7, 0, 10 * SECOND, timeouts, watermark, 1, 64, 16 * MIB, PlacementConfig.DEFAULT));
    }

    @Test
    void aPutTakesTheKeyOverAfterTheDiscardTimeoutAndNotBefore() {
        Outcome.PutGrant old = fixture.granted(writer, "a", 1000);
        fixture.pass(30 * SECOND - 1, owner, writer);
        assertFailed(fixture.execute(fixture.start(owner, "a", 10)), ErrorCode.OBJECT_ALREADY_EXISTS);
        fixture.pass(1, owner, writer);
        Outcome.PutGrant grant = fixture.granted(owner, "a", 500);
        assertThat(grant.replicas()
                        .getFirst()
                        .slices()
                        .getFirst()
                        .extents()
                        .getFirst()
                        .address())
                .as("new space")
                .isNotEqualTo(old.replicas()
                        .getFirst()
                        .slices()
                        .getFirst()
                        .extents()
                        .getFirst()
                        .address());
        assertThat(fixture.counts().putStartDiscards()).isEqualTo(1);
        assertThat(fixture.gauges().discardedStagingBytes()).isEqualTo(1000);
        assertFailed(fixture.end(writer, "a", old, ACKNOWLEDGED), ErrorCode.ILLEGAL_CLIENT);
        assertThat(fixture.end(owner, "a", grant, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(500);
    }

    @Test
    void theOldSpaceReturnsAfterTheReleaseTimeout() {
        fixture.granted(writer, "a", 1000);
        fixture.pass(30 * SECOND, owner, writer);
        fixture.put(owner, "a", 500);
        fixture.pass(570 * SECOND - 1, owner, writer);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(1500);
        assertThat(fixture.counts().putStartReleases()).isZero();
        fixture.pass(1, owner, writer);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(500);
        assertThat(fixture.gauges().discardedStagingBytes()).isZero();
        assertThat(fixture.counts().putStartReleases()).isEqualTo(1);
    }

    @Test
    void aWriterMayEndLateWhileNobodyHasTakenOver() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 1000);
        fixture.pass(599 * SECOND, owner, writer);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        fixture.pass(10 * SECOND, owner, writer);
        assertThat(fixture.holds("a")).isTrue();
        assertThat(fixture.counts().putStartDiscards()).isZero();
    }

    @Test
    void aWriteThatNobodyTakesOverIsDroppedAfterTheReleaseTimeout() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 1000);
        fixture.granted(writer, "empty", 0);
        fixture.pass(600 * SECOND, owner, writer);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
        assertThat(fixture.gauges().keyCount()).isZero();
        assertThat(fixture.counts().putStartDiscards()).isEqualTo(2);
        assertThat(fixture.counts().putStartReleases()).isEqualTo(2);
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED), ErrorCode.OBJECT_NOT_FOUND);
    }

    @Test
    void theSpaceOfAZombieReturnsBeforeAnythingIsEvicted() {
        CoreFixture full = with(new WriteTimeouts(SECOND, 30 * SECOND), 1.0);
        ClientId lender = full.join(1, MIB);
        full.granted(lender, "zombie", MIB / 2);
        full.put(lender, "old", MIB / 2);
        full.nowNanos += 30 * SECOND;
        full.put(lender, "new", MIB / 2);
        assertThat(full.holds("old")).as("it lies where the zombie lay").isTrue();
        assertThat(full.counts().evictedKeys()).isZero();
    }

    @Test
    void atTheWatermarkZombiesGoFirst() {
        CoreFixture full = with(new WriteTimeouts(SECOND, 30 * SECOND), 0.5);
        ClientId lender = full.join(1, MIB);
        full.granted(lender, "zombie", MIB / 2 - 64);
        full.put(lender, "old", 64);
        full.nowNanos += 30 * SECOND;
        full.put(lender, "new", 128);
        assertThat(full.holds("old")).isTrue();
        assertThat(full.gauges().allocatedBytes()).isEqualTo(192);
    }

    @Test
    void noSpaceReturnsWhileALateWriteMayLandThere() {
        CoreFixture quick = with(new WriteTimeouts(SECOND, 2 * SECOND), 1.0);
        ClientId lender = quick.join(1, MIB);
        quick.granted(lender, "a", MIB);
        quick.pass(20 * SECOND, lender);
        assertThat(quick.gauges().openPutCount()).as("dropped after 2 s").isZero();
        assertThat(quick.gauges().fencedBytes())
                .as("client TTL and twice the data deadline")
                .isEqualTo(MIB);
        assertFailed(quick.execute(quick.start(lender, "b", 10)), ErrorCode.NO_AVAILABLE_HANDLE);
        quick.pass(SECOND, lender);
        quick.put(lender, "b", MIB);
    }

    @Test
    void aTakeOverThatFindsNoRoomLeavesTheOldWriteOpen() {
        Outcome.PutGrant old = fixture.granted(writer, "a", MIB / 2);
        fixture.pass(30 * SECOND, owner, writer);
        assertFailed(fixture.execute(fixture.start(owner, "a", MIB)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.end(writer, "a", old, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
    }
}
