package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.MIB;
import static io.mooncake.master.core.CoreFixture.SECOND;
import static io.mooncake.master.core.CoreFixture.assertFailed;
import static io.mooncake.master.core.CoreFixture.config;
import static io.mooncake.master.core.CoreFixture.segment;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is alive, suspect, gone; and who judges that. */
final class MembershipRulesTest {

    private final CoreFixture fixture = new CoreFixture();
    private final ClientId first = fixture.join(1, MIB);
    private final ClientId second = fixture.join(2, MIB);

    @Test
    void silenceMakesSuspectThenGone() {
        fixture.put(fixture.start(first, "a", 100, new ReplicateConfig(1, List.of("host-2"))));
        fixture.pass(2_900_000_000L, first);
        assertThat(fixture.gauges().suspectClientCount()).isZero();
        fixture.pass(200_000_000L, first);
        assertThat(fixture.gauges().suspectClientCount()).isEqualTo(1);
        assertThat(fixture.located("a").replicas())
                .as("a suspect's replicas are readable")
                .hasSize(1);
        fixture.pass(6_500_000_000L, first);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(2);
        fixture.pass(SECOND, first);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(1);
        assertThat(fixture.counts().clientsExpired()).isEqualTo(1);
        assertThat(fixture.gauges().capacityBytes()).isEqualTo(MIB);
        assertThat(fixture.gauges().allocatedBytes()).isZero();
        assertFailed(fixture.get("a"), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(fixture.counts().objectsLost()).isEqualTo(1);
    }

    @Test
    void aShortTimeToLiveMakesSuspectAtThreeTenths() {
        CoreFixture quick = new CoreFixture(config(0.95, 0, SECOND));
        quick.join(1, MIB);
        quick.pass(290_000_000L);
        assertThat(quick.gauges().suspectClientCount()).isZero();
        quick.pass(90_000_000L);
        assertThat(quick.gauges().suspectClientCount()).isEqualTo(1);
        quick.pass(700_000_000L);
        assertThat(quick.gauges().activeClientCount()).isZero();
    }

    @Test
    void nothingIsPlacedOnASuspectAndItsReplicasComeLast() {
        fixture.put(fixture.start(first, "both", 100, new ReplicateConfig(2, List.of("host-2"))));
        assertThat(hostOfFirstReplica("both")).isEqualTo("host-2");
        fixture.pass(4 * SECOND, first);
        assertThat(hostOfFirstReplica("both")).isEqualTo("host-1");
        assertThat(fixture.located("both").replicas()).hasSize(2);
        Outcome.PutGrant grant =
                fixture.granted(fixture.start(first, "new", 100, new ReplicateConfig(2, List.of("host-2"))));
        assertThat(grant.replicas()).hasSize(1);
        assertThat(hostOf(grant.replicas().getFirst())).isEqualTo("host-1");
        assertThat(fixture.ping(second)).isEqualTo(ClientStatus.OK);
        assertThat(hostOfFirstReplica("both")).as("heard of again").isEqualTo("host-2");
    }

    @Test
    void aMasterThatStoodStillExpiresNobody() {
        fixture.put(first, "a", 100);
        fixture.pass(2 * SECOND);
        fixture.nowNanos += 30 * SECOND;
        fixture.core.tick(fixture.nowNanos);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(2);
        assertThat(fixture.gauges().suspectClientCount()).isZero();
        assertThat(fixture.holds("a")).isTrue();
        fixture.pass(7_500_000_000L, first);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(2);
        fixture.pass(SECOND, first);
        assertThat(fixture.gauges().activeClientCount())
                .as("the silence before and after the pause counts")
                .isEqualTo(1);
    }

    @Test
    void operationsThatArriveBeforeTheLateTickExpireNobodyEither() {
        fixture.pass(SECOND);
        fixture.nowNanos += 30 * SECOND;
        assertThat(fixture.ping(first)).isEqualTo(ClientStatus.OK);
        fixture.granted(first, "a", 100);
        fixture.core.tick(fixture.nowNanos);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(2);
        fixture.pass(3_500_000_000L, second);
        assertThat(fixture.gauges().suspectClientCount())
                .as("lateness moves no deadline into the future")
                .isEqualTo(1);
    }

    @Test
    void aMasterThatIsNeverToldTheTimeUntilLateExpiresNobody() {
        fixture.nowNanos += 100 * SECOND;
        fixture.core.tick(fixture.nowNanos);
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(2);
    }

    @Test
    void aBusyMachineThatTicksALittleLateStillExpiresWhoIsSilent() {
        for (int i = 0; i < 40; i++) {
            fixture.nowNanos = fixture.core.tick(fixture.nowNanos) + 200_000_000L;
            fixture.ping(first);
        }
        assertThat(fixture.gauges().activeClientCount()).isEqualTo(1);
    }

    @Test
    void whoIsGoneComesBackByRemounting() {
        fixture.put(fixture.start(first, "a", 100, new ReplicateConfig(1, List.of("host-2"))));
        fixture.pass(12 * SECOND, first);
        assertThat(fixture.ping(second)).isEqualTo(ClientStatus.NEED_REMOUNT);
        assertFailed(fixture.execute(fixture.start(second, "b", 1)), ErrorCode.CLIENT_NOT_FOUND);
        SegmentSpec renewed = fixture.spec(22, "host-2", MIB);
        assertThat(fixture.execute(new Operation.ReMountSegment(fixture.call(second), List.of(renewed))))
                .isInstanceOf(Outcome.Registered.class);
        assertThat(fixture.ping(second)).isEqualTo(ClientStatus.OK);
        fixture.put(fixture.start(second, "b", 100, new ReplicateConfig(1, List.of("host-2"))));
        assertThat(fixture.holds("a")).isFalse();
        assertThat(fixture.gauges().capacityBytes()).isEqualTo(2 * MIB);
    }

    @Test
    void lostReplicasAreDroppedInStepsAndNeverShown() {
        for (int i = 0; i < 300; i++) {
            fixture.put(fixture.start(first, "k" + i, 10, new ReplicateConfig(1 + i % 2, List.of("host-2"))));
        }
        fixture.execute(new Operation.UnmountSegment(fixture.call(second), segment(2)));
        assertFailed(fixture.get("k0"), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(hostOfFirstReplica("k1")).isEqualTo("host-1");
        assertThat(fixture.gauges().keyCount()).isEqualTo(299);
        long deadline = fixture.core.tick(fixture.nowNanos);
        assertThat(deadline).as("work is left").isEqualTo(fixture.nowNanos);
        assertThat(fixture.gauges().keyCount()).isBetween(150L, 298L);
        fixture.pass(SECOND, first, second);
        assertThat(fixture.gauges().keyCount()).isEqualTo(150);
        assertThat(fixture.counts().replicasLost()).isEqualTo(300);
    }

    @Test
    void heartbeatThatNamesNoEpochIsFine() {
        Outcome outcome = fixture.execute(new Operation.Ping(new CallContext(first, 0, 0, 0)));
        assertThat(((Outcome.Pong) outcome).status()).isEqualTo(ClientStatus.OK);
    }

    @Test
    void anotherEpochIsToldToRemountAndWhichSegmentsMustStay() {
        fixture.put(fixture.start(first, "a", 100, new ReplicateConfig(1, List.of("host-2"))));
        CallContext stale = new CallContext(second, 99, 0, 0);
        assertThat(fixture.execute(new Operation.Ping(stale)))
                .isEqualTo(new Outcome.Pong(
                        ClientStatus.NEED_REMOUNT, CoreFixture.EPOCH, List.of(segment(2)), 10 * SECOND));
        Operation.Remove remove = new Operation.Remove(new CallContext(second, 99, 50, 0), ObjectKey.of("a"), true);
        assertFailed(fixture.execute(remove), ErrorCode.CLIENT_NOT_FOUND);
        assertThat(fixture.holds("a")).isTrue();
    }

    private String hostOfFirstReplica(String key) {
        return hostOf(fixture.located(key).replicas().getFirst());
    }

    private static String hostOf(ReplicaDescriptor replica) {
        return replica.slices().getFirst().extents().getFirst().segment().name();
    }
}
