package io.mooncake.master;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.master.config.MasterConfig;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.Checksums;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import io.mooncake.protocol.v1.MasterServiceGrpc.MasterServiceBlockingStub;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.MountSegmentResponse;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.Replica;
import io.mooncake.protocol.v1.ReplicaWrite;
import io.mooncake.protocol.v1.ReplicateConfig;
import io.mooncake.protocol.v1.Segment;
import io.mooncake.protocol.v1.Uuid;
import io.mooncake.protocol.v1.VoidOutcome;
import io.mooncake.protocol.v1.WriteState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** A master on free ports, and a client that speaks to it over real sockets. */
final class MasterFixture implements AutoCloseable {
    static final long EPOCH = 0xfeed_0000_0000_0001L;
    static final long GIB = 1L << 30;
    static final Uuid CLIENT = uuid(1);

    final MasterServer server;
    final ManagedChannel channel;
    final MasterServiceBlockingStub stub;
    private final HttpClient http = HttpClient.newHttpClient();
    private static final int PUTS_PER_HEARTBEAT = 50;
    private long nextOperation = 1;
    private int puts;

    MasterFixture(String... flags) {
        this(System::nanoTime, flags);
    }

    MasterFixture(LongSupplier nanoClock, String... flags) {
        List<String> arguments = new ArrayList<>(
                List.of("--rpc_address=127.0.0.1", "--port=0", "--metrics_host=127.0.0.1", "--metrics_port=0"));
        arguments.addAll(List.of(flags));
        try {
            server = MasterServer.start(MasterConfig.of(MasterConfig.flags().parse(arguments)), EPOCH, 42, nanoClock);
        } catch (MasterStartException e) {
            throw new IllegalStateException(e);
        }
        channel = NettyChannelBuilder.forAddress(server.rpcAddress().toSocketAddress())
                .usePlaintext()
                .build();
        stub = MasterServiceGrpc.newBlockingStub(channel);
    }

    static Uuid uuid(long low) {
        return Uuid.newBuilder().setHigh(0x5eed).setLow(low).build();
    }

    static ByteString key(String text) {
        return ByteString.copyFromUtf8(text);
    }

    /** A header for {@code count} operations that were never sent before. */
    CallHeader changes(int count) {
        long first = nextOperation;
        nextOperation += count;
        return CallHeader.newBuilder()
                .setClientId(CLIENT)
                .setMasterEpoch(EPOCH)
                .setOperationId(first)
                .setOldestUnanswered(first)
                .build();
    }

    /** A header as it goes with heartbeats. */
    static CallHeader registered() {
        return CallHeader.newBuilder().setClientId(CLIENT).setMasterEpoch(EPOCH).build();
    }

    static CallHeader reads() {
        return CallHeader.newBuilder().setClientId(CLIENT).build();
    }

    static Segment segment(long id, String name, long sizeBytes) {
        return Segment.newBuilder()
                .setSegmentId(uuid(id))
                .setName(name)
                .setBase(id * GIB)
                .setSizeBytes(sizeBytes)
                .setTeEndpoint(name)
                .setProtocol("tcp")
                .build();
    }

    MountSegmentResponse mount(long id, String name, long sizeBytes) {
        return stub.mountSegment(MountSegmentRequest.newBuilder()
                .setHeader(changes(1))
                .setSegment(segment(id, name, sizeBytes))
                .build());
    }

    PutStartOutcome start(String key, long sizeBytes) {
        return start(key, sizeBytes, 1);
    }

    PutStartOutcome start(String key, long sizeBytes, int replicas) {
        return stub.putStart(PutStartRequest.newBuilder()
                        .setHeader(changes(1))
                        .setItem(PutStartItem.newBuilder().setKey(key(key)).setSizeBytes(sizeBytes))
                        .setConfig(ReplicateConfig.newBuilder().setReplicaNum(replicas))
                        .build())
                .getOutcome();
    }

    static List<ReplicaWrite> writes(PutGrant grant, WriteState state) {
        List<ReplicaWrite> writes = new ArrayList<>();
        for (Replica replica : grant.getReplicasList()) {
            writes.add(ReplicaWrite.newBuilder()
                    .setReplicaIndex(replica.getReplicaIndex())
                    .setState(state)
                    .build());
        }
        return writes;
    }

    private static Checksums checksums(PutGrant grant) {
        Checksums.Builder checksums = Checksums.newBuilder().setObjectCrc32C(0xdeadbeef);
        for (int i = 0; i < grant.getReplicas(0).getSlicesCount(); i++) {
            checksums.addSliceCrc32C(0xdeadbeef);
        }
        return checksums.build();
    }

    VoidOutcome end(String key, PutGrant grant) {
        return stub.putEnd(PutEndRequest.newBuilder()
                        .setHeader(changes(1))
                        .setItem(PutEndItem.newBuilder()
                                .setKey(key(key))
                                .setPutId(grant.getPutId())
                                .setChecksums(checksums(grant))
                                .addAllWrites(writes(grant, WriteState.WRITE_ACKNOWLEDGED)))
                        .build())
                .getOutcome();
    }

    /** Stores an object; many in a row send heartbeats, so that the node stays unsuspected on a slow machine. */
    void put(String key, long sizeBytes) {
        if (++puts % PUTS_PER_HEARTBEAT == 0) {
            stub.ping(PingRequest.newBuilder().setHeader(registered()).build());
        }
        PutStartOutcome started = start(key, sizeBytes);
        if (!started.hasGrant()) {
            throw new AssertionError("put of " + key + ": " + started.getFailure());
        }
        VoidOutcome ended = end(key, started.getGrant());
        if (ended.hasFailure()) {
            throw new AssertionError("end of " + key + ": " + ended.getFailure());
        }
    }

    /** A heartbeat: on a busy machine many calls take longer than the silence that makes a client suspect. */
    void beat() {
        stub.ping(PingRequest.newBuilder().setHeader(registered()).build());
    }

    HttpResponse<String> get(String pathAndQuery) throws IOException, InterruptedException {
        URI uri = URI.create("http://" + server.adminAddress() + pathAndQuery);
        return http.send(
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    ExpositionReader metrics() throws IOException, InterruptedException {
        return ExpositionReader.read(get("/metrics").body());
    }

    double metric(String series) throws IOException, InterruptedException {
        return metrics().value(series).orElseThrow();
    }

    static void await(String what, BooleanSupplier condition) {
        long giveUpNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - giveUpNanos > 0) {
                throw new AssertionError("did not happen in 20 s: " + what);
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            if (!channel.awaitTermination(10, TimeUnit.SECONDS)) {
                throw new AssertionError("the channel did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
        server.close();
    }
}
