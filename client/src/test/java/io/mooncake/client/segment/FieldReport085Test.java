package io.mooncake.client.segment;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mooncake.client.core.Answer;
import io.mooncake.client.core.MembershipMachine;
import io.mooncake.client.gateway.MasterGateway;
import io.mooncake.client.gateway.OfferedSegment;
import io.mooncake.error.ErrorCode;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/** While the master was away, every client wrote the same line each second. */
@Timeout(60)
final class FieldReport085Test {
    private static final long OUTAGE_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long TTL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_LINES = 40;

    /** Time passes only while a heartbeat is under way. */
    private final AtomicLong nowNanos = new AtomicLong();

    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong heartbeats = new AtomicLong();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    /** A master that refuses connections at once, or whose machine is gone. */
    @ParameterizedTest
    @CsvSource({"1, RPC_FAIL", "2, RPC_TIMEOUT"})
    void tenMinutesWithoutMasterAreFewLines(long intervalsPerHeartbeat, ErrorCode code) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger("io.mooncake.client");
        lines.start();
        logger.addAppender(lines);
        MembershipMachine machine = new MembershipMachine(7, TTL_NANOS, nowNanos.get());
        MasterGateway silent = silentMaster(intervalsPerHeartbeat * machine.intervalNanos(), code);
        try (MembershipAgent agent =
                new MembershipAgent(silent, silent, new NoMemory(), machine, Duration.ofSeconds(5), nowNanos::get)) {
            agent.start();
            over.await();
            assertThat(heartbeats.get()).isGreaterThan(OUTAGE_NANOS / TTL_NANOS);
        } finally {
            logger.detachAppender(lines);
        }

        List<String> messages = new ArrayList<>();
        lines.list.forEach(event -> messages.add(event.getFormattedMessage()));
        assertThat(messages).hasSizeBetween(2, MAX_LINES);
        assertThat(messages.getFirst()).contains(code.name());
        assertThat(messages).anySatisfy(line -> assertThat(line).contains("more since the last such line"));
    }

    private MasterGateway silentMaster(long nanosPerHeartbeat, ErrorCode code) {
        return (MasterGateway) Proxy.newProxyInstance(
                MasterGateway.class.getClassLoader(),
                new Class<?>[] {MasterGateway.class},
                (proxy, method, arguments) -> {
                    heartbeats.incrementAndGet();
                    if (nowNanos.get() > OUTAGE_NANOS) {
                        over.countDown();
                    } else {
                        nowNanos.addAndGet(nanosPerHeartbeat);
                    }
                    return new Answer.Unanswered<>(code, "nobody answers", false);
                });
    }

    private static final class NoMemory implements LentMemory {
        @Override
        public List<OfferedSegment> offered() {
            return List.of();
        }

        @Override
        public List<OfferedSegment> renewExcept(Set<UUID> segmentsInUse) {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
