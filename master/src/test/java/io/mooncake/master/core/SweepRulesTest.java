package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.KIB;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Removal by pattern in steps, matches with leases, addresses of clients, clearing of replicas. */
final class SweepRulesTest {

    private static final long BEGIN = Operation.RemoveByRegex.NO_CURSOR;

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId writer = fixture.join(1, GIB);

    @Test
    void aSweepByPatternRemovesWhatItsCallerPicksAndCountsWhatItKeeps() {
        for (int i = 0; i < 300; i++) {
            fixture.put(writer, (i % 3 == 0 ? "a" : "b") + i, 10);
        }
        fixture.get("a0");
        fixture.granted(writer, "a-open", 10);
        CallContext call = fixture.call(writer);
        Outcome.RegexSweep step = sweep(call, false);
        assertThat(step.removedCount()).isEqualTo(99);
        assertThat(step.leasedCount()).isEqualTo(1);
        assertThat(step.incompleteCount()).isEqualTo(1);
        assertThat(step.page()).isEmpty();
        fixture.put(writer, "a-later", 10);
        assertThat(fixture.execute(new Operation.RemoveByRegex(call, false, BEGIN, List.of())))
                .as("a repeated call removes nothing")
                .isEqualTo(step);
        assertThat(fixture.holds("a-later")).isTrue();
        assertThat(fixture.holds("b1")).isTrue();
        assertThat(sweep(fixture.call(writer), true).removedCount()).isEqualTo(2);
        assertThat(fixture.holds("a0")).isFalse();
    }

    private Outcome.RegexSweep sweep(CallContext call, boolean force) {
        Outcome.RegexSweep step =
                (Outcome.RegexSweep) fixture.execute(new Operation.RemoveByRegex(call, force, BEGIN, List.of()));
        while (!step.finished()) {
            List<ObjectKey> matches = step.page().stream()
                    .filter(key -> key.toString().startsWith("a"))
                    .toList();
            step = (Outcome.RegexSweep)
                    fixture.execute(new Operation.RemoveByRegex(call, force, step.cursor(), matches));
        }
        return step;
    }

    @Test
    void aStepThatArrivesTwiceOrLateChangesNothing() {
        for (int i = 0; i < 200; i++) {
            fixture.put(writer, "k" + i, 10);
        }
        CallContext call = fixture.call(writer);
        Outcome.RegexSweep first =
                (Outcome.RegexSweep) fixture.execute(new Operation.RemoveByRegex(call, false, BEGIN, List.of()));
        assertThat(first.removedCount()).isZero();
        assertThat(first.page()).hasSize(128);
        Operation.RemoveByRegex step = new Operation.RemoveByRegex(
                call, false, first.cursor(), first.page().subList(0, 10));
        Outcome.RegexSweep second = (Outcome.RegexSweep) fixture.execute(step);
        assertThat(second.removedCount()).isEqualTo(10);
        fixture.put(writer, first.page().getFirst().toString(), 10);
        assertThat(fixture.execute(step)).isEqualTo(second);
        assertThat(fixture.holds(first.page().getFirst().toString())).isTrue();
    }

    @Test
    void moreMatchesThanAPageHasAreRefused() {
        List<ObjectKey> keys = new ArrayList<>();
        for (int i = 0; i < 129; i++) {
            keys.add(ObjectKey.of("k" + i));
        }
        assertFailed(
                fixture.execute(new Operation.RemoveByRegex(fixture.call(writer), true, 0, keys)),
                ErrorCode.INVALID_PARAMS);
    }

    @Test
    void aMatchIsLeasedButNotCountedAsARead() {
        fixture.put(writer, "a", 10);
        fixture.granted(writer, "open", 10);
        Outcome.Located located = (Outcome.Located) locateMatch("a");
        assertThat(located.object().leaseTtlNanos()).isEqualTo(5 * CoreFixture.SECOND);
        assertThat(fixture.counts().totalGets()).isZero();
        assertFailed(fixture.remove(writer, "a", false), ErrorCode.OBJECT_HAS_LEASE);
        assertFailed(locateMatch("open"), ErrorCode.REPLICA_IS_NOT_READY);
        assertFailed(locateMatch("nothing"), ErrorCode.OBJECT_NOT_FOUND);
    }

    private Outcome locateMatch(String key) {
        return fixture.execute(new Operation.LocateMatch(CallContext.anonymous(), ObjectKey.of(key)));
    }

    @Test
    void endpointsAreThoseOfLivingSegments() {
        ClientId pure = fixture.joinPure(2);
        Outcome outcome = fixture.execute(new Operation.QueryIp(List.of(CoreFixture.client(9), writer, pure)));
        assertThat(outcome).isEqualTo(new Outcome.Endpoints(List.of(List.of(), List.of("host-1:7000"), List.of())));
        assertFailed(fixture.execute(new Operation.QueryIp(List.of())), ErrorCode.INVALID_PARAMS);
    }

    @Test
    void onlyTheWritersObjectsWithoutLeaseAreCleared() {
        ClientId other = fixture.joinPure(2);
        fixture.put(writer, "mine", 10);
        fixture.put(other, "foreign", 10);
        fixture.put(writer, "leased", 10);
        fixture.get("leased");
        fixture.granted(writer, "open", 10);
        assertThat(clear(other, "mine", writer, "")).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.holds("mine")).isFalse();
        assertFailed(clear(writer, "foreign", writer, ""), ErrorCode.ILLEGAL_CLIENT);
        assertFailed(clear(writer, "leased", writer, ""), ErrorCode.OBJECT_HAS_LEASE);
        assertFailed(clear(writer, "open", writer, ""), ErrorCode.REPLICA_IS_NOT_READY);
        assertFailed(clear(writer, "nothing", writer, ""), ErrorCode.OBJECT_NOT_FOUND);
        assertFailed(clear(writer, "", writer, ""), ErrorCode.INVALID_KEY);
        fixture.nowNanos += 5 * CoreFixture.SECOND;
        assertThat(clear(writer, "leased", writer, "")).isEqualTo(Outcome.Done.INSTANCE);
    }

    @Test
    void withASegmentOnlyItsReplicasGoAndTheObjectWithTheLast() {
        fixture.join(2, GIB);
        fixture.put(fixture.start(writer, "a", 64 * KIB, new ReplicateConfig(2, List.of())));
        assertFailed(clear(writer, "a", writer, "host-9"), ErrorCode.REPLICA_NOT_FOUND);
        assertThat(clear(writer, "a", writer, "host-1")).isEqualTo(Outcome.Done.INSTANCE);
        ObjectLocation left = fixture.located("a");
        assertThat(left.replicas()).hasSize(1);
        assertThat(left.replicas()
                        .getFirst()
                        .slices()
                        .getFirst()
                        .extents()
                        .getFirst()
                        .segment()
                        .name())
                .isEqualTo("host-2");
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(64 * KIB);
        fixture.nowNanos += 5 * CoreFixture.SECOND;
        assertThat(clear(writer, "a", writer, "host-2")).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.gauges().keyCount()).isZero();
        assertThat(fixture.gauges().allocatedBytes()).isZero();
    }

    private Outcome clear(ClientId caller, String key, ClientId owner, String segment) {
        return fixture.execute(new Operation.ClearReplicas(fixture.call(caller), ObjectKey.of(key), owner, segment));
    }
}
