package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static io.mooncake.master.core.CoreFixture.segment;
import static io.mooncake.master.core.WriteState.ACKNOWLEDGED;
import static io.mooncake.master.core.WriteState.SETTLED;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starting, ending and revoking writes. */
final class PutRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId writer = fixture.join(1, GIB);

    @Test
    void anObjectIsReadableFromItsEndOn() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 100);
        assertThat(grant.sliceBytes()).isEqualTo(16 * MIB);
        assertThat(grant.replicas().getFirst().status()).isEqualTo(ReplicaStatus.PROCESSING);
        assertFailed(fixture.get("a"), ErrorCode.REPLICA_IS_NOT_READY);
        Checksums checksums = Checksums.of(new int[] {77}, 77);
        Operation.PutEnd end = fixture.endOperation(writer, "a", grant.putId(), checksums, ACKNOWLEDGED);
        assertThat(fixture.execute(end)).isEqualTo(Outcome.Done.INSTANCE);
        ObjectLocation object = fixture.located("a");
        assertThat(object.sizeBytes()).isEqualTo(100);
        assertThat(object.checksums()).isEqualTo(checksums);
        assertThat(object.leaseTtlNanos()).isEqualTo(5 * SECOND);
        ReplicaDescriptor replica = object.replicas().getFirst();
        assertThat(replica.status()).isEqualTo(ReplicaStatus.COMPLETE);
        ExtentDescriptor extent = replica.slices().getFirst().extents().getFirst();
        assertThat(extent.address() - GIB).isBetween(0L, GIB - 100);
        assertThat(extent.lengthBytes()).isEqualTo(100);
        assertThat(extent.status()).isEqualTo(ExtentStatus.COMPLETE);
        assertThat(extent.segment().transferEndpoint()).isEqualTo("host-1:7000");
    }

    @Test
    void aKeyIsWrittenOnce() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 100);
        assertFailed(fixture.execute(fixture.start(writer, "a", 100)), ErrorCode.OBJECT_ALREADY_EXISTS);
        fixture.end(writer, "a", grant, ACKNOWLEDGED);
        assertFailed(fixture.execute(fixture.start(writer, "a", 100)), ErrorCode.OBJECT_ALREADY_EXISTS);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(100);
    }

    @Test
    void anEmptyValueNeedsNoSegmentAndSurvivesItsWriter() {
        CoreFixture empty = new CoreFixture();
        ClientId pure = empty.joinPure(1);
        Outcome.PutGrant grant = empty.put(empty.start(pure, "e", 0));
        assertThat(grant.replicas()).hasSize(1);
        assertThat(grant.replicas().getFirst().slices()).isEmpty();
        empty.pass(60 * SECOND);
        assertThat(empty.gauges().activeClientCount()).isZero();
        assertThat(empty.located("e").sizeBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 65_535, 65_537, 3 << 20, 1L << 31, -65_536})
    void sliceLengthsOutsideTheirLimitsAreRefused(long sliceBytes) {
        Outcome outcome = fixture.execute(new Operation.PutStart(
                fixture.call(writer), ObjectKey.of("a"), 10, sliceBytes, ReplicateConfig.SINGLE));
        assertFailed(outcome, ErrorCode.INVALID_PARAMS);
        assertThat(outcome.toString()).contains("slice_bytes", "64 KiB to 1 GiB");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65, -1})
    void replicaNumbersOutsideTheirLimitsAreRefused(int replicaNum) {
        ReplicateConfig config = new ReplicateConfig(replicaNum, List.of());
        assertFailed(fixture.execute(fixture.start(writer, "a", 10, config)), ErrorCode.INVALID_PARAMS);
    }

    @Test
    void negativeSizesAreRefused() {
        assertFailed(fixture.execute(fixture.start(writer, "a", -1)), ErrorCode.INVALID_PARAMS);
    }

    @Test
    void illegalKeysAreRefusedEverywhere() {
        for (byte[] bytes : List.of(new byte[0], new byte[4097], new byte[] {(byte) 0xC3, 0x28})) {
            ObjectKey key = ObjectKey.of(bytes);
            CallContext call = fixture.call(writer);
            assertFailed(
                    fixture.execute(new Operation.PutStart(call, key, 1, 0, ReplicateConfig.SINGLE)),
                    ErrorCode.INVALID_KEY);
            assertFailed(fixture.execute(new Operation.GetReplicaList(call, key)), ErrorCode.INVALID_KEY);
            assertFailed(fixture.execute(new Operation.ExistKey(call, key)), ErrorCode.INVALID_KEY);
            assertFailed(
                    fixture.execute(new Operation.Remove(fixture.call(writer), key, false)), ErrorCode.INVALID_KEY);
        }
        fixture.put(writer, "k".repeat(4096), 1);
        fixture.put(writer, "schlüssel", 1);
        assertThat(fixture.holds("schlüssel")).isTrue();
    }

    @Test
    void endAndRevokeNameTheRightWrite() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 100);
        ClientId other = fixture.join(2, GIB);
        Outcome.PutGrant wrong = new Outcome.PutGrant(grant.putId() + 1, List.of(), 0);
        assertFailed(fixture.end(writer, "b", grant, ACKNOWLEDGED), ErrorCode.OBJECT_NOT_FOUND);
        assertFailed(fixture.end(writer, "a", wrong, ACKNOWLEDGED), ErrorCode.INVALID_WRITE);
        assertFailed(fixture.end(other, "a", grant, ACKNOWLEDGED), ErrorCode.ILLEGAL_CLIENT);
        assertFailed(fixture.revoke(other, "a", grant, SETTLED), ErrorCode.ILLEGAL_CLIENT);
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED, ACKNOWLEDGED), ErrorCode.INVALID_PARAMS);
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED), ErrorCode.INVALID_WRITE);
        assertFailed(fixture.revoke(writer, "a", grant, SETTLED), ErrorCode.INVALID_WRITE);
    }

    @Test
    void aWrongNumberOfChecksumsLeavesTheWriteOpen() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 20 * MIB);
        Checksums one = Checksums.of(new int[] {1}, 1);
        assertFailed(
                fixture.execute(fixture.endOperation(writer, "a", grant.putId(), one, ACKNOWLEDGED)),
                ErrorCode.INVALID_PARAMS);
        Checksums two = Checksums.of(new int[] {1, 2}, 3);
        assertThat(fixture.execute(fixture.endOperation(writer, "a", grant.putId(), two, ACKNOWLEDGED)))
                .isEqualTo(Outcome.Done.INSTANCE);
    }

    @Test
    void withoutAnAcknowledgedReplicaNothingIsStored() {
        Outcome.PutGrant grant = fixture.granted(writer, "a", 100);
        assertFailed(fixture.end(writer, "a", grant, SETTLED), ErrorCode.WRITE_FAIL);
        assertThat(fixture.gauges().keyCount()).isZero();
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    @Test
    void onlyAcknowledgedReplicasBecomeReadable() {
        fixture.join(2, GIB);
        fixture.join(3, GIB);
        Outcome.PutGrant grant = fixture.granted(fixture.start(writer, "a", 1000, new ReplicateConfig(3, List.of())));
        assertThat(grant.replicas()).hasSize(3);
        assertThat(fixture.end(writer, "a", grant, SETTLED, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.located("a").replicas())
                .extracting(ReplicaDescriptor::replicaIndex)
                .containsExactly(1);
        assertThat(fixture.gauges().fencedBytes())
                .as("of the replica without entry")
                .isEqualTo(1000);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(2000);
    }

    @Test
    void aReplicaLostDuringTheWriteIsIgnored() {
        ClientId second = fixture.join(2, GIB);
        Outcome.PutGrant grant =
                fixture.granted(fixture.start(writer, "a", 1000, new ReplicateConfig(2, List.of("host-1"))));
        fixture.execute(new Operation.UnmountSegment(fixture.call(second), segment(2)));
        assertThat(fixture.end(writer, "a", grant, ACKNOWLEDGED, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.located("a").replicas()).hasSize(1);
        Outcome.PutGrant alone = fixture.granted(fixture.start(second, "b", 1000));
        fixture.execute(new Operation.UnmountSegment(fixture.call(writer), segment(1)));
        assertFailed(fixture.end(second, "b", alone, ACKNOWLEDGED), ErrorCode.REPLICA_IS_GONE);
        fixture.pass(SECOND, writer, second);
        assertThat(fixture.gauges().keyCount()).isZero();
        assertThat(fixture.counts().objectsLost()).isEqualTo(1);
        assertThat(fixture.counts().replicasLost()).isEqualTo(3);
    }

    @Test
    void valueSizesAreCounted() {
        fixture.put(writer, "a", 4096);
        fixture.put(writer, "b", 4097);
        fixture.put(writer, "c", 100 * MIB);
        CoreReport.ValueSizes sizes = fixture.core.report().valueSizes();
        assertThat(sizes.bucketCounts()).containsExactly(1L, 1L, 0L, 0L, 0L, 0L, 0L, 1L);
        assertThat(sizes.sumBytes()).isEqualTo(4096 + 4097 + 100 * MIB);
    }

    @Test
    void aBatchHasAnOutcomePerItem() {
        fixture.put(writer, "a", 10);
        List<Operation.ItemOperation> items = List.of(
                fixture.start(writer, "b", 10),
                fixture.start(writer, "a", 10),
                new Operation.ExistKey(fixture.call(writer), ObjectKey.of("a")));
        Outcome.BatchOutcome outcome = (Outcome.BatchOutcome) fixture.execute(new Operation.Batch(items));
        assertThat(outcome.outcomes().get(0)).isInstanceOf(Outcome.PutGrant.class);
        assertFailed(outcome.outcomes().get(1), ErrorCode.OBJECT_ALREADY_EXISTS);
        assertThat(outcome.outcomes().get(2)).isEqualTo(new Outcome.Existence(true, 5 * SECOND));
        List<Operation.ItemOperation> tooMany = new ArrayList<>();
        for (int i = 0; i <= MasterCore.MAXIMUM_BATCH_ITEMS; i++) {
            tooMany.add(items.get(2));
        }
        assertFailed(fixture.execute(new Operation.Batch(tooMany)), ErrorCode.INVALID_PARAMS);
    }
}
