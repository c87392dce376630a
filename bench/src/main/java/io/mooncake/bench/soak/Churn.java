package io.mooncake.bench.soak;

import io.mooncake.client.MooncakeClient;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.RemoveOutcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/**
 * Random puts and removes of very different lengths in a pool that stays almost full: holes of every length come.
 * Every put has free bytes enough, so none may fail.
 *
 * <p>Blocking: {@link #run} takes the time that it is given.
 */
public final class Churn {

    /** Share of the pool that is kept in use. */
    public static final double FILL_SHARE = 0.85;

    private static final long SHORTEST_BYTES = 4 << 10;
    private static final long LONGEST_BYTES = 16 << 20;
    private static final int SHORTEST_BITS = 12;
    private static final int LONGEST_BITS = 24;

    private final MooncakeClient client;
    private final long fillBytes;
    private final SplittableRandom random;
    private final LongSupplier nanoClock;
    private final List<Live> live = new ArrayList<>();
    private long liveBytes;
    private long keyCount;

    private record Live(String key, long lengthBytes) {}

    /**
     * What a run has done.
     *
     * @param putCount objects put
     * @param removedCount objects removed to make room
     * @param putBytes bytes of the objects put
     * @param failures what went wrong, one line each
     */
    public record Report(long putCount, long removedCount, long putBytes, List<String> failures) {
        /** Keeps a copy. */
        public Report {
            failures = List.copyOf(failures);
        }
    }

    /**
     * A run in a pool of this length that nobody else writes to.
     *
     * @param nanoClock monotonic
     */
    public Churn(MooncakeClient client, long poolBytes, long seed, LongSupplier nanoClock) {
        this.client = client;
        this.fillBytes = (long) (poolBytes * FILL_SHARE);
        this.random = new SplittableRandom(seed);
        this.nanoClock = nanoClock;
    }

    /** Puts and removes for so long, and at the end puts one object of the greatest length; stops at a failure. */
    public Report run(long durationNanos) {
        List<String> failures = new ArrayList<>();
        long startNanos = nanoClock.getAsLong();
        long putCount = 0;
        long putBytes = 0;
        long removedCount = 0;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment value = arena.allocate(LONGEST_BYTES, 64);
            boolean last = false;
            while (failures.isEmpty() && !last) {
                last = nanoClock.getAsLong() - startNanos >= durationNanos && liveBytes + LONGEST_BYTES >= fillBytes;
                long length = last ? LONGEST_BYTES : length();
                while (liveBytes + length > fillBytes && failures.isEmpty()) {
                    removedCount++;
                    remove(failures);
                }
                put(value.asSlice(0, length), failures);
                putCount++;
                putBytes += length;
            }
        }
        return new Report(putCount, removedCount, putBytes, failures);
    }

    /** As many short ones as long ones: every power of two is as likely as the next. */
    private long length() {
        long least = 1L << random.nextInt(SHORTEST_BITS, LONGEST_BITS);
        return Math.max(SHORTEST_BYTES, random.nextLong(least, 2 * least + 1));
    }

    private void put(MemorySegment value, List<String> failures) {
        String key = "churn-" + keyCount++;
        PutOutcome outcome = client.put(key, value, PutOptions.DEFAULT);
        if (outcome instanceof PutOutcome.Stored) {
            live.add(new Live(key, value.byteSize()));
            liveBytes += value.byteSize();
        } else {
            failures.add("put " + key + " of " + value.byteSize() + " bytes beside " + liveBytes + ": " + outcome);
        }
    }

    private void remove(List<String> failures) {
        int index = random.nextInt(live.size());
        Live victim = live.get(index);
        live.set(index, live.getLast());
        live.removeLast();
        RemoveOutcome outcome = client.remove(victim.key, true);
        if (!(outcome instanceof RemoveOutcome.Removed)) {
            failures.add("remove " + victim.key + ": " + outcome);
        }
        liveBytes -= victim.lengthBytes;
    }
}
