package io.mooncake.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much CPU the measured processes use, and how much everybody else: from {@code /proc}. */
public final class CpuMeter {

    /** The kernel's unit in {@code /proc}; 100 on every Linux that we know. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int FIRST_FIELD_AFTER_NAME = 3;
    private static final int USER_TICKS_FIELD = 14;
    private static final int OWN_TICK_FIELDS = 4;

    private final Path proc;
    private final List<Long> processIds;

    /** Meters these processes; all others are foreign. */
    public CpuMeter(List<Long> processIds) {
        this(Path.of("/proc"), processIds);
    }

    CpuMeter(Path proc, List<Long> processIds) {
        this.proc = proc;
        this.processIds = List.copyOf(processIds);
    }

    /** Ticks at one moment. */
    record Reading(long busyTicks, long allTicks, long ownTicks) {}

    /**
     * What was used between two readings.
     *
     * @param ownSeconds CPU seconds of the metered processes
     * @param foreignShare share of the whole machine that others used, 0 to 1
     */
    record Use(double ownSeconds, double foreignShare) {}

    Reading read() {
        try {
            long[] machine = machineTicks();
            long own = 0;
            for (long id : processIds) {
                own += processTicks(
                        Files.readString(proc.resolve(Long.toString(id)).resolve("stat")));
            }
            return new Reading(machine[0], machine[1], own);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read CPU times", e);
        }
    }

    Use since(Reading before) {
        Reading now = read();
        long own = now.ownTicks - before.ownTicks;
        long foreign = Math.max(0, now.busyTicks - before.busyTicks - own);
        long all = now.allTicks - before.allTicks;
        return new Use(own / TICKS_PER_SECOND, all <= 0 ? 0 : (double) foreign / all);
    }

    /** Busy and all ticks of the machine: user nice system idle iowait irq softirq steal. */
    private long[] machineTicks() throws IOException {
        String[] fields =
                Files.readAllLines(proc.resolve("stat")).getFirst().trim().split(" +", -1);
        long all = 0;
        long idle = 0;
        for (int i = 1; i <= 8; i++) {
            long ticks = Long.parseLong(fields[i]);
            all += ticks;
            idle += i == 4 || i == 5 ? ticks : 0;
        }
        return new long[] {all - idle, all};
    }

    /** User and system ticks of a process and of its children that have ended. */
    private static long processTicks(String stat) {
        // The name, in parentheses, may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).trim().split(" ", -1);
        long ticks = 0;
        for (int i = 0; i < OWN_TICK_FIELDS; i++) {
            ticks += Long.parseLong(fields[USER_TICKS_FIELD - FIRST_FIELD_AFTER_NAME + i]);
        }
        return ticks;
    }
}
