package io.mooncake.bench.simulation;

import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.WriteTimeouts;
import io.mooncake.master.core.placement.PlacementConfig;
import java.util.concurrent.TimeUnit;

/**
 * How large and how quick the simulated world is: small and quick, so that every limit is reached often.
 *
 * @param memoryBytes memory that each client lends
 * @param keyCount keys in use
 * @param workersPerClient operations that each client has under way at most
 * @param activeNanos how long the clients work, in virtual time
 * @param checksums whether writers compute checksums and readers compare them
 */
record Settings(int memoryBytes, int keyCount, int workersPerClient, long activeNanos, boolean checksums) {
    static final int CLIENTS = 3;
    static final long LEASE_TTL_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    static final long CLIENT_TTL_NANOS = TimeUnit.SECONDS.toNanos(2);
    static final long CONTROL_DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long DATA_DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(1);
    static final long RESEND_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    /** Writes that nobody ended give way soon, so that keys are taken over while their old ranges still wait. */
    static final WriteTimeouts WRITE_TIMEOUTS =
            new WriteTimeouts(TimeUnit.SECONDS.toNanos(2), TimeUnit.SECONDS.toNanos(4));
    /** Longer than any range may be fenced: the client TTL and twice the data deadline that the master assumes. */
    static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(30);

    static MasterCoreConfig masterConfig(long epoch, long seed) {
        return new MasterCoreConfig(
                epoch,
                seed,
                LEASE_TTL_NANOS,
                CLIENT_TTL_NANOS,
                WRITE_TIMEOUTS,
                0.9,
                0.05,
                MasterCoreConfig.DEFAULT_ALIGNMENT_BYTES,
                MasterCoreConfig.DEFAULT_SLICE_BYTES,
                PlacementConfig.DEFAULT);
    }
}
