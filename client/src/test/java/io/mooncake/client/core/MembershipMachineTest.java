package io.mooncake.client.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.client.core.MembershipMachine.State;
import io.mooncake.error.ErrorCode;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MembershipMachineTest {

    private static final long MILLI = 1_000_000;
    private static final long TTL = 10_000 * MILLI;
    private static final UUID SEGMENT = new UUID(1, 2);

    private final MembershipMachine machine = new MembershipMachine(7, TTL, 0);

    @Test
    void heartbeatsComeAtOnceThenEverySecondOrFiveTimesPerTtl() {
        assertThat(machine.onTick(0)).isEqualTo(new MembershipStep.SendPing());
        assertThat(machine.onTick(1)).isEqualTo(new MembershipStep.WaitUntil(1_000 * MILLI));
        // A short TTL hastens the heartbeat that was set for later: at 0.3 TTL of silence the client would be suspect.
        assertThat(machine.onPing(registered(7, 1_000 * MILLI), 0, 1))
                .isEqualTo(new MembershipStep.WaitUntil(200 * MILLI));
        assertThat(machine.onTick(200 * MILLI)).isEqualTo(new MembershipStep.SendPing());
        assertThat(machine.onTick(200 * MILLI)).isEqualTo(new MembershipStep.WaitUntil(400 * MILLI));
    }

    @Test
    void silenceOfTheTtlIsNoticedAndEndsWithAnAnswer() {
        machine.onTick(TTL - 1);
        assertThat(machine.state()).isEqualTo(State.REGISTERED);
        machine.onPing(new Unanswered<>(ErrorCode.RPC_TIMEOUT, "late", true), TTL - 1, TTL - 1);
        machine.onTick(TTL);
        assertThat(machine.state()).isEqualTo(State.SILENT);

        machine.onPing(registered(7, TTL), TTL, TTL + 1);

        assertThat(machine.state()).isEqualTo(State.REGISTERED);
        assertThat(machine.epoch()).isEqualTo(7);
    }

    @Test
    void anUnknownClientRegistersAnewAndKeepsWhatIsInUse() {
        assertThat(machine.onPing(unregistered(8), 5, 6)).isEqualTo(new MembershipStep.Remount(Set.of(SEGMENT)));
        assertThat(machine.state()).isEqualTo(State.REMOUNTING);

        machine.onRegistered(8, 10);

        assertThat(machine.state()).isEqualTo(State.REGISTERED);
        assertThat(machine.epoch()).isEqualTo(8);
    }

    @Test
    void oneRemountAtATime() {
        machine.onPing(unregistered(8), 5, 6);

        assertThat(machine.onPing(unregistered(8), 7, 8)).isInstanceOf(MembershipStep.WaitUntil.class);
    }

    @Test
    void aHeartbeatOlderThanTheRegistrationSaysNothing() {
        machine.onPing(unregistered(8), 5, 6);
        machine.onRegistered(8, 10);

        assertThat(machine.onPing(unregistered(8), 9, 11)).isInstanceOf(MembershipStep.WaitUntil.class);
        assertThat(machine.state()).isEqualTo(State.REGISTERED);
    }

    @Test
    void aFailedRemountIsTriedAgainLaterAndLater() {
        machine.onPing(unregistered(8), 5, 6);
        machine.onRemountFailed(10);
        assertThat(machine.state()).isEqualTo(State.LOST);
        assertThat(machine.onTick(10)).isEqualTo(new MembershipStep.WaitUntil(10 + 100 * MILLI));
        assertThat(machine.onPing(unregistered(8), 11, 12)).isInstanceOf(MembershipStep.WaitUntil.class);

        long second = 10 + 100 * MILLI;
        assertThat(machine.onPing(unregistered(8), second, second)).isInstanceOf(MembershipStep.Remount.class);
        machine.onRemountFailed(second);
        assertThat(machine.onTick(second)).isEqualTo(new MembershipStep.WaitUntil(second + 200 * MILLI));
    }

    @Test
    void aRegistrationThatNoHeartbeatConfirmsIsNotRepeatedAtOnce() {
        machine.onPing(unregistered(8), 5, 6);
        machine.onRegistered(8, 10);
        assertThat(machine.onTick(10)).isEqualTo(new MembershipStep.SendPing());

        assertThat(machine.onPing(unregistered(8), 10, 11)).isEqualTo(new MembershipStep.WaitUntil(10 + 100 * MILLI));
        assertThat(machine.onTick(11)).isEqualTo(new MembershipStep.WaitUntil(10 + 100 * MILLI));
        assertThat(machine.onPing(unregistered(8), 10 + 100 * MILLI, 10 + 100 * MILLI))
                .isInstanceOf(MembershipStep.Remount.class);
        machine.onRegistered(8, 20 + 100 * MILLI);
        machine.onPing(registered(8, TTL), 30 + 100 * MILLI, 31 + 100 * MILLI);
        assertThat(machine.onPing(unregistered(9), 40 + 100 * MILLI, 41 + 100 * MILLI))
                .isInstanceOf(MembershipStep.Remount.class);
    }

    @Test
    void aRefusedChangeIsFollowedByAHeartbeatAtOnce() {
        machine.onTick(0);
        machine.onChangeRefused(6, 1);
        assertThat(machine.state()).isEqualTo(State.REGISTERED);

        machine.onChangeRefused(7, 2);

        assertThat(machine.state()).isEqualTo(State.LOST);
        assertThat(machine.onTick(2)).isEqualTo(new MembershipStep.SendPing());
    }

    private static Answer<PingAnswer> registered(long epoch, long ttlNanos) {
        return new Accepted<>(new PingAnswer(true, epoch, Set.of(), ttlNanos));
    }

    private static Answer<PingAnswer> unregistered(long epoch) {
        return new Accepted<>(new PingAnswer(false, epoch, Set.of(SEGMENT), TTL));
    }
}
