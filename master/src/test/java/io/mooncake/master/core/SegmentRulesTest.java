package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.GIB;
import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.client;
import static io.mooncake.master.core.CoreFixture.segment;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mounting, remounting and taking back segments. */
final class SegmentRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId owner = fixture.join(1, MIB);

    @Test
    void theSameSegmentMayBeMountedAgainButNotAnotherUnderItsId() {
        SegmentSpec spec = fixture.spec(2, "host-1", MIB);
        assertThat(mount(owner, spec)).isInstanceOf(Outcome.Registered.class);
        assertThat(mount(owner, spec)).isInstanceOf(Outcome.Registered.class);
        assertThat(fixture.gauges().segmentCount()).isEqualTo(2);
        SegmentSpec larger = new SegmentSpec(spec.id(), spec.name(), spec.base(), 2 * MIB, "host-1:7000", "tcp");
        assertFailed(mount(owner, larger), ErrorCode.SEGMENT_ALREADY_EXISTS);
        assertFailed(mount(client(9), spec), ErrorCode.SEGMENT_ALREADY_EXISTS);
        assertThat(fixture.gauges().capacityBytes()).isEqualTo(2 * MIB);
    }

    @Test
    void fieldsOutsideTheirLimitsAreRefused() {
        assertRefused(0, MIB);
        assertRefused(GIB + 4096, MIB);
        assertRefused(7 * GIB, 0);
        assertRefused(7 * GIB, -1);
        assertRefused(-GIB, GIB);
        assertRefused(-GIB, 2 * GIB);
        assertThat(mount(owner, new SegmentSpec(segment(5), "x", -GIB, GIB - 64, "host-1:7000", "tcp")))
                .as("addresses are unsigned")
                .isInstanceOf(Outcome.Registered.class);
    }

    private void assertRefused(long base, long sizeBytes) {
        SegmentSpec spec = new SegmentSpec(segment(5), "x", base, sizeBytes, "host-1:7000", "tcp");
        assertFailed(mount(owner, spec), ErrorCode.INVALID_PARAMS);
    }

    @Test
    void addressRangesOfOneClientMayNotMeet() {
        SegmentSpec spec = fixture.spec(2, "host-1", 2 * GIB);
        mount(owner, spec);
        SegmentSpec inside = new SegmentSpec(segment(3), "host-1", spec.base() + GIB, MIB, "host-1:7000", "tcp");
        assertFailed(mount(owner, inside), ErrorCode.INVALID_PARAMS);
    }

    @Test
    void aNewProcessAtTheSameEndpointEndsTheOldOne() {
        fixture.put(owner, "a", 100);
        SegmentSpec spec = fixture.spec(2, "host-1", MIB);
        assertThat(mount(client(2), spec)).isInstanceOf(Outcome.Registered.class);
        assertThat(fixture.ping(owner)).isEqualTo(ClientStatus.NEED_REMOUNT);
        assertFailed(fixture.get("a"), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(fixture.gauges().capacityBytes()).isEqualTo(MIB);
        assertThat(fixture.counts().clientsReplaced()).isEqualTo(1);
        assertThat(fixture.counts().clientsExpired()).isZero();
    }

    @Test
    void anotherProcessOnTheSameHostLivesBesideTheFirst() {
        SegmentSpec spec = fixture.spec(2, "host-1", MIB);
        mount(client(2), new SegmentSpec(spec.id(), spec.name(), spec.base(), MIB, "host-1:7001", "tcp"));
        assertThat(fixture.ping(owner)).isEqualTo(ClientStatus.OK);
        assertThat(fixture.gauges().capacityBytes()).isEqualTo(2 * MIB);
    }

    @Test
    void remountingKeepsWhatIsListedAndDropsTheRest() {
        SegmentSpec kept = fixture.spec(2, "kept", MIB);
        mount(owner, kept);
        fixture.put(fixture.start(owner, "kept", 100, new ReplicateConfig(1, List.of("kept"))));
        fixture.put(fixture.start(owner, "lost", 100, new ReplicateConfig(1, List.of("host-1"))));
        SegmentSpec added = fixture.spec(3, "added", MIB);
        fixture.execute(new Operation.ReMountSegment(fixture.call(owner), List.of(kept, added)));
        assertThat(fixture.holds("kept")).isTrue();
        assertThat(fixture.holds("lost")).isFalse();
        assertThat(fixture.gauges().segmentCount()).isEqualTo(2);
        fixture.execute(new Operation.ReMountSegment(fixture.call(owner), List.of()));
        assertThat(fixture.gauges().capacityBytes()).isZero();
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(1);
        assertThat(fixture.holds("kept")).isFalse();
    }

    @Test
    void aRemountWithAFaultChangesNothing() {
        SegmentSpec good = fixture.spec(2, "good", MIB);
        SegmentSpec bad = new SegmentSpec(segment(3), "bad", 5, MIB, "host-1:7000", "tcp");
        Outcome outcome = fixture.execute(new Operation.ReMountSegment(fixture.call(owner), List.of(good, bad)));
        assertFailed(outcome, ErrorCode.INVALID_PARAMS);
        Outcome twice = fixture.execute(new Operation.ReMountSegment(fixture.call(owner), List.of(good, good)));
        assertFailed(twice, ErrorCode.INVALID_PARAMS);
        assertThat(fixture.gauges().segmentCount()).isEqualTo(1);
    }

    @Test
    void onlyTheOwnerTakesASegmentBack() {
        ClientId other = fixture.joinPure(2);
        assertFailed(
                fixture.execute(new Operation.UnmountSegment(fixture.call(other), segment(1))),
                ErrorCode.ILLEGAL_CLIENT);
        assertThat(fixture.execute(new Operation.UnmountSegment(fixture.call(other), segment(77))))
                .isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.execute(new Operation.UnmountSegment(fixture.call(owner), segment(1))))
                .isEqualTo(Outcome.Done.INSTANCE);
        assertThat(fixture.gauges().capacityBytes()).isZero();
        assertThat(fixture.ping(owner)).isEqualTo(ClientStatus.OK);
    }

    @Test
    void theClusterIsReported() {
        fixture.put(owner, "a", 100);
        Outcome.ClusterInfo info = (Outcome.ClusterInfo) fixture.execute(new Operation.GetClusterInfo());
        assertThat(info.capacityBytes()).isEqualTo(MIB);
        assertThat(info.usedBytes()).isEqualTo(100);
        assertThat(info.keyCount()).isEqualTo(1);
        assertThat(info.clients()).containsExactly(new ClientReport(owner, false));
        SegmentReport report = info.segments().getFirst();
        assertThat(report.clientId()).isEqualTo(owner);
        assertThat(report.usedBytes()).isEqualTo(100);
        assertThat(report.largestFreeBytes()).isEqualTo(MIB - 128);
    }

    private Outcome mount(ClientId client, SegmentSpec spec) {
        return fixture.execute(new Operation.MountSegment(fixture.call(client), spec));
    }
}
