package io.mooncake.client.core;

import static io.mooncake.client.core.WriteState.ACKNOWLEDGED;
import static io.mooncake.client.core.WriteState.SETTLED;
import static io.mooncake.client.core.WriteState.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class PutMachineTest {

    private final PutMachine machine = new PutMachine(Grants.SIZE_BYTES, true);

    @Test
    void aWholeReplicaIsCommittedWithTheStateOfEach() {
        assertThat(machine.onStartAnswer(Grants.grant(3))).isInstanceOf(PutStep.Write.class);
        assertThat(machine.onChecksums(Grants.CHECKSUMS)).isEqualTo(new PutStep.Wait());
        write(0, ACKNOWLEDGED, ACKNOWLEDGED);
        write(1, ACKNOWLEDGED, SETTLED);
        PutStep step = write(2, UNCERTAIN, SETTLED);

        assertThat(step)
                .isEqualTo(new PutStep.SendEnd(
                        77,
                        Grants.CHECKSUMS,
                        List.of(
                                new ReplicaWrite(0, ACKNOWLEDGED),
                                new ReplicaWrite(1, SETTLED),
                                new ReplicaWrite(2, UNCERTAIN))));
        assertThat(machine.onEndAnswer(new Accepted<>(Done.DONE)))
                .isEqualTo(new PutStep.Finish(new PutResult.Stored(List.of(1))));
        assertThat(machine.state()).isEqualTo(PutMachine.State.DONE);
    }

    @Test
    void theEndWaitsForTheChecksums() {
        machine.onStartAnswer(Grants.grant(1));

        assertThat(write(0, ACKNOWLEDGED, ACKNOWLEDGED)).isEqualTo(new PutStep.Wait());
        assertThat(machine.onChecksums(Grants.CHECKSUMS)).isInstanceOf(PutStep.SendEnd.class);
    }

    @Test
    void withoutWholeReplicaThePutIsRevokedAndFails() {
        machine.onStartAnswer(Grants.grant(1));

        PutStep step = write(0, ACKNOWLEDGED, UNCERTAIN);

        assertThat(step).isEqualTo(new PutStep.SendRevoke(77, List.of(new ReplicaWrite(0, UNCERTAIN))));
        assertThat(failure(machine.onRevokeAnswer()).code()).isEqualTo(ErrorCode.TRANSFER_FAIL);
    }

    @Test
    void noEndBeforeEveryWriteIsReported() {
        machine.onStartAnswer(Grants.grant(2));
        machine.onChecksums(Grants.CHECKSUMS);
        write(0, ACKNOWLEDGED, ACKNOWLEDGED);

        assertThat(machine.onExtentWritten(1, ACKNOWLEDGED, "")).isEqualTo(new PutStep.Wait());
        assertThat(machine.onDeadline()).isEqualTo(new PutStep.CancelWrites());
        assertThat(machine.onExtentWritten(1, UNCERTAIN, "canceled")).isInstanceOf(PutStep.SendEnd.class);
    }

    @Test
    void aTakenKeyIsNoFailureAndEndsNothing() {
        assertThat(machine.onStartAnswer(new Refused<>(ErrorCode.OBJECT_ALREADY_EXISTS, "taken")))
                .isEqualTo(new PutStep.Finish(new PutResult.AlreadyExists()));
    }

    @Test
    void aStartWithoutAnswerFailsWithItsCode() {
        assertThat(failure(machine.onStartAnswer(new Unanswered<>(ErrorCode.RPC_TIMEOUT, "late", false))))
                .isEqualTo(new PutResult.Failed(ErrorCode.RPC_TIMEOUT, "late (not sent)"));
    }

    @Test
    void anotherEpochSendsTheStartAnewButNeverTheEnd() {
        assertThat(machine.onEpochChange()).isEqualTo(new PutStep.SendStart());
        machine.onStartAnswer(Grants.grant(1));
        machine.onChecksums(Grants.CHECKSUMS);

        assertThat(machine.onEpochChange()).isEqualTo(new PutStep.CancelWrites());
        assertThat(failure(write(0, ACKNOWLEDGED, ACKNOWLEDGED)).code()).isEqualTo(ErrorCode.CLIENT_NOT_FOUND);
    }

    @Test
    void anotherEpochWhileTheEndIsUnderWayIsNotStored() {
        machine.onStartAnswer(Grants.grant(1));
        machine.onChecksums(Grants.CHECKSUMS);
        write(0, ACKNOWLEDGED, ACKNOWLEDGED);

        assertThat(failure(machine.onEpochChange()).code()).isEqualTo(ErrorCode.CLIENT_NOT_FOUND);
    }

    @Test
    void anEndWithoutAnswerSaysThatTheObjectMayBeStored() {
        machine.onStartAnswer(Grants.grant(1));
        machine.onChecksums(Grants.CHECKSUMS);
        write(0, ACKNOWLEDGED, ACKNOWLEDGED);

        PutResult.Failed failed = failure(machine.onEndAnswer(new Unanswered<>(ErrorCode.RPC_FAIL, "lost", true)));

        assertThat(failed.code()).isEqualTo(ErrorCode.RPC_FAIL);
        assertThat(failed.message()).contains("may be stored later");
    }

    @Test
    void anEmptyObjectNeedsNoTransfer() {
        PutMachine empty = new PutMachine(0, true);
        PutGrant grant = new PutGrant(5, Grants.SLICE_BYTES, List.of(new ReplicaLocation(0, List.of(), 0)));

        assertThat(empty.onStartAnswer(new Accepted<>(grant))).isInstanceOf(PutStep.Write.class);
        assertThat(empty.onChecksums(new Checksums(List.of(), 0))).isInstanceOf(PutStep.SendEnd.class);
    }

    @Test
    void aGrantOfAnotherLengthIsNotWritten() {
        PutMachine longer = new PutMachine(Grants.SIZE_BYTES + 1, true);

        assertThat(failure(longer.onStartAnswer(Grants.grant(1))).code()).isEqualTo(ErrorCode.INVALID_REPLICA);
    }

    @Test
    void inputsThatDoNotFitTheStateAreRefused() {
        assertThatIllegalStateException().isThrownBy(() -> machine.onExtentWritten(0, ACKNOWLEDGED, ""));
        assertThatIllegalStateException().isThrownBy(() -> machine.onEndAnswer(new Accepted<>(Done.DONE)));
        machine.onStartAnswer(Grants.grant(2));
        write(0, ACKNOWLEDGED, ACKNOWLEDGED);
        assertThatIllegalStateException().isThrownBy(() -> machine.onExtentWritten(0, ACKNOWLEDGED, ""));
    }

    private PutStep write(int replica, WriteState first, WriteState second) {
        machine.onExtentWritten(replica, first, "first");
        return machine.onExtentWritten(replica, second, "second");
    }

    private static PutResult.Failed failure(PutStep step) {
        assertThat(step).isInstanceOf(PutStep.Finish.class);
        PutResult result = ((PutStep.Finish) step).result();
        assertThat(result).isInstanceOf(PutResult.Failed.class);
        return (PutResult.Failed) result;
    }
}
