package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is evicted, when, and what never is. */
final class EvictionRulesTest {

    @Test
    void usedBytesGoBackToTheWatermarkAndNoFurther() {
        CoreFixture fixture = new CoreFixture(config(0.5, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, MIB);
        for (int i = 0; i < 64; i++) {
            fixture.put(writer, "k" + i, 16 * KIB);
        }
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(MIB / 2);
        assertThat(fixture.counts().evictedKeys()).isEqualTo(32);
        assertThat(fixture.counts().evictedBytes()).isEqualTo(MIB / 2);
        assertThat(fixture.counts().evictionsSuccessful()).isEqualTo(32);
        for (int i = 0; i < 64; i++) {
            assertThat(fixture.holds("k" + i)).as("k%d", i).isEqualTo(i >= 32);
        }
    }

    @Test
    void oneOperationEvictsOnlyItsShareAndTheRestFollows() {
        CoreFixture fixture = new CoreFixture(config(0.5, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, MIB);
        for (int i = 0; i < 32; i++) {
            fixture.put(writer, "k" + i, 16 * KIB);
        }
        fixture.put(writer, "large", 128 * KIB);
        assertThat(fixture.counts().evictedKeys()).as("5 % of 33 objects").isEqualTo(1);
        fixture.pass(SECOND, writer);
        assertThat(fixture.counts().evictedKeys()).isEqualTo(8);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(MIB / 2);
    }

    @Test
    void readsAndExistenceChecksKeepAnObjectYoung() {
        CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, 4 * KIB);
        for (String key : List.of("a", "b", "c", "d")) {
            fixture.put(writer, key, KIB);
        }
        fixture.get("a");
        fixture.execute(new Operation.ExistKey(CallContext.anonymous(), ObjectKey.of("b")));
        fixture.put(writer, "e", KIB);
        assertThat(fixture.holds("c")).isFalse();
        fixture.put(writer, "f", KIB);
        assertThat(fixture.holds("d")).isFalse();
        fixture.put(writer, "g", KIB);
        assertThat(fixture.holds("a")).isFalse();
        assertThat(fixture.holds("b")).isTrue();
    }

    @Test
    void leasedObjectsAreSkippedAndKeepTheirPlace() {
        CoreFixture fixture = new CoreFixture(config(1.0, SECOND, 10 * SECOND));
        ClientId writer = fixture.join(1, 3 * KIB);
        fixture.put(writer, "a", KIB);
        fixture.get("a");
        fixture.put(writer, "b", KIB);
        fixture.put(writer, "c", KIB);
        fixture.put(writer, "d", KIB);
        assertThat(fixture.holds("a")).as("leased").isTrue();
        assertThat(fixture.holds("b")).isFalse();
        fixture.nowNanos += SECOND;
        fixture.put(writer, "e", KIB);
        assertThat(fixture.holds("a")).as("lease over, still the oldest").isFalse();
        assertThat(fixture.holds("c")).isTrue();
    }

    @Test
    void aPoolFullOfLeasesRefusesAndSaysSo() {
        CoreFixture fixture = new CoreFixture(config(1.0, SECOND, 10 * SECOND));
        ClientId writer = fixture.join(1, 2 * KIB);
        fixture.put(writer, "a", KIB);
        fixture.put(writer, "b", KIB);
        fixture.get("a");
        fixture.get("b");
        Outcome refused = fixture.execute(fixture.start(writer, "c", KIB));
        assertFailed(refused, ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(refused.toString()).contains("leased objects passed over 2");
        fixture.nowNanos += SECOND;
        fixture.put(writer, "c", KIB);
        assertThat(fixture.holds("a")).isFalse();
    }

    @Test
    void theWatermarkIsReachedWhenLeasesEnd() {
        CoreFixture fixture = new CoreFixture(config(0.5, SECOND, 10 * SECOND));
        ClientId writer = fixture.join(1, 4 * KIB);
        for (String key : List.of("a", "b", "c")) {
            fixture.put(writer, key, KIB);
            fixture.get(key);
        }
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(3 * KIB);
        fixture.pass(2 * SECOND, writer);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(2 * KIB);
        assertThat(fixture.holds("a")).isFalse();
    }

    @Test
    void aRequestLargerThanThePoolEvictsNothing() {
        CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, 2 * KIB);
        fixture.put(writer, "a", KIB);
        assertFailed(fixture.execute(fixture.start(writer, "b", 3 * KIB)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.holds("a")).isTrue();
        assertThat(fixture.counts().evictionsAttempted()).isZero();
    }

    @Test
    void aRequestThatEvictionCannotSatisfyEvictsNothing() {
        CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, 2 * KIB);
        fixture.put(writer, "a", KIB);
        fixture.granted(writer, "open", KIB / 2);
        assertFailed(fixture.execute(fixture.start(writer, "b", 2 * KIB)), ErrorCode.NO_AVAILABLE_HANDLE);
        assertThat(fixture.holds("a")).isTrue();
    }

    @Test
    void whatDoesNotHelpIsNotEvicted() {
        CoreFixture fixture = new CoreFixture(config(1.0, 0, 10 * SECOND));
        ClientId writer = fixture.join(1, 2 * KIB);
        ReplicateConfig first = new ReplicateConfig(1, List.of("host-1"));
        fixture.put(fixture.start(writer, "a", 2 * KIB, first));
        ClientId quiet = fixture.join(2, 2 * KIB);
        fixture.put(fixture.start(writer, "b", 2 * KIB));
        fixture.pass(4 * SECOND, quiet);
        fixture.ping(writer);
        fixture.pass(4 * SECOND, writer);
        assertThat(fixture.gauges().suspectClientCount()).isEqualTo(1);
        fixture.get("a");
        fixture.put(writer, "c", KIB);
        assertThat(fixture.holds("b")).as("older, but on a suspect client").isTrue();
        assertThat(fixture.holds("a")).isFalse();
    }
}
