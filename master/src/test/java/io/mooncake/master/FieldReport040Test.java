package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.master.service.SelfCheckService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * All probes were green while every data call was blocked. {@link SelfCheckService} and scrapes use the same door, so
 * they may hang; the probes must not.
 */
@Timeout(60)
final class FieldReport040Test {
    private static final int SCRAPES_THAT_HANG = 80;

    /** Stalls the thread that ticks, which holds the door while it reads the clock. */
    private static final class StallingClock implements LongSupplier {
        private final AtomicReference<@Nullable CountDownLatch> stall = new AtomicReference<>();
        private final CountDownLatch stalled = new CountDownLatch(1);

        @Override
        public long getAsLong() {
            CountDownLatch latch = stall.get();
            if (latch != null && Thread.currentThread().getName().equals("master-tick")) {
                stalled.countDown();
                awaitQuietly(latch);
            }
            return System.nanoTime();
        }

        private static void awaitQuietly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void readinessTellsAStallWithinFiveSecondsAndLivenessDoesNot() throws Exception {
        StallingClock clock = new StallingClock();
        try (MasterFixture master = new MasterFixture(clock, "--client_ttl=600")) {
            assertThat(status(master, "/readyz")).isEqualTo(200);
            assertThat(master.get("/health").body()).contains("\"service_ready\":true");

            CountDownLatch release = new CountDownLatch(1);
            clock.stall.set(release);
            clock.stalled.await();
            long stalledNanos = System.nanoTime();
            CompletableFuture<?>[] scrapes = new CompletableFuture<?>[SCRAPES_THAT_HANG];
            for (int i = 0; i < scrapes.length; i++) {
                scrapes[i] = CompletableFuture.supplyAsync(() -> status(master, "/metrics"));
            }
            MasterFixture.await("readiness to fail", () -> status(master, "/readyz") == 503);
            long tookNanos = System.nanoTime() - stalledNanos;

            assertThat(tookNanos).isLessThan(TimeUnit.SECONDS.toNanos(5));
            assertThat(status(master, "/livez")).isEqualTo(200);
            assertThat(status(master, "/role")).isEqualTo(200);
            assertThat(master.get("/health").body()).contains("\"service_ready\":false");

            clock.stall.set(null);
            release.countDown();
            MasterFixture.await("readiness to return", () -> status(master, "/readyz") == 200);
            CompletableFuture.allOf(scrapes).get(20, TimeUnit.SECONDS);
        }
    }

    private static int status(MasterFixture master, String path) {
        try {
            return master.get(path).statusCode();
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
