package io.mooncake.transfer;

/** The contract where portable sockets carry the bytes. */
final class PortableTcpTransferTest extends TransferContract {
    @Override
    TransferEngine startInitiator() {
        return TransferEngine.start(TransferConfig.defaults("127.0.0.1"), false);
    }

    @Override
    TransferEngine startTarget(TransferEngine startedInitiator) {
        return TransferEngine.start(TransferConfig.defaults("127.0.0.1"), false);
    }
}
