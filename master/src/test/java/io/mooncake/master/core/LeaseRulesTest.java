package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** Who is promised that an object stays, and for how long. */
final class LeaseRulesTest {

    private static final long TTL = 5 * SECOND;

    private final CoreFixture fixture = new CoreFixture(config(1.0, TTL, 1000 * SECOND));
    private final ClientId owner = fixture.join(1, 4 * KIB);

    private Outcome exists(String key) {
        return fixture.execute(new Operation.ExistKey(CallContext.anonymous(), ObjectKey.of(key)));
    }

    private boolean isLeased(String key) {
        Outcome removed = fixture.remove(owner, key, false);
        if (removed.equals(Outcome.Done.INSTANCE)) {
            return false;
        }
        assertFailed(removed, ErrorCode.OBJECT_HAS_LEASE);
        return true;
    }

    @Test
    void aPutGrantsNoneAReadAndACheckTheFullLease() {
        fixture.put(owner, "a", KIB);
        assertThat(isLeased("a")).isFalse();
        fixture.put(owner, "a", KIB);
        assertThat(fixture.located("a").leaseTtlNanos()).isEqualTo(TTL);
        fixture.nowNanos += 3 * SECOND;
        assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, TTL));
        fixture.nowNanos += TTL - 1;
        assertThat(isLeased("a")).isTrue();
        fixture.nowNanos += 1;
        assertThat(isLeased("a")).isFalse();
        assertThat(exists("a")).isEqualTo(new Outcome.Existence(false, 0));
    }

    @Test
    void checksAloneHoldAnObjectForSixLeases() {
        fixture.put(owner, "a", KIB);
        long startNanos = fixture.nowNanos;
        while (fixture.nowNanos - startNanos <= 6 * TTL) {
            assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, TTL));
            fixture.nowNanos += SECOND;
        }
        assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, 0));
        assertThat(isLeased("a")).as("what was granted is kept").isTrue();
        for (int i = 0; i < 5; i++) {
            fixture.nowNanos += SECOND;
            assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, 0));
        }
        assertThat(isLeased("a")).isFalse();
    }

    @Test
    void aReadOrAPauseOfTheChecksStartsAnew() {
        fixture.put(owner, "a", KIB);
        fixture.put(owner, "b", KIB);
        for (int i = 0; i < 31; i++) {
            exists("a");
            exists("b");
            fixture.nowNanos += SECOND;
        }
        assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, 0));
        fixture.get("a");
        assertThat(exists("a")).isEqualTo(new Outcome.Existence(true, TTL));
        assertThat(exists("b")).isEqualTo(new Outcome.Existence(true, 0));
        fixture.nowNanos += TTL + 1;
        assertThat(exists("b")).isEqualTo(new Outcome.Existence(true, TTL));
    }

    @Test
    void checksOfEverythingDoNotKeepAFullPoolFromMakingRoom() {
        for (int i = 0; i < 4; i++) {
            fixture.put(owner, "k" + i, KIB);
        }
        for (int second = 0; second < 40; second++) {
            for (int i = 0; i < 4; i++) {
                exists("k" + i);
            }
            fixture.nowNanos += SECOND;
        }
        fixture.put(owner, "new", KIB);
        assertThat(fixture.counts().evictedKeys()).isEqualTo(1);
    }

    @Test
    void whatIsReadableUnderALeaseStaysThroughEvictionAndUpdates() {
        fixture.put(owner, "a", KIB);
        fixture.put(owner, "b", KIB);
        exists("a");
        for (int i = 0; i < 20; i++) {
            fixture.put(owner, "new" + i, KIB);
        }
        assertThat(fixture.holds("a")).isTrue();
        Outcome.PutGrant grant = fixture.granted(fixture.upsert(owner, "a", KIB));
        assertThat(fixture.end(owner, "a", grant, WriteState.ACKNOWLEDGED)).isEqualTo(Outcome.Done.INSTANCE);
        for (int i = 0; i < 20; i++) {
            fixture.put(owner, "more" + i, KIB);
        }
        assertThat(fixture.holds("a")).isTrue();
        assertThat(fixture.gauges().fencedBytes()).as("the old value of a").isEqualTo(KIB);
    }
}
