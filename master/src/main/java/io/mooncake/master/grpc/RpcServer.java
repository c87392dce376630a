package io.mooncake.master.grpc;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.mooncake.address.HostAndPort;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The control plane on its port.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Blocking: {@link #close} waits a few seconds for calls that run.
 */
public final class RpcServer implements AutoCloseable {
    /** Calls of one connection that run or wait; the client waits beyond it. */
    private static final int MAX_CALLS_PER_CONNECTION = 1024;

    private static final int MAX_METADATA_BYTES = 16 * 1024;
    private static final long CLOSE_WAIT_SECONDS = 5;

    private final Server server;
    private final CallExecutors executors;
    private final HostAndPort address;

    private RpcServer(Server server, CallExecutors executors, HostAndPort address) {
        this.server = server;
        this.address = address;
        this.executors = executors;
    }

    /**
     * What a server needs beside its use cases.
     *
     * @param masterEpoch random per start
     * @param dataThreads threads of data calls
     * @param counters counts refusals
     * @param nanoClock of arrivals and deadlines
     */
    public record Settings(long masterEpoch, int dataThreads, RequestCounters counters, LongSupplier nanoClock) {}

    /** Binds and serves; port 0 takes a free one. */
    public static RpcServer start(HostAndPort address, UseCases useCases, Settings settings) throws IOException {
        CallExecutors executors = new CallExecutors(settings.dataThreads());
        CallGate gate = new CallGate(settings.counters(), settings.nanoClock());
        Server server = NettyServerBuilder.forAddress(address.toSocketAddress())
                .directExecutor()
                .callExecutor(executors)
                .addService(MalformedMessages.refusedBy(
                        MasterServiceGrpc.bindService(new MasterEndpoint(settings.masterEpoch(), useCases, gate))))
                .intercept(new ProtocolVersions(settings.counters(), settings.nanoClock()))
                .addStreamTracerFactory(new CallArrival(settings.nanoClock()))
                .maxInboundMessageSize(MasterEndpoint.MAX_MESSAGE_BYTES)
                .maxInboundMetadataSize(MAX_METADATA_BYTES)
                .maxConcurrentCallsPerConnection(MAX_CALLS_PER_CONNECTION)
                .permitKeepAliveTime(1, TimeUnit.SECONDS)
                .permitKeepAliveWithoutCalls(true)
                .build();
        try {
            return new RpcServer(server.start(), executors, address);
        } catch (IOException e) {
            server.shutdownNow();
            executors.close();
            throw e;
        }
    }

    /** The address that was asked for, with the port that is really bound. */
    public HostAndPort boundAddress() {
        return address.withPort(server.getPort());
    }

    /** The threads that run data calls. */
    public Executor dataCalls() {
        return executors.dataCalls();
    }

    /** Takes no more calls, lets those that run finish, then ends every connection. */
    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                server.shutdownNow();
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
        executors.close();
    }
}
