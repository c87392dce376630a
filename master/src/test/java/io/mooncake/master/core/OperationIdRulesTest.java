package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.client;
import static io.mooncake.master.core.CoreFixture.segment;
import static io.mooncake.master.core.WriteState.ACKNOWLEDGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** A change is applied once, however often it arrives. */
final class OperationIdRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId writer = fixture.join(1, GIB);

    @Test
    void aRepeatedStartGetsTheSameGrant() {
        Operation.PutStart start = fixture.start(writer, "a", 100);
        Outcome.PutGrant grant = fixture.granted(start);
        assertThat(fixture.execute(start)).isEqualTo(grant);
        assertThat(fixture.gauges().allocatedBytes()).isEqualTo(100);
        fixture.end(writer, "a", grant, ACKNOWLEDGED);
        assertThat(fixture.execute(start)).isEqualTo(grant);
        assertThat(fixture.counts().outcomesReplayed()).isEqualTo(2);
    }

    @Test
    void aRepeatedRemoveDoesNotRemoveWhatCameLater() {
        fixture.put(writer, "a", 100);
        Operation.Remove remove = new Operation.Remove(fixture.call(writer), ObjectKey.of("a"), false);
        assertThat(fixture.execute(remove)).isEqualTo(Outcome.Done.INSTANCE);
        fixture.put(writer, "a", 200);
        assertThat(fixture.execute(remove)).isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.located("a").sizeBytes()).isEqualTo(200);
    }

    @Test
    void aRefusalIsAnOutcomeToo() {
        Operation.Remove remove = new Operation.Remove(fixture.call(writer), ObjectKey.of("a"), false);
        assertFailed(fixture.execute(remove), ErrorCode.OBJECT_NOT_FOUND);
        fixture.put(writer, "a", 200);
        assertFailed(fixture.execute(remove), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(fixture.holds("a")).isTrue();
    }

    @Test
    void whatTheClientHasSeenIsForgottenAndRefused() {
        Operation.PutStart start = fixture.start(writer, "a", 100);
        fixture.granted(start);
        long later = start.context().operationId() + 10;
        CallContext seen = new CallContext(writer, CoreFixture.EPOCH, later, later);
        assertFailed(fixture.execute(new Operation.Remove(seen, ObjectKey.of("b"), false)), ErrorCode.OBJECT_NOT_FOUND);
        assertFailed(fixture.execute(start), ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS);
        CallContext late = CoreFixture.call(writer, later - 1);
        assertFailed(
                fixture.execute(new Operation.PutStart(late, ObjectKey.of("c"), 1, 0, ReplicateConfig.SINGLE)),
                ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS);
        assertThat(fixture.gauges().keyCount()).isEqualTo(1);
        assertThat(fixture.counts().staleOperationsRefused()).isEqualTo(2);
    }

    @Test
    void operationsMayArriveOutOfOrder() {
        Operation.Remove second = new Operation.Remove(CoreFixture.call(writer, 60), ObjectKey.of("a"), false);
        Operation.PutStart first =
                new Operation.PutStart(CoreFixture.call(writer, 50), ObjectKey.of("a"), 1, 0, ReplicateConfig.SINGLE);
        assertFailed(fixture.execute(second), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(fixture.execute(first)).isInstanceOf(Outcome.PutGrant.class);
    }

    @Test
    void atMost4096OutcomesAreKept() {
        Operation.Remove oldest = new Operation.Remove(CoreFixture.call(writer, 10), ObjectKey.of("a"), false);
        fixture.execute(oldest);
        for (int i = 1; i < 4095; i++) {
            CallContext call = CoreFixture.call(writer, 10 + i);
            fixture.core.execute(new Operation.Remove(call, ObjectKey.of("a"), false), fixture.nowNanos);
        }
        assertFailed(fixture.execute(oldest), ErrorCode.OBJECT_NOT_FOUND);
        for (int i = 0; i < 2; i++) {
            CallContext call = CoreFixture.call(writer, 5000 + i);
            fixture.core.execute(new Operation.Remove(call, ObjectKey.of("a"), false), fixture.nowNanos);
        }
        assertFailed(fixture.execute(oldest), ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS);
    }

    @Test
    void aChangeNeedsANumberAndARegisteredCaller() {
        ObjectKey key = ObjectKey.of("a");
        assertFailed(
                fixture.execute(new Operation.Remove(CoreFixture.call(writer, 0), key, false)),
                ErrorCode.INVALID_PARAMS);
        assertFailed(
                fixture.execute(new Operation.Remove(CallContext.anonymous(), key, false)), ErrorCode.INVALID_PARAMS);
        assertFailed(
                fixture.execute(new Operation.Remove(fixture.call(client(9)), key, false)), ErrorCode.CLIENT_NOT_FOUND);
        assertFailed(
                fixture.execute(new Operation.RemoveAll(fixture.call(client(9)), true)), ErrorCode.CLIENT_NOT_FOUND);
    }

    @Test
    void aLateRepeatOfAMountDoesNotMountWhatWasTakenBack() {
        SegmentSpec spec = fixture.spec(2, "host-1", MIB);
        Operation.MountSegment mount = new Operation.MountSegment(fixture.call(writer), spec);
        fixture.execute(mount);
        fixture.execute(new Operation.UnmountSegment(fixture.call(writer), segment(2)));
        assertThat(fixture.execute(mount)).isInstanceOf(Outcome.Registered.class);
        assertThat(fixture.gauges().segmentCount()).isEqualTo(1);
    }
}
