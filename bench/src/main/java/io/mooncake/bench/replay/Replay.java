package io.mooncake.bench.replay;

import io.mooncake.bench.trace.LruCache;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClusterReport;
import io.mooncake.client.MooncakeClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * One replay of a trace through a client. The requests are dealt out to the threads in the order of the trace.
 *
 * <p>Thread safety: one caller. Blocking: {@link #run} until the whole trace is replayed.
 */
public final class Replay {

    private final MooncakeClient client;
    private final ReplayConfig config;
    private final LongSupplier nanoClock;

    /** A replay through this client, which stays the caller's. */
    public Replay(MooncakeClient client, ReplayConfig config, LongSupplier nanoClock) {
        this.client = client;
        this.config = config;
        this.nanoClock = nanoClock;
    }

    /** Replays the requests. */
    public ReplayReport run(List<TraceRequest> requests, Progress progress) throws InterruptedException {
        ClusterReport cluster = client.clusterInfo();
        long start = nanoClock.getAsLong();
        Tally tally = replayAll(requests, progress);
        progress.finish();
        long capacityBlocks = capacityBlocks(cluster, config.blockBytes());
        return ReplayReport.of(
                tally,
                capacityBlocks,
                LruCache.hitRatio(requests, capacityBlocks),
                cluster.keyCount(),
                nanoClock.getAsLong() - start);
    }

    /** Whole blocks that fit below the watermark. */
    static long capacityBlocks(ClusterReport cluster, long blockBytes) {
        return (long) Math.floor(cluster.evictionHighWatermarkRatio() * cluster.capacityBytes() / blockBytes);
    }

    private Tally replayAll(List<TraceRequest> requests, Progress progress) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        Tally total = new Tally();
        try (ExecutorService threads = Executors.newFixedThreadPool(config.threads())) {
            List<Future<Tally>> workers = new ArrayList<>();
            for (int i = 0; i < config.threads(); i++) {
                workers.add(threads.submit(() -> work(requests, next, progress)));
            }
            for (Future<Tally> worker : workers) {
                total.add(await(worker, next, requests.size()));
            }
        }
        return total;
    }

    private Tally work(List<TraceRequest> requests, AtomicInteger next, Progress progress) {
        try (ReplayWorker worker = new ReplayWorker(client, config, nanoClock)) {
            int index = next.getAndIncrement();
            while (index >= 0 && index < requests.size()) {
                TraceRequest request = requests.get(index);
                worker.replay(request);
                progress.step(request.hashIds().size() * config.blockBytes());
                index = next.getAndIncrement();
            }
            return worker.tally();
        }
    }

    /** The tally of a worker; when it failed, the others stop after the request at hand. */
    private static Tally await(Future<Tally> worker, AtomicInteger next, int end) throws InterruptedException {
        try {
            return worker.get();
        } catch (ExecutionException e) {
            next.set(end);
            throw new IllegalStateException("a replay thread ended: " + e.getCause(), e);
        }
    }
}
