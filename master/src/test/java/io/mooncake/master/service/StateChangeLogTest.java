package io.mooncake.master.service;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.core.ReplicaWrite;
import io.mooncake.master.core.ReplicateConfig;
import io.mooncake.master.core.SegmentId;
import io.mooncake.master.core.SegmentSpec;
import io.mooncake.master.core.WriteState;
import io.mooncake.master.metrics.RequestCounters;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** One line per change, on a stepped clock. */
final class StateChangeLogTest {
    private static final long EPOCH = 7;
    private static final String CLIENT = "000000000000000a000000000000000b";
    private static final String SEGMENT = "000000000000000c000000000000000d";

    private final AtomicLong nowNanos = new AtomicLong(1);
    private final Door door = new Door(new MasterCore(MasterCoreConfig.defaults(EPOCH, 1)), nowNanos::get);
    private final StateChangeLog changes = new StateChangeLog(door, nowNanos::get);
    private final SegmentService segments = new SegmentService(door, new RequestCounters(new ExactNameRegistry()));
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private long nextOperation = 1;

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
        return (Logger) LoggerFactory.getLogger("io.mooncake.master.service");
    }

    private CallContext context() {
        return new CallContext(new ClientId(10, 11), EPOCH, nextOperation, nextOperation++);
    }

    private void mount(long sizeBytes) {
        SegmentSpec segment = new SegmentSpec(new SegmentId(12, 13), "node:1", 1L << 30, sizeBytes, "node:1", "tcp");
        assertThat(segments.mount(context(), segment)).isInstanceOf(Outcome.Registered.class);
    }

    private void pass(long millis) {
        for (long i = 0; i < millis; i += 10) {
            nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(10));
            door.tick();
            changes.observe();
        }
    }

    private List<String> takeLines() {
        List<String> taken =
                lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
        lines.list.clear();
        return taken;
    }

    @Test
    void followsAClientThroughItsLife() {
        mount(1L << 20);
        pass(10);
        assertThat(takeLines())
                .containsExactly(
                        "segment " + SEGMENT + " (node:1, 1 MB) mounted by client " + CLIENT,
                        "client " + CLIENT + " joined");
        pass(3_100);
        assertThat(takeLines()).containsExactly("client " + CLIENT + " is suspect: it has been silent for a while");
        segments.ping(context());
        pass(10);
        assertThat(takeLines()).containsExactly("client " + CLIENT + " is heard of again");
        pass(11_000);
        assertThat(takeLines())
                .containsExactly(
                        "client " + CLIENT + " is suspect: it has been silent for a while",
                        "client " + CLIENT + " is gone, what it held is dropped");
        segments.remount(context(), List.of());
        pass(10);
        assertThat(takeLines())
                .containsExactly("client " + CLIENT + " registered with 0 segments", "client " + CLIENT + " joined");
    }

    @Test
    void saysThatASegmentWasTakenBack() {
        mount(1L << 20);
        takeLines();

        segments.unmount(context(), new SegmentId(12, 13));

        assertThat(takeLines()).containsExactly("segment " + SEGMENT + " unmounted by client " + CLIENT);
    }

    @Test
    void writesAtMostOneLineAboutEvictionPerInterval() {
        mount(1L << 20);
        pass(10);
        takeLines();
        for (int i = 0; i < 40; i++) {
            put("k" + i);
            pass(10);
        }
        assertThat(takeLines()).singleElement().asString().startsWith("evicting: 1 objects of 64 KB");
        for (int i = 0; i < 5; i++) {
            segments.ping(context());
            pass(2_500);
        }
        put("one more");
        pass(10);
        assertThat(takeLines()).singleElement().asString().startsWith("evicting: ");
    }

    private void put(String name) {
        ObjectKey key = ObjectKey.of(name);
        Outcome started =
                door.execute(new Operation.PutStart(context(), key, 1L << 16, 1L << 16, ReplicateConfig.SINGLE));
        assertThat(started).isInstanceOfSatisfying(Outcome.PutGrant.class, grant -> {
            List<ReplicaWrite> writes = List.of(new ReplicaWrite(0, WriteState.ACKNOWLEDGED));
            assertThat(door.execute(new Operation.PutEnd(context(), key, grant.putId(), null, writes)))
                    .isInstanceOf(Outcome.Done.class);
        });
    }
}
