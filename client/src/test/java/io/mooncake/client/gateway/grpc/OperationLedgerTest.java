package io.mooncake.client.gateway.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperationLedgerTest {

    private final OperationLedger ledger = new OperationLedger();

    @Test
    void numbersAreNeighboursFromOneAndNeverUsedTwice() {
        assertThat(ledger.open(3)).isEqualTo(1);
        assertThat(ledger.open(1)).isEqualTo(4);
        ledger.close(1);
        ledger.close(4);
        assertThat(ledger.open(2)).isEqualTo(5);
    }

    @Test
    void theOldestUnansweredPassesOnlyWhatIsAnswered() {
        assertThat(ledger.oldestUnanswered()).isEqualTo(1);
        long first = ledger.open(10);
        long second = ledger.open(5);
        ledger.close(second);
        assertThat(ledger.oldestUnanswered()).isEqualTo(1);
        ledger.close(first);
        assertThat(ledger.oldestUnanswered()).isEqualTo(16);
    }

    @Test
    void whatTheMasterMayHaveForgottenIsNotRepeated() {
        long first = ledger.open(1_024);
        assertThat(ledger.isRepeatable(first)).isTrue();
        ledger.open(1_024);
        ledger.open(1_024);
        assertThat(ledger.isRepeatable(first)).isTrue();
        ledger.open(1);
        assertThat(ledger.isRepeatable(first)).isFalse();
    }
}
