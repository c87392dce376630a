package io.mooncake.transfer;

/** The contract where native sockets carry the bytes. */
final class TcpTransferTest extends TransferContract {
    @Override
    TransferEngine startInitiator() {
        return TransferEngine.start(TransferConfig.defaults("127.0.0.1"), true);
    }

    @Override
    TransferEngine startTarget(TransferEngine startedInitiator) {
        return TransferEngine.start(TransferConfig.defaults("127.0.0.1"), true);
    }
}
