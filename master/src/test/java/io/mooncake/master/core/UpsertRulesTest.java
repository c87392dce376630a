package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static io.mooncake.master.core.WriteState.ACKNOWLEDGED;
import static io.mooncake.master.core.WriteState.SETTLED;
import static io.mooncake.master.core.WriteState.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an upsert does to a key that holds nothing, an open write, or a readable object. */
final class UpsertRulesTest {

    private static final Outcome DONE = Outcome.Done.INSTANCE;

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId writer = fixture.join(1, MIB);

    private static ExtentDescriptor extent(List<ReplicaDescriptor> replicas) {
        return replicas.getFirst().slices().getFirst().extents().getFirst();
    }

    private Outcome.PutGrant overwriting(String key, long sizeBytes) {
        return fixture.granted(new Operation.UpsertStart(
                fixture.call(writer), ObjectKey.of(key), sizeBytes, 0, ReplicateConfig.SINGLE, true));
    }

    @Test
    void aKeyThatHoldsNothingIsWrittenAsByAPut() {
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, "a", 100));
        assertFailed(fixture.get("a"), ErrorCode.REPLICA_IS_NOT_READY);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(100);
    }

    @Test
    void theOldValueIsReadableUntilTheEndAndGoneAfterIt() {
        fixture.put(writer, "a", 100);
        fixture.put(writer, "empty", 0);
        for (String key : List.of("a", "empty")) {
            long before = fixture.located(key).sizeBytes();
            Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, key, 300));
            assertThat(fixture.located(key).sizeBytes()).isEqualTo(before);
            assertThat(fixture.end(writer, key, grant, ACKNOWLEDGED)).isEqualTo(DONE);
            assertThat(fixture.located(key).sizeBytes()).isEqualTo(300);
        }
        assertThat(fixture.gauges().keyCount()).isEqualTo(2);
        assertThat(fixture.gauges().memoryObjectCount()).isEqualTo(2);
    }

    @Test
    void aValueOfTheSameLengthGoesToFreshExtentsOfTheSameSegments() {
        ClientId second = fixture.join(2, MIB);
        fixture.join(3, MIB);
        fixture.join(4, MIB);
        for (int i = 0; i < 40; i++) {
            String key = "k" + i;
            Operation.PutStart put = fixture.start(writer, key, KIB, new ReplicateConfig(2, List.of()));
            Outcome.PutGrant old = fixture.put(put);
            Outcome.PutGrant grant = fixture.granted(new Operation.UpsertStart(
                    fixture.call(second), ObjectKey.of(key), KIB, 0, new ReplicateConfig(2, List.of()), false));
            for (int replica = 0; replica < 2; replica++) {
                ExtentDescriptor before = extent(List.of(old.replicas().get(replica)));
                ExtentDescriptor after = extent(List.of(grant.replicas().get(replica)));
                assertThat(after.segment()).isEqualTo(before.segment());
                assertThat(after.address()).isNotEqualTo(before.address());
            }
            assertThat(fixture.end(second, key, grant, ACKNOWLEDGED, ACKNOWLEDGED))
                    .isEqualTo(DONE);
        }
    }

    @Test
    void whereTheSameSegmentIsFullTheValueGoesElsewhere() {
        fixture.put(writer, "a", MIB);
        fixture.join(2, MIB);
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, "a", MIB));
        assertThat(extent(grant.replicas()).segment().name()).isEqualTo("host-2");
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
    }

    @Test
    void whereNothingIsFreeOthersAreEvictedAndNeverTheOldValue() {
        CoreFixture full = new CoreFixture(config(1.0, 0, 10 * SECOND));
        ClientId owner = full.join(1, MIB);
        full.put(owner, "a", MIB / 2);
        full.put(owner, "b", MIB / 2);
        Outcome.PutGrant grant = full.granted(full.upsert(owner, "a", MIB / 2));
        assertThat(full.holds("b")).isFalse();
        assertThat(full.holds("a")).isTrue();
        Outcome refused = full.execute(full.start(owner, "c", MIB / 2));
        assertFailed(refused, ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(refused.toString()).contains("busy ones 1");
        assertThat(full.end(owner, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(full.gauges().allocatedBytes()).isEqualTo(MIB / 2);
    }

    @Test
    void whereNoSecondCopyFitsTheOldValueStays() {
        fixture.put(writer, "a", MIB);
        assertFailed(fixture.execute(fixture.upsert(writer, "a", MIB)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertFailed(fixture.execute(fixture.upsert(writer, "a", 10)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(MIB);
        assertThat(fixture.counts().putStartAllocationFailures()).isEqualTo(2);
    }

    @Test
    void theOldValueSurvivesARevokeAFailedEndAndADeadWriter() {
        fixture.put(writer, "a", 100);
        Outcome.PutGrant revoked = fixture.granted(fixture.upsert(writer, "a", 200));
        assertThat(fixture.revoke(writer, "a", revoked, SETTLED)).isEqualTo(DONE);
        Outcome.PutGrant failed = fixture.granted(fixture.upsert(writer, "a", 200));
        assertFailed(fixture.end(writer, "a", failed, SETTLED), ErrorCode.WRITE_FAIL);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(100);
        ClientId dying = fixture.joinPure(2);
        fixture.granted(fixture.upsert(dying, "a", 200));
        fixture.pass(11 * SECOND, writer);
        assertThat(fixture.gauges().openPutCount()).isZero();
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(100);
        fixture.pass(22 * SECOND, writer);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(100);
    }

    @Test
    void whatALeasedReaderReadsStaysUntilItsLeaseEndsAndTheKeyKeepsTheLease() {
        fixture.put(writer, "a", 100);
        fixture.get("a");
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, "a", 200));
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.gauges().fencedBytes()).isEqualTo(100);
        assertFailed(fixture.remove(writer, "a", false), ErrorCode.OBJECT_HAS_LEASE);
        fixture.pass(5 * SECOND, writer);
        assertThat(fixture.gauges().fencedBytes()).isZero();
        assertThat(fixture.remove(writer, "a", false)).isEqualTo(DONE);
    }

    @Test
    void anOpenWriteGivesWayAtOnceAndItsEndIsRefused() {
        ClientId other = fixture.joinPure(2);
        Outcome.PutGrant put = fixture.granted(writer, "a", 100);
        Outcome.PutGrant first = fixture.granted(fixture.upsert(other, "a", 200));
        assertFailed(fixture.end(writer, "a", put, ACKNOWLEDGED), ErrorCode.ILLEGAL_CLIENT);
        Outcome.PutGrant second = fixture.granted(fixture.upsert(other, "a", 300));
        assertFailed(fixture.end(other, "a", first, ACKNOWLEDGED), ErrorCode.INVALID_WRITE);
        assertThat(fixture.end(other, "a", second, ACKNOWLEDGED)).isEqualTo(DONE);
        Outcome.PutGrant third = fixture.granted(fixture.upsert(writer, "a", 400));
        Outcome.PutGrant fourth = fixture.granted(fixture.upsert(other, "a", 500));
        assertFailed(fixture.end(writer, "a", third, ACKNOWLEDGED), ErrorCode.ILLEGAL_CLIENT);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(300);
        assertThat(fixture.end(other, "a", fourth, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(500);
    }

    @Test
    void theRefusedEndOfAWriteThatGaveWayLetsItsSpaceReturnAtOnce() {
        Outcome.PutGrant sure = fixture.granted(writer, "a", 100);
        Outcome.PutGrant unsure = fixture.granted(fixture.upsert(writer, "a", 200));
        Outcome.PutGrant last = fixture.granted(fixture.upsert(writer, "a", 400));
        assertThat(fixture.gauges().discardedStagingBytes()).isEqualTo(300);
        assertFailed(fixture.end(writer, "a", sure, ACKNOWLEDGED), ErrorCode.INVALID_WRITE);
        assertFailed(fixture.revoke(writer, "a", unsure, UNCERTAIN), ErrorCode.INVALID_WRITE);
        assertThat(fixture.gauges().discardedStagingBytes()).isEqualTo(200);
        assertThat(fixture.end(writer, "a", last, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.counts().putStartReleases()).isEqualTo(1);
        fixture.pass(600 * SECOND, writer);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(400);
        assertThat(fixture.counts().putStartReleases()).isEqualTo(2);
    }

    @Test
    void aPutOfAKeyThatIsBeingUpdatedFindsTheOldObject() {
        fixture.put(writer, "a", 100);
        fixture.granted(fixture.upsert(writer, "a", 200));
        fixture.pass(60 * SECOND, writer);
        assertFailed(fixture.execute(fixture.start(writer, "a", 10)), ErrorCode.OBJECT_ALREADY_EXISTS);
        fixture.pass(540 * SECOND, writer);
        assertThat(fixture.gauges().openPutCount()).isZero();
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(100);
    }

    @Test
    void aRemovedObjectIsGoneAndItsUpdateGoesOn() {
        fixture.put(writer, "a", 100);
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, "a", 200));
        assertThat(fixture.remove(writer, "a", false)).isEqualTo(DONE);
        assertFailed(fixture.get("a"), ErrorCode.REPLICA_IS_NOT_READY);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(200);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(200);
    }

    @Test
    void anObjectLostWithItsSegmentLeavesItsUpdateOpen() {
        ClientId lender = fixture.join(2, MIB);
        fixture.put(fixture.start(writer, "a", 100, new ReplicateConfig(1, List.of("host-2"))));
        Outcome.PutGrant grant = fixture.granted(new Operation.UpsertStart(
                fixture.call(writer), ObjectKey.of("a"), 200, 0, new ReplicateConfig(1, List.of("host-1")), false));
        fixture.execute(new Operation.UnmountSegment(fixture.call(lender), CoreFixture.segment(2)));
        assertFailed(fixture.get("a"), ErrorCode.REPLICA_IS_NOT_READY);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(200);
    }

    @Test
    void anUpdateThatLosesItsSegmentLeavesTheOldValue() {
        ClientId lender = fixture.join(2, MIB);
        fixture.put(fixture.start(writer, "a", 100, new ReplicateConfig(1, List.of("host-1"))));
        Outcome.PutGrant grant = fixture.granted(new Operation.UpsertStart(
                fixture.call(writer), ObjectKey.of("a"), 200, 0, new ReplicateConfig(1, List.of("host-2")), false));
        fixture.execute(new Operation.UnmountSegment(fixture.call(lender), CoreFixture.segment(2)));
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED), ErrorCode.REPLICA_IS_GONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(100);
    }

    @Test
    void overwritingInPlaceTakesNoSecondCopyAndLosesTheOldValueWithTheWrite() {
        Outcome.PutGrant old = fixture.put(fixture.start(writer, "a", MIB));
        Outcome.PutGrant grant = overwriting("a", MIB);
        assertThat(grant.replicas().getFirst().slices())
                .isEqualTo(old.replicas().getFirst().slices());
        assertFailed(fixture.get("a"), ErrorCode.REPLICA_IS_NOT_READY);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(DONE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(MIB);
        fixture.pass(5 * SECOND, writer);
        Outcome.PutGrant failing = overwriting("a", MIB);
        assertThat(fixture.revoke(writer, "a", failing, SETTLED)).isEqualTo(DONE);
        assertFailed(fixture.get("a"), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    @Test
    void nothingIsOverwrittenUnderALeaseOrByAnotherLengthOrUnasked() {
        fixture.put(writer, "a", 100);
        assertThat(overwriting("a", 200).replicas()).isNotEmpty();
        assertThat(fixture.holds("a")).as("another length").isTrue();
        fixture.get("a");
        overwriting("a", 100);
        assertThat(fixture.holds("a")).as("leased").isTrue();
        fixture.pass(5 * SECOND, writer);
        fixture.granted(fixture.upsert(writer, "a", 100));
        assertThat(fixture.holds("a")).as("unasked").isTrue();
        overwriting("a", 100);
        assertThat(fixture.holds("a"))
                .as("an update gives way to one that may overwrite")
                .isFalse();
    }

    @Test
    void endAndRevokeOfATypeThatTheWriteHasNotChangeNothing() {
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(writer, "a", 100));
        List<ReplicaWrite> writes = List.of(new ReplicaWrite(0, ACKNOWLEDGED));
        for (ReplicaType type :
                List.of(ReplicaType.DISK, ReplicaType.LOCAL_DISK, ReplicaType.NOF_SSD, ReplicaType.DFS)) {
            assertFailed(
                    fixture.execute(new Operation.PutEnd(
                            fixture.call(writer), ObjectKey.of("a"), grant.putId(), null, writes, type)),
                    ErrorCode.REPLICA_NOT_FOUND);
            assertFailed(
                    fixture.execute(new Operation.PutRevoke(
                            fixture.call(writer), ObjectKey.of("a"), grant.putId(), writes, type)),
                    ErrorCode.REPLICA_NOT_FOUND);
        }
        assertThat(fixture.execute(new Operation.PutEnd(
                        fixture.call(writer), ObjectKey.of("a"), grant.putId(), null, writes, ReplicaType.MEMORY)))
                .isEqualTo(DONE);
    }

    @Test
    void aRepeatedUpsertStartGetsItsFirstGrantAndARepeatedEndItsFirstOutcome() {
        fixture.put(writer, "a", 100);
        Operation.UpsertStart start = fixture.upsert(writer, "a", 200);
        Outcome.PutGrant grant = fixture.granted(start);
        assertThat(fixture.execute(start)).isEqualTo(grant);
        Operation.PutEnd end = fixture.endOperation(writer, "a", grant.putId(), null, ACKNOWLEDGED);
        assertThat(fixture.execute(end)).isEqualTo(DONE);
        assertThat(fixture.execute(end)).isEqualTo(DONE);
        assertThat(fixture.execute(start)).isEqualTo(grant);
        assertThat(fixture.gauges().openPutCount()).isZero();
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(200);
    }
}
