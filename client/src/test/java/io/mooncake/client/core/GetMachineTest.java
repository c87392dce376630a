package io.mooncake.client.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.error.ErrorCode;
import org.junit.jupiter.api.Test;

class GetMachineTest {

    private static final long QUEUED = 1_000;
    private static final long LEASE = 10_000;
    /** The first moment that the lease does not cover: queued + lease - 1 %. */
    private static final long OVER = QUEUED + 9_900;

    private static final long DEADLINE = 1_000_000;

    private final GetMachine machine = new GetMachine(Grants.SIZE_BYTES, true, QUEUED);

    @Test
    void rightBytesWithinTheLeaseAreSurfaced() {
        assertThat(located(1, LEASE)).isInstanceOf(GetStep.Read.class);
        assertThat(machine.onExtentRead(true, "", OVER - 2)).isEqualTo(new GetStep.Wait());
        assertThat(machine.onExtentRead(true, "", OVER - 1)).isInstanceOf(GetStep.Verify.class);
        // The comparison works on memory of this process: the lease has nothing to do with it.
        assertThat(machine.onVerified(true, OVER + 500)).isEqualTo(loaded(true));
    }

    @Test
    void aReadThatEndsAfterItsLeaseSurfacesNothing() {
        located(2, LEASE);
        machine.onExtentRead(true, "", OVER - 1);

        assertThat(failure(machine.onExtentRead(true, "", OVER))).isEqualTo(ErrorCode.LEASE_EXPIRED);
    }

    @Test
    void aFailedTransferGoesOnToTheNextReplica() {
        located(2, LEASE);

        GetStep step = read(false, QUEUED + 5);

        assertThat(step).isInstanceOf(GetStep.Read.class);
        assertThat(((GetStep.Read) step).replica().replicaIndex()).isEqualTo(1);
        assertThat(machine.failovers()).isEqualTo(1);
        read(true, QUEUED + 6);
        assertThat(machine.onVerified(true, QUEUED + 7)).isEqualTo(loaded(true));
    }

    @Test
    void wrongBytesGoOnToTheNextReplicaAndFailWhenThereIsNone() {
        located(2, LEASE);
        read(true, QUEUED + 5);
        assertThat(machine.onVerified(false, QUEUED + 6)).isInstanceOf(GetStep.Read.class);
        read(true, QUEUED + 7);

        assertThat(failure(machine.onVerified(false, QUEUED + 8))).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
    }

    @Test
    void wrongBytesWeighMoreThanAFailedTransfer() {
        located(2, LEASE);
        read(true, QUEUED + 5);
        machine.onVerified(false, QUEUED + 6);

        assertThat(failure(read(false, QUEUED + 7))).isEqualTo(ErrorCode.CHECKSUM_MISMATCH);
    }

    @Test
    void noReplicaIsTriedAfterTheDeadline() {
        located(2, 10 * DEADLINE);

        assertThat(failure(read(false, DEADLINE))).isEqualTo(ErrorCode.TRANSFER_FAIL);
    }

    @Test
    void noReplicaIsTriedAfterTheLease() {
        located(2, LEASE);
        read(true, OVER - 1);

        assertThat(failure(machine.onVerified(false, OVER))).isEqualTo(ErrorCode.LEASE_EXPIRED);
    }

    @Test
    void withoutChecksumsNothingIsCompared() {
        GetMachine unverified = new GetMachine(Grants.SIZE_BYTES, false, QUEUED);
        unverified.onLocated(Grants.object(1, Grants.CHECKSUMS, LEASE), QUEUED, DEADLINE);
        unverified.onExtentRead(true, "", QUEUED);
        assertThat(unverified.onExtentRead(true, "", QUEUED)).isEqualTo(loaded(false));

        machine.onLocated(Grants.object(1, null, LEASE), QUEUED, DEADLINE);
        assertThat(read(true, QUEUED)).isEqualTo(loaded(false));
    }

    @Test
    void onlyTheMastersWordIsAMiss() {
        assertThat(machine.onLocated(new Refused<>(ErrorCode.OBJECT_NOT_FOUND, "none"), QUEUED, DEADLINE))
                .isEqualTo(new GetStep.Finish(new GetResult.Missing()));
        GetMachine unready = new GetMachine(Grants.SIZE_BYTES, true, QUEUED);
        assertThat(failure(unready.onLocated(new Refused<>(ErrorCode.REPLICA_IS_NOT_READY, "none"), QUEUED, DEADLINE)))
                .isEqualTo(ErrorCode.REPLICA_IS_NOT_READY);
        GetMachine silent = new GetMachine(Grants.SIZE_BYTES, true, QUEUED);
        assertThat(failure(silent.onLocated(new Unanswered<>(ErrorCode.RPC_TIMEOUT, "late", true), QUEUED, DEADLINE)))
                .isEqualTo(ErrorCode.RPC_TIMEOUT);
        GetMachine bare = new GetMachine(Grants.SIZE_BYTES, true, QUEUED);
        assertThat(failure(bare.onLocated(Grants.object(0, null, LEASE), QUEUED, DEADLINE)))
                .isEqualTo(ErrorCode.REPLICA_IS_NOT_READY);
    }

    @Test
    void anObjectLongerThanTheTargetIsNotRead() {
        GetMachine small = new GetMachine(Grants.SIZE_BYTES - 1, true, QUEUED);

        assertThat(failure(small.onLocated(Grants.object(1, null, LEASE), QUEUED, DEADLINE)))
                .isEqualTo(ErrorCode.BUFFER_OVERFLOW);
    }

    @Test
    void inputsThatDoNotFitTheStateAreRefused() {
        assertThatIllegalStateException().isThrownBy(() -> machine.onVerified(true, QUEUED));
        assertThatIllegalStateException().isThrownBy(() -> machine.onExtentRead(true, "", QUEUED));
    }

    private GetStep located(int replicas, long leaseNanos) {
        return machine.onLocated(Grants.object(replicas, Grants.CHECKSUMS, leaseNanos), QUEUED + 1, DEADLINE);
    }

    private GetStep read(boolean landed, long nowNanos) {
        machine.onExtentRead(true, "", nowNanos);
        return machine.onExtentRead(landed, "broken", nowNanos);
    }

    private static GetStep loaded(boolean verified) {
        return new GetStep.Finish(new GetResult.Loaded(Grants.SIZE_BYTES, verified));
    }

    private static ErrorCode failure(GetStep step) {
        assertThat(step).isInstanceOf(GetStep.Finish.class);
        GetResult result = ((GetStep.Finish) step).result();
        assertThat(result).isInstanceOf(GetResult.Failed.class);
        return ((GetResult.Failed) result).code();
    }
}
