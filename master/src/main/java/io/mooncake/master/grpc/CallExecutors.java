package io.mooncake.master.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that run calls. Heartbeats have their own, so that none waits behind data calls; sweeps over all objects
 * have their own, so that no data call waits behind them.
 *
 * <p>Every queue is bounded. When it is full, the event loop that decoded the call runs it in place: it reads nothing
 * more meanwhile, so its connections back up and the callers wait.
 *
 * <p>Thread safety: any thread.
 */
final class CallExecutors implements ServerCallExecutorSupplier, AutoCloseable {
    /** Calls that wait for a thread before connections back up. */
    private static final int QUEUE_LENGTH = 4096;

    private static final int HEARTBEAT_THREADS = 2;
    private static final long CLOSE_WAIT_SECONDS = 5;

    private static final Set<String> HEARTBEATS = Set.of(
            MasterServiceGrpc.getPingMethod().getFullMethodName(),
            MasterServiceGrpc.getMountSegmentMethod().getFullMethodName(),
            MasterServiceGrpc.getReMountSegmentMethod().getFullMethodName());
    private static final Set<String> SWEEPS = Set.of(
            MasterServiceGrpc.getRemoveAllMethod().getFullMethodName(),
            MasterServiceGrpc.getRemoveByRegexMethod().getFullMethodName(),
            MasterServiceGrpc.getGetReplicaListByRegexMethod().getFullMethodName());

    private final ThreadPoolExecutor data;
    private final ThreadPoolExecutor heartbeats;
    private final ThreadPoolExecutor sweeps;

    CallExecutors(int dataThreads) {
        this.data = pool("master-data", dataThreads);
        this.heartbeats = pool("master-heartbeat", HEARTBEAT_THREADS);
        this.sweeps = pool("master-sweep", 1);
    }

    private static ThreadPoolExecutor pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        ThreadFactory factory = work -> {
            Thread thread = new Thread(work, name + "-" + number.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        };
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE_LENGTH),
                factory,
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    @Override
    public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
        return executorOf(call.getMethodDescriptor().getFullMethodName());
    }

    Executor executorOf(String method) {
        if (HEARTBEATS.contains(method)) {
            return heartbeats;
        }
        return SWEEPS.contains(method) ? sweeps : data;
    }

    Executor dataCalls() {
        return data;
    }

    /** Lets the calls that are queued finish. */
    @Override
    public void close() {
        for (ThreadPoolExecutor pool : new ThreadPoolExecutor[] {data, heartbeats, sweeps}) {
            pool.shutdown();
            try {
                if (!pool.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                    pool.shutdownNow();
                }
            } catch (InterruptedException e) {
                pool.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
