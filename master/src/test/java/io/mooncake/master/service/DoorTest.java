package io.mooncake.master.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.RequestCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class DoorTest {
    private final AtomicInteger clockReadings = new AtomicInteger();
    private final Door door = new Door(new MasterCore(MasterCoreConfig.defaults(7, 1)), () -> {
        clockReadings.incrementAndGet();
        return System.nanoTime();
    });

    @Test
    void entersOncePerPieceOfABatchAndKeepsTheOrder() {
        CallContext context = new CallContext(new ClientId(1, 2), 7, 0, 0);
        List<Operation.ExistKey> items = new ArrayList<>();
        for (int i = 0; i < 2 * MasterCore.MAXIMUM_BATCH_ITEMS + 1; i++) {
            items.add(new Operation.ExistKey(context, ObjectKey.of(i % 2 == 0 ? "key" + i : "")));
        }

        List<Outcome> outcomes = door.executeAll(items);

        assertThat(clockReadings.get()).isEqualTo(3);
        assertThat(outcomes).hasSameSizeAs(items);
        for (int i = 0; i < outcomes.size(); i++) {
            assertThat(outcomes.get(i)).isInstanceOf(i % 2 == 0 ? Outcome.Existence.class : Outcome.Failed.class);
        }
    }

    @Test
    void closesForGoodWhenTheCoreBreaks() throws Exception {
        Door fragile = new Door(new MasterCore(MasterCoreConfig.defaults(7, 1)), () -> {
            throw new IllegalStateException("planted");
        });
        CompletableFuture<Boolean> noticed = CompletableFuture.supplyAsync(() -> {
            try {
                fragile.awaitBroken();
                return true;
            } catch (InterruptedException e) {
                return false;
            }
        });

        assertThatThrownBy(() -> fragile.execute(new Operation.GetClusterInfo()))
                .hasMessage("planted");
        assertThatThrownBy(fragile::report)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("INTERNAL_ERROR");
        assertThat(noticed.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void closesForGoodWhenItIsTold() {
        door.declareBroken();

        assertThatThrownBy(() -> door.execute(new Operation.GetClusterInfo()))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theTickAgentNeverSleepsLongAndStops() {
        TickAgent agent = new TickAgent(
                door,
                new StateChangeLog(door, System::nanoTime),
                new SummaryAgent(new RequestCounters(new ExactNameRegistry()), door::report, false, System.nanoTime()),
                System::nanoTime);
        assertThat(agent.step()).isBetween(0L, TickAgent.MAX_SLEEP_NANOS);

        agent.start();
        int before = clockReadings.get();
        long giveUpNanos = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (clockReadings.get() < before + 3 && System.nanoTime() - giveUpNanos < 0) {
            Thread.onSpinWait();
        }
        assertThat(clockReadings.get()).isGreaterThanOrEqualTo(before + 3);
        agent.close();
        int atClose = clockReadings.get();
        assertThat(agent.step()).isNotNegative();
        assertThat(clockReadings.get()).isEqualTo(atClose + 1);
    }

    @Test
    void logsOneLinePerInterval() {
        LogRate rate = new LogRate(100, Long.MAX_VALUE);

        assertThat(rate.pass(Long.MAX_VALUE)).isTrue();
        assertThat(rate.pass(Long.MAX_VALUE + 99)).isFalse();
        assertThat(rate.pass(Long.MAX_VALUE + 100)).isTrue();
    }
}
