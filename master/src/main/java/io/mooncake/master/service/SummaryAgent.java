package io.mooncake.master.service;

import io.mooncake.master.core.CoreReport;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.master.metrics.Summary;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the summary line of the last interval, and logs it where that is wanted and anything but
 * heartbeats happened.
 *
 * <p>Thread safety: {@link #step} by one thread; {@link #line} by any.
 */
public final class SummaryAgent {
    private static final Logger LOGGER = LoggerFactory.getLogger(SummaryAgent.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final RequestCounters counters;
    private final Supplier<CoreReport> core;
    private final boolean logging;
    private volatile Window window;

    /**
     * Starts the first interval.
     *
     * @param logging whether the line is logged, too
     */
    public SummaryAgent(RequestCounters counters, Supplier<CoreReport> core, boolean logging, long nowNanos) {
        this.counters = counters;
        this.core = core;
        this.logging = logging;
        Summary.Totals now = new Summary.Totals(counters.counts(), core.get());
        this.window = new Window(now, now, 0, nowNanos);
    }

    /** Ends the interval when it is time. */
    void step(long nowNanos) {
        Window last = window;
        if (nowNanos - last.endNanos() < INTERVAL_NANOS) {
            return;
        }
        Summary.Totals now = new Summary.Totals(counters.counts(), core.get());
        Window next = new Window(last.to(), now, nowNanos - last.endNanos(), nowNanos);
        window = next;
        if (logging && !now.isIdleSince(last.to())) {
            LOGGER.info("{}", Summary.line(next.from(), next.to(), next.to(), next.lengthNanos()));
        }
    }

    /** What is now, with the rates of the last interval that ended. */
    public String line() {
        Window last = window;
        Summary.Totals now = new Summary.Totals(counters.counts(), core.get());
        return Summary.line(last.from(), last.to(), now, last.lengthNanos());
    }

    private record Window(Summary.Totals from, Summary.Totals to, long lengthNanos, long endNanos) {}
}
