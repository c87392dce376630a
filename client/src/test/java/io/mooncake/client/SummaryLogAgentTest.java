package io.mooncake.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

@Timeout(60)
final class SummaryLogAgentTest {
    private static final int LINES = 3;

    private final CountDownLatch lines = new CountDownLatch(LINES);
    private final Logger logger = (Logger) LoggerFactory.getLogger(SummaryLogAgent.class);
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getFormattedMessage().startsWith("Transfer: read=0 bytes, write=5 bytes | ")) {
                lines.countDown();
            }
        }
    };

    @BeforeEach
    void listen() {
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(appender);
        logger.setLevel(null);
    }

    private static ClientConfig.Builder config(FakeMaster master) {
        return ClientConfig.builder("127.0.0.1", master.address()).globalSegmentSizeBytes(1 << 20);
    }

    private static long agents() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("client-metrics"))
                .count();
    }

    @Test
    void anIntervalWritesALineEachTime() throws Exception {
        try (FakeMaster master = new FakeMaster()) {
            try (MooncakeClient client = MooncakeClient.connect(
                    config(master).metricsInterval(Duration.ofMillis(20)).build())) {
                client.put("a", new byte[5]);
                assertThat(lines.await(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(agents()).isZero();
        }
    }

    @Test
    void withoutIntervalOrWithMetricsOffNothingRuns() throws IOException {
        Map<String, String> second = Map.of(ClientConfig.METRICS_INTERVAL_VARIABLE, "1");
        try (FakeMaster master = new FakeMaster();
                MooncakeClient silent = MooncakeClient.connect(config(master)
                        .fromEnvironment(Map.of(ClientConfig.METRICS_INTERVAL_VARIABLE, "0"))
                        .build());
                MooncakeClient off = MooncakeClient.connect(
                        config(master).fromEnvironment(second).metrics(false).build())) {
            assertThat(agents()).isZero();
            // The default is to collect and not to log.
            assertThat(silent.metrics()).isPresent();
            assertThat(off.metrics()).isEmpty();
        }
        assertThat(config(0).fromEnvironment(second).build().metricsInterval()).isEqualTo(Duration.ofSeconds(1));
    }

    private static ClientConfig.Builder config(int port) {
        return ClientConfig.builder("127.0.0.1", "127.0.0.1:" + port);
    }
}
