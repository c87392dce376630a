package io.mooncake.bench.measure.allocation;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.measure.BenchSettings;
import io.mooncake.bench.measure.Samples;
import io.mooncake.bench.soak.Churn;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;

/** What it costs a reader that an object lies in pieces: a storage node with a pool full of holes, and a client. */
final class ExtentReads {

    static final long OBJECT_BYTES = 32L << 20;

    private static final long POOL_MEBIBYTES = 512;
    private static final int CHURN_SECONDS = 10;
    private static final int OBJECTS = 4;
    private static final int READS = 20;

    private ExtentReads() {}

    /** Times of whole reads, in microseconds, where a slice has at most this many extents. */
    static Samples measure(int maximumExtents, BenchSettings settings) throws IOException, InterruptedException {
        try (LocalCluster cluster = new LocalCluster(Launcher.in(settings.home()))) {
            cluster.startMaster("--max_extents_per_slice=" + maximumExtents);
            cluster.startClient("storage node", POOL_MEBIBYTES + " MB");
            try (MooncakeClient client =
                            MooncakeClient.connect(ClientConfig.builder("127.0.0.1", cluster.masterAddress())
                                    .build());
                    Arena arena = Arena.ofShared()) {
                // A failure of the churn is what a limit of 1 is expected to show; the reads are measured all the same.
                new Churn(client, POOL_MEBIBYTES << 20, settings.seed(), System::nanoTime)
                        .run(TimeUnit.SECONDS.toNanos(settings.scaled(CHURN_SECONDS)));
                return read(client, arena.allocate(OBJECT_BYTES, 64));
            }
        }
    }

    private static Samples read(MooncakeClient client, MemorySegment region) throws IOException {
        Samples micros = new Samples();
        for (int object = 0; object < OBJECTS; object++) {
            String key = "object-" + object;
            PutOutcome put = client.put(key, region, PutOptions.DEFAULT);
            if (!(put instanceof PutOutcome.Stored)) {
                throw new IOException("put of " + key + ": " + put);
            }
            for (int i = 0; i < READS; i++) {
                long startNanos = System.nanoTime();
                GetIntoOutcome got = client.getInto(key, region);
                micros.add((System.nanoTime() - startNanos) / 1e3);
                if (!(got instanceof GetIntoOutcome.Loaded)) {
                    throw new IOException("get of " + key + ": " + got);
                }
            }
        }
        return micros;
    }
}
