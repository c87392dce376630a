package io.mooncake.master.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.protocol.v1.MasterServiceGrpc;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class CallExecutorsTest {
    private final CountDownLatch release = new CountDownLatch(1);

    private static String threadOf(Executor executor) throws Exception {
        CompletableFuture<String> name = new CompletableFuture<>();
        executor.execute(() -> name.complete(Thread.currentThread().getName()));
        return name.get(10, TimeUnit.SECONDS);
    }

    private void block() {
        try {
            assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void heartbeatsAndDataCallsGoOnWhileTheOthersAreStuck() throws Exception {
        try (CallExecutors executors = new CallExecutors(1)) {
            Executor data =
                    executors.executorOf(MasterServiceGrpc.getPutStartMethod().getFullMethodName());
            Executor sweep =
                    executors.executorOf(MasterServiceGrpc.getRemoveAllMethod().getFullMethodName());
            sweep.execute(this::block);
            assertThat(threadOf(data)).startsWith("master-data");

            data.execute(this::block);
            for (var heartbeat : new io.grpc.MethodDescriptor<?, ?>[] {
                MasterServiceGrpc.getPingMethod(),
                MasterServiceGrpc.getMountSegmentMethod(),
                MasterServiceGrpc.getReMountSegmentMethod()
            }) {
                assertThat(threadOf(executors.executorOf(heartbeat.getFullMethodName())))
                        .startsWith("master-heartbeat");
            }
            release.countDown();
        }
    }

    @Test
    void runsACallInPlaceWhenTheQueueIsFull() throws Exception {
        try (CallExecutors executors = new CallExecutors(1)) {
            Executor data = executors.executorOf(
                    MasterServiceGrpc.getGetReplicaListMethod().getFullMethodName());
            data.execute(this::block);
            String here = Thread.currentThread().getName();
            int queued = 0;
            CompletableFuture<String> ranBy = new CompletableFuture<>();
            while (!ranBy.isDone()) {
                data.execute(() -> ranBy.complete(Thread.currentThread().getName()));
                queued++;
            }
            assertThat(ranBy.get(10, TimeUnit.SECONDS)).isEqualTo(here);
            assertThat(queued).isBetween(2, 10_000);
            release.countDown();
        }
    }
}
