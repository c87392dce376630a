package io.mooncake.bench.replay;

import java.io.Console;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Says how far a long run is: a bar that redraws itself on a terminal, a line every few seconds elsewhere.
 *
 * <p>Thread safety: any thread.
 */
public final class Progress {

    private static final long TERMINAL_PERIOD_NANOS = 200_000_000L;
    private static final long PLAIN_PERIOD_NANOS = 5_000_000_000L;
    private static final int BAR_WIDTH = 30;
    private static final double MEBIBYTE = 1 << 20;

    private final String unit;
    private final long total;
    private final boolean terminal;
    private final LongSupplier nanoClock;
    private final PrintStream out;
    private final long startNanos;

    private long done;
    private long bytes;
    private long lastShownNanos;

    /**
     * Nothing done yet.
     *
     * @param unit what is counted, in the plural
     * @param terminal whether the output is a terminal
     */
    Progress(String unit, long total, boolean terminal, LongSupplier nanoClock, PrintStream out) {
        this.unit = unit;
        this.total = total;
        this.terminal = terminal;
        this.nanoClock = nanoClock;
        this.out = out;
        startNanos = nanoClock.getAsLong();
        lastShownNanos = startNanos;
    }

    /** Nothing done yet: a bar when a person watches, plain lines otherwise. */
    public static Progress watched(String unit, long total, PrintStream out) {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return new Progress(unit, total, terminal, System::nanoTime, out);
    }

    /** One more is done, which moved this many bytes. */
    public synchronized void step(long movedBytes) {
        step(1, movedBytes);
    }

    /** So many more are done, which moved this many bytes. */
    public synchronized void step(long count, long movedBytes) {
        done += count;
        bytes += movedBytes;
        long now = nanoClock.getAsLong();
        if (now - lastShownNanos >= (terminal ? TERMINAL_PERIOD_NANOS : PLAIN_PERIOD_NANOS)) {
            lastShownNanos = now;
            show(now);
        }
    }

    /** Shows the end and leaves the line. */
    public synchronized void finish() {
        show(nanoClock.getAsLong());
        if (terminal) {
            out.println();
        }
    }

    private void show(long now) {
        double seconds = Math.max(1e-9, (now - startNanos) / 1e9);
        double rate = done / seconds;
        String text = String.format(
                Locale.ROOT,
                "%,d of %,d %s, %,.0f/s, %,.0f MiB/s, %s",
                done,
                total,
                unit,
                rate,
                bytes / MEBIBYTE / seconds,
                done >= total
                        ? String.format(Locale.ROOT, "%.1f s", seconds)
                        : String.format(Locale.ROOT, "%.0f s left", (total - done) / Math.max(rate, 1e-9)));
        if (terminal) {
            out.print("\r[" + bar() + "] " + text + "\u001b[K");
            out.flush();
        } else {
            out.println(text);
        }
    }

    private String bar() {
        int filled = total == 0 ? BAR_WIDTH : Math.toIntExact(Math.min(BAR_WIDTH, done * BAR_WIDTH / total));
        return "#".repeat(filled) + ".".repeat(BAR_WIDTH - filled);
    }
}
