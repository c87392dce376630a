package io.mooncake.master.service;

import io.mooncake.config.ByteSize;
import io.mooncake.master.core.ClientId;
import io.mooncake.master.core.ClientReport;
import io.mooncake.master.core.CoreReport;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line per change of a client, and at most one line per interval about eviction, by comparing reports of the
 * core: the core itself logs nothing.
 *
 * <p>Thread safety: one thread.
 */
public final class StateChangeLog {
    private static final Logger LOGGER = LoggerFactory.getLogger(StateChangeLog.class);
    private static final long EVICTION_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Door door;
    private final LongSupplier nanoClock;
    private final LogRate evictionRate;
    private Map<ClientId, Boolean> suspectByClient = new HashMap<>();
    private Membership lastMembership = new Membership(0, 0, 0, 0);
    private long loggedEvictedKeys;
    private long loggedEvictedBytes;

    /** Knows no client yet. */
    public StateChangeLog(Door door, LongSupplier nanoClock) {
        this.door = door;
        this.nanoClock = nanoClock;
        this.evictionRate = new LogRate(EVICTION_INTERVAL_NANOS, nanoClock.getAsLong());
    }

    /** Compares the core with what it was at the call before. */
    void observe() {
        CoreReport report = door.report();
        Membership membership = new Membership(
                report.gauges().activeClientCount(),
                report.gauges().suspectClientCount(),
                report.counts().clientsExpired(),
                report.counts().clientsReplaced());
        if (!membership.equals(lastMembership)) {
            lastMembership = membership;
            observeClients();
        }
        observeEviction(report.counts());
    }

    private void observeClients() {
        if (!(door.execute(new Operation.GetClusterInfo()) instanceof Outcome.ClusterInfo info)) {
            return;
        }
        Map<ClientId, Boolean> now = new HashMap<>();
        for (ClientReport client : info.clients()) {
            Boolean wasSuspect = suspectByClient.get(client.clientId());
            now.put(client.clientId(), client.suspect());
            if (wasSuspect == null) {
                LOGGER.info("client {} joined", client.clientId());
            } else if (client.suspect() && !wasSuspect) {
                LOGGER.warn("client {} is suspect: it has been silent for a while", client.clientId());
            } else if (!client.suspect() && wasSuspect) {
                LOGGER.info("client {} is heard of again", client.clientId());
            }
        }
        for (ClientId known : suspectByClient.keySet()) {
            if (!now.containsKey(known)) {
                LOGGER.warn("client {} is gone, what it held is dropped", known);
            }
        }
        suspectByClient = now;
    }

    private void observeEviction(CoreReport.Counts counts) {
        if (counts.evictedKeys() == loggedEvictedKeys || !evictionRate.pass(nanoClock.getAsLong())) {
            return;
        }
        LOGGER.info(
                "evicting: {} objects of {} since the last such line",
                counts.evictedKeys() - loggedEvictedKeys,
                ByteSize.format(counts.evictedBytes() - loggedEvictedBytes));
        loggedEvictedKeys = counts.evictedKeys();
        loggedEvictedBytes = counts.evictedBytes();
    }

    private record Membership(long clients, long suspects, long expired, long replaced) {}
}
