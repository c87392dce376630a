package io.mooncake.master.core;

import java.util.List;

/**
 * Judges how long clients have been silent: alive, suspect, gone. It knows when it wanted to be called; what it is
 * late, the process was late, and that counts against nobody.
 */
final class MembershipAgent {

    private static final long LONGEST_INTERVAL_NANOS = 100_000_000L;
    private static final long LONG_CLIENT_TTL_NANOS = 10_000_000_000L;
    private static final long SUSPECT_AFTER_NANOS = 3_000_000_000L;

    /**
     * Lateness below this is the scheduler's, not a pause: were it forgiven, a busy machine would never expire
     * anybody.
     */
    private static final long LARGEST_TOLERANCE_NANOS = 250_000_000L;

    private static final long TOLERANCES_PER_CLIENT_TTL = 20;

    private final ClientRegistry clients;
    private final CoreCounters counters;
    private final long clientTtlNanos;
    private final long suspectAfterNanos;
    private final long toleranceNanos;
    private boolean promised;
    private long promisedNanos;

    MembershipAgent(MasterCoreConfig config, ClientRegistry clients, CoreCounters counters) {
        this.clients = clients;
        this.counters = counters;
        this.clientTtlNanos = config.clientTtlNanos();
        this.suspectAfterNanos = clientTtlNanos < LONG_CLIENT_TTL_NANOS ? clientTtlNanos / 10 * 3 : SUSPECT_AFTER_NANOS;
        this.toleranceNanos = Math.min(LARGEST_TOLERANCE_NANOS, clientTtlNanos / TOLERANCES_PER_CLIENT_TTL);
    }

    /** Longest time between two judgements. */
    long intervalNanos() {
        return Math.max(1, Math.min(LONGEST_INTERVAL_NANOS, suspectAfterNanos / 4));
    }

    /** Makes sure that lateness is measured from the first call on. */
    void started(long nowNanos) {
        if (!promised) {
            promise(nowNanos + intervalNanos());
        }
    }

    /** Notes when the next judgement is due. */
    void promise(long deadlineNanos) {
        promised = true;
        promisedNanos = deadlineNanos;
    }

    void judge(long nowNanos) {
        long lateNanos = promised ? nowNanos - promisedNanos : 0;
        for (Client client : List.copyOf(clients.all())) {
            if (lateNanos > toleranceNanos) {
                long silentNanos = nowNanos - client.lastHeardNanos;
                client.lastHeardNanos += Math.max(0, Math.min(lateNanos, silentNanos));
            }
            long silentNanos = nowNanos - client.lastHeardNanos;
            if (silentNanos >= clientTtlNanos) {
                clients.end(client);
                counters.clientsExpired++;
            } else {
                client.become(silentNanos >= suspectAfterNanos ? Client.Liveness.SUSPECT : Client.Liveness.ALIVE);
            }
        }
    }
}
