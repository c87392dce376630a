package io.mooncake.transfer;

/** The contract where the target is the same engine. */
final class LocalTransferTest extends TransferContract {
    @Override
    TransferEngine startInitiator() {
        return TransferEngine.start(TransferConfig.defaults("127.0.0.1"), true);
    }

    @Override
    TransferEngine startTarget(TransferEngine startedInitiator) {
        return startedInitiator;
    }
}
