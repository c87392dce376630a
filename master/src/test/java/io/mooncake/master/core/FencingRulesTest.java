package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.WriteState.ACKNOWLEDGED;
import static io.mooncake.master.core.WriteState.SETTLED;
import static io.mooncake.master.core.WriteState.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Ranges are used again only when nothing can touch them any more. */
final class FencingRulesTest {

    /** Client TTL 10 s + 2 × 5 s. */
    private static final long WAIT_NANOS = 20 * SECOND;

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId owner = fixture.join(1, MIB);

    @Test
    void aRevokedWriteThatHasSettledReturnsAtOnce() {
        Outcome.PutGrant grant = fixture.granted(owner, "a", MIB);
        assertThat(fixture.revoke(owner, "a", grant, SETTLED)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
        Outcome.PutGrant again = fixture.granted(owner, "a", MIB);
        assertThat(fixture.revoke(owner, "a", again, ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    @Test
    void anUncertainWriteWaits() {
        Outcome.PutGrant grant = fixture.granted(owner, "a", MIB);
        fixture.revoke(owner, "a", grant, UNCERTAIN);
        assertThat(fixture.gauges().fencedBytes()).isEqualTo(MIB);
        Outcome refused = fixture.execute(fixture.start(owner, "a", 10));
        assertFailed(refused, ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(refused.toString()).contains("fenced bytes " + MIB);
        fixture.pass(WAIT_NANOS, owner);
        assertThat(fixture.gauges().fencedBytes())
                .as("1 MiB at 50 MB/s is on top")
                .isEqualTo(MIB);
        fixture.pass(SECOND, owner);
        assertThat(fixture.gauges().fencedBytes()).isZero();
        assertThat(fixture.gauges().allocatedBytes()).isZero();
        fixture.put(owner, "a", MIB);
    }

    @Test
    void aReplicaWithoutEntryWaits() {
        Outcome.PutGrant grant = fixture.granted(owner, "a", 100);
        assertFailed(fixture.end(owner, "a", grant), ErrorCode.WRITE_FAIL);
        assertThat(fixture.gauges().fencedBytes()).isEqualTo(100);
    }

    @Test
    void theWaitGrowsWithTheValue() {
        assertThat(FencePolicy.waitNanos(10 * SECOND, 0)).isEqualTo(WAIT_NANOS);
        assertThat(FencePolicy.waitNanos(10 * SECOND, 50_000_000)).isEqualTo(WAIT_NANOS + 2 * SECOND);
        assertThat(FencePolicy.waitNanos(10 * SECOND, 1L << 50)).isPositive();
    }

    @Test
    void whatALeasedReaderMayReadWaitsUntilItsLeaseEnds() {
        fixture.put(owner, "a", MIB);
        fixture.get("a");
        assertFailed(fixture.remove(owner, "a", false), ErrorCode.OBJECT_HAS_LEASE);
        assertThat(fixture.remove(owner, "a", true)).isEqualTo(Outcome.Done.INSTANCE);
        assertFailed(fixture.get("a"), ErrorCode.OBJECT_NOT_FOUND);
        assertFailed(fixture.execute(fixture.start(owner, "b", 10)), ErrorCode.NO_AVAILABLE_HANDLE);
        fixture.pass(5 * SECOND, owner);
        fixture.put(owner, "b", MIB);
    }

    @Test
    void aWriterThatIsGoneLeavesItsKeyWritableAndItsRangesWaiting() {
        ClientId writer = fixture.joinPure(2);
        fixture.granted(writer, "a", 1000);
        fixture.pass(11 * SECOND, owner);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(1);
        assertThat(fixture.counts().putStartDiscards()).isEqualTo(1);
        assertThat(fixture.gauges().discardedStagingBytes()).isEqualTo(1000);
        fixture.put(owner, "a", 500);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(1500);
        fixture.pass(WAIT_NANOS + SECOND, owner);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(500);
        assertThat(fixture.gauges().discardedStagingBytes()).isZero();
        assertThat(fixture.counts().putStartReleases()).isEqualTo(1);
    }

    @Test
    void theEndOfAWriterThatWasGoneIsRefused() {
        ClientId writer = fixture.joinPure(2);
        Outcome.PutGrant grant = fixture.granted(writer, "a", 1000);
        fixture.pass(11 * SECOND, owner);
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED), ErrorCode.CLIENT_NOT_FOUND);
        fixture.joinPure(2);
        assertFailed(fixture.end(writer, "a", grant, ACKNOWLEDGED), ErrorCode.OBJECT_NOT_FOUND);
    }

    @Test
    void theKeyOfAWriterThatIsGoneIsWritableBeforeItsWritesAreDropped() {
        ClientId writer = fixture.joinPure(2);
        for (int i = 0; i < 300; i++) {
            fixture.granted(writer, "k" + i, 10);
        }
        fixture.pass(9 * SECOND, owner);
        while (fixture.gauges().activeClientCount() == 2) {
            fixture.ping(owner);
            fixture.nowNanos = fixture.core.tick(fixture.nowNanos);
        }
        assertThat(fixture.gauges().openPutCount())
                .as("128 are dropped at a time")
                .isEqualTo(172);
        for (int i = 0; i < 300; i++) {
            fixture.put(owner, "k" + i, 20);
        }
        fixture.pass(40 * SECOND, owner);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(300 * 20);
        assertThat(fixture.counts().putStartDiscards()).isEqualTo(300);
    }
}
