package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Reading, existence, removal, listings. */
final class ReadAndRemoveRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId writer = fixture.join(1, GIB);

    @Test
    void readsAreCounted() {
        fixture.put(writer, "a", 1000);
        fixture.granted(writer, "open", 10);
        fixture.get("a");
        fixture.get("a");
        assertFailed(fixture.get("open"), ErrorCode.REPLICA_IS_NOT_READY);
        assertFailed(fixture.get("nothing"), ErrorCode.OBJECT_NOT_FOUND);
        CoreReport.Counts counts = fixture.counts();
        assertThat(counts.totalGets()).isEqualTo(4);
        assertThat(counts.validGets()).isEqualTo(2);
        assertThat(counts.memoryHits()).isEqualTo(2);
        assertThat(counts.memoryHitBytes()).isEqualTo(2000);
    }

    @Test
    void existenceMeansReadableAndGrantsALease() {
        fixture.granted(writer, "open", 10);
        fixture.put(writer, "a", 10);
        assertThat(exists("open")).isFalse();
        assertThat(exists("nothing")).isFalse();
        assertThat(exists("a")).isTrue();
        assertFailed(fixture.remove(writer, "a", false), ErrorCode.OBJECT_HAS_LEASE);
        fixture.nowNanos += 5 * SECOND - 1;
        assertFailed(fixture.remove(writer, "a", false), ErrorCode.OBJECT_HAS_LEASE);
        fixture.nowNanos += 1;
        assertThat(fixture.remove(writer, "a", false)).isEqualTo(Outcome.Done.INSTANCE);
    }

    @Test
    void aQueryLeavesNoTrace() {
        fixture.put(writer, "a", 10);
        assertThat(fixture.holds("a")).isTrue();
        assertThat(fixture.counts().totalGets()).isZero();
        assertThat(fixture.remove(writer, "a", false)).isEqualTo(Outcome.Done.INSTANCE);
    }

    @Test
    void whatIsMissingOrBeingWrittenIsNotRemoved() {
        fixture.granted(writer, "open", 10);
        assertFailed(fixture.remove(writer, "open", true), ErrorCode.REPLICA_IS_NOT_READY);
        assertFailed(fixture.remove(writer, "nothing", true), ErrorCode.OBJECT_NOT_FOUND);
    }

    @Test
    void removeAllGoesInStepsAndCountsWhatItKeeps() {
        for (int i = 0; i < 400; i++) {
            fixture.put(writer, "k" + i, 10);
        }
        for (int i = 0; i < 7; i++) {
            fixture.get("k" + i * 50);
        }
        for (int i = 0; i < 3; i++) {
            fixture.granted(writer, "open" + i, 10);
        }
        Operation.RemoveAll removeAll = new Operation.RemoveAll(fixture.call(writer), false);
        Outcome.RemovedAll step = (Outcome.RemovedAll) fixture.execute(removeAll);
        assertThat(step.finished()).isFalse();
        assertThat(step.removedCount()).isBetween(100L, 128L);
        fixture.put(writer, "meanwhile", 10);
        while (!step.finished()) {
            step = (Outcome.RemovedAll) fixture.execute(removeAll);
        }
        assertThat(step.removedCount()).isBetween(393L, 394L);
        assertThat(step.leasedCount()).isEqualTo(7);
        assertThat(step.incompleteCount()).isEqualTo(3);
        fixture.put(writer, "later", 10);
        assertThat(fixture.execute(removeAll)).as("a repeat removes nothing").isEqualTo(step);
        assertThat(fixture.holds("later")).isTrue();
        Operation.RemoveAll forced = new Operation.RemoveAll(fixture.call(writer), true);
        do {
            step = (Outcome.RemovedAll) fixture.execute(forced);
        } while (!step.finished());
        assertThat(step.leasedCount()).isZero();
        assertThat(fixture.gauges().keyCount()).isEqualTo(3);
        assertThat(fixture.gauges().fencedBytes())
                .as("leased readers may still read them")
                .isEqualTo(70);
    }

    @Test
    void aListingShowsEveryReadableKeyOnce() {
        Set<String> expected = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            fixture.put(writer, "k" + i, 1);
            expected.add("k" + i);
        }
        fixture.granted(writer, "open", 1);
        List<String> listed = new ArrayList<>();
        long cursor = 0;
        do {
            Outcome.KeyPage page = (Outcome.KeyPage) fixture.execute(new Operation.ListKeys(cursor));
            page.keys().forEach(key -> listed.add(key.toString()));
            cursor = page.nextCursor();
        } while (cursor != 0);
        assertThat(listed).hasSize(300);
        assertThat(new HashSet<>(listed)).isEqualTo(expected);
        assertFailed(fixture.execute(new Operation.ListKeys(-1)), ErrorCode.INVALID_PARAMS);
    }

    private boolean exists(String key) {
        Outcome outcome = fixture.execute(new Operation.ExistKey(CallContext.anonymous(), ObjectKey.of(key)));
        return ((Outcome.Existence) outcome).exists();
    }
}
