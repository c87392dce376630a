package io.mooncake.client;

import java.io.IOException;

/** A client of a fake master, for tests of other packages. */
public final class ClientMetricsFixture implements AutoCloseable {
    private final FakeMaster master = new FakeMaster();
    private final MooncakeClient client;

    /** Connects a client that lends a little memory. */
    public ClientMetricsFixture(boolean metrics) throws IOException {
        client = MooncakeClient.connect(ClientConfig.builder("127.0.0.1", master.address())
                .globalSegmentSizeBytes(1 << 20)
                .metrics(metrics)
                .build());
    }

    /** The client. */
    public MooncakeClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        master.close();
    }
}
