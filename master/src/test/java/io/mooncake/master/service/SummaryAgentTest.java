package io.mooncake.master.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class SummaryAgentTest {
    private static final Outcome GOOD = new Outcome.Existence(true, 0);

    private final Door door = new Door(new MasterCore(MasterCoreConfig.defaults(7, 1)), () -> 1);
    private final RequestCounters counters = new RequestCounters(new ExactNameRegistry());
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

    @BeforeEach
    void listen() {
        lines.start();
        logger().addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger().detachAppender(lines);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(SummaryAgent.class);
    }

    private static long seconds(long count) {
        return TimeUnit.SECONDS.toNanos(count);
    }

    private SummaryAgent agent(boolean logging) {
        return new SummaryAgent(counters, door::report, logging, 0);
    }

    @Test
    void logsAnIntervalInWhichSomethingHappened() {
        SummaryAgent agent = agent(true);
        counters.count(Call.GET_REPLICA_LIST, GOOD);
        agent.step(seconds(9));
        assertThat(lines.list).isEmpty();
        agent.step(seconds(10));
        assertThat(lines.list)
                .singleElement()
                .satisfies(event -> assertThat(event.getFormattedMessage()).contains("Get=0.10/0.10"));

        counters.count(Call.PING, GOOD);
        agent.step(seconds(20));
        assertThat(lines.list).hasSize(1);
    }

    @Test
    void theRatesMoveAlsoWhereNothingIsLogged() {
        SummaryAgent agent = agent(false);
        counters.count(Call.GET_REPLICA_LIST, GOOD);
        assertThat(agent.line()).contains("Get=0.00/0.00");
        agent.step(seconds(5) + seconds(5));
        assertThat(agent.line()).contains("Get=0.10/0.10");
        agent.step(seconds(20));
        assertThat(agent.line()).contains("Get=0.00/0.00");
        assertThat(lines.list).isEmpty();
    }
}
