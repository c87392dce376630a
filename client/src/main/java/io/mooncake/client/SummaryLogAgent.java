package io.mooncake.client;

import io.mooncake.client.metrics.ClientMetrics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the summary of a client's metrics, a line per interval.
 *
 * <p>Thread safety: {@link #start} and {@link #close} by one thread.
 *
 * <p>Blocking: {@link #close} until the agent's thread has ended, which waits for nothing but its interval.
 */
final class SummaryLogAgent implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SummaryLogAgent.class);

    private final ClientMetrics metrics;
    private final Duration interval;
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "client-metrics");

    SummaryLogAgent(ClientMetrics metrics, Duration interval) {
        this.metrics = metrics;
        this.interval = interval;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            while (!stopped.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
                metrics.summary().ifPresent(line -> LOG.info("{}", line));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stopped.countDown();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
