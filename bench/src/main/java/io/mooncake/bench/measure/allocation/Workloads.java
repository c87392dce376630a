package io.mooncake.bench.measure.allocation;

import io.mooncake.allocator.OffsetAllocator;
import io.mooncake.allocator.PieceLimits;
import io.mooncake.bench.measure.BenchSettings;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Upstream's three workloads; each returns what it used of its pool, and the time of an operation. */
final class Workloads {

    static final long UNIFORM_POOL_BYTES = 2L << 30;
    static final long RANDOM_POOL_BYTES = 2L << 30;
    static final long PAIRED_POOL_BYTES = 1L << 40;

    static final PieceLimits WHOLE = new PieceLimits(1, 1);

    private static final long SMALL_BYTES = 1024;
    private static final int ROUNDS = 1_000_000;
    private static final long LEAST_RANDOM_BYTES = 1024;
    private static final long MOST_RANDOM_BYTES = 1L << 26;
    private static final long KV_BYTES = 3_274_752;
    private static final long INDEXER_BYTES = 658_432;
    private static final int MOST_PAIRS = 128;
    private static final int WARM_UP_PAIR_ROUNDS = 5_000;
    private static final int PAIR_ROUNDS = 50_000;
    private static final double FREED_SHARE = 0.05;

    private Workloads() {}

    /**
     * What a workload made of its pool.
     *
     * @param utilisation live requested bytes / pool
     * @param nanosPerOperation time of an allocation, what it frees included
     * @param cpuNanosPerOperation the same in CPU time of the thread: what others do on the machine counts less
     * @param meanPieces mean pieces per allocation
     * @param mostPieces most pieces of an allocation
     */
    record Result(
            UtilisationTally utilisation,
            double nanosPerOperation,
            double cpuNanosPerOperation,
            double meanPieces,
            int mostPieces) {}

    /** Wall and CPU time from its creation on. */
    private static final class Stopwatch {
        private final long startNanos = System.nanoTime();
        private final long startCpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

        Result result(UtilisationTally utilisation, long operations, double meanPieces, int mostPieces) {
            long cpuNanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - startCpuNanos;
            long nanos = System.nanoTime() - startNanos;
            return new Result(
                    utilisation, (double) nanos / operations, (double) cpuNanos / operations, meanPieces, mostPieces);
        }
    }

    static long uniformPoolBytes(long sizeBytes) {
        return sizeBytes < SMALL_BYTES ? UNIFORM_POOL_BYTES / 16 : UNIFORM_POOL_BYTES;
    }

    /** One size: fills the pool, then allocates a million times more. */
    static Result uniform(long sizeBytes, BenchSettings settings, long seed) {
        long poolBytes = uniformPoolBytes(sizeBytes);
        FullPool pool = new FullPool(new OffsetAllocator(poolBytes, 1), WHOLE, 0, seed);
        for (long i = 0; i < poolBytes / sizeBytes; i++) {
            pool.allocate(sizeBytes, null);
        }
        int rounds = settings.scaled(ROUNDS);
        UtilisationTally utilisation = new UtilisationTally();
        Stopwatch stopwatch = new Stopwatch();
        for (int i = 0; i < rounds; i++) {
            pool.allocate(sizeBytes, null);
            utilisation.add(pool.utilisation());
        }
        return stopwatch.result(utilisation, rounds, 1, 1);
    }

    /** Sizes uniform in 1 KiB to 64 MiB. */
    static Result random(PieceLimits limits, long alignmentBytes, BenchSettings settings, long seed) {
        FullPool pool = new FullPool(new OffsetAllocator(RANDOM_POOL_BYTES, alignmentBytes), limits, 0, seed);
        SplittableRandom sizes = new SplittableRandom(seed + 1);
        long filledBytes = 0;
        while (filledBytes < RANDOM_POOL_BYTES) {
            long sizeBytes = sizes.nextLong(LEAST_RANDOM_BYTES, MOST_RANDOM_BYTES + 1);
            pool.allocate(sizeBytes, null);
            filledBytes += sizeBytes;
        }
        int rounds = settings.scaled(ROUNDS);
        UtilisationTally utilisation = new UtilisationTally();
        long pieces = 0;
        int mostPieces = 0;
        Stopwatch stopwatch = new Stopwatch();
        for (int i = 0; i < rounds; i++) {
            pool.allocate(sizes.nextLong(LEAST_RANDOM_BYTES, MOST_RANDOM_BYTES + 1), null);
            utilisation.add(pool.utilisation());
            pieces += pool.lastPieces();
            mostPieces = Math.max(mostPieces, pool.lastPieces());
        }
        return stopwatch.result(utilisation, rounds, (double) pieces / rounds, mostPieces);
    }

    /** Pairs of a KV block and its index, a random number of each in turns; 5 % are freed at each failure. */
    static Result paired(BenchSettings settings, long seed) {
        FullPool pool = new FullPool(new OffsetAllocator(PAIRED_POOL_BYTES, 1), WHOLE, FREED_SHARE, seed);
        SplittableRandom counts = new SplittableRandom(seed + 1);
        for (int round = 0; round < WARM_UP_PAIR_ROUNDS; round++) {
            pairs(pool, counts.nextInt(1, MOST_PAIRS + 1), null);
        }
        UtilisationTally utilisation = new UtilisationTally();
        int rounds = settings.scaled(PAIR_ROUNDS);
        long operations = 0;
        Stopwatch stopwatch = new Stopwatch();
        for (int round = 0; round < rounds; round++) {
            int count = counts.nextInt(1, MOST_PAIRS + 1);
            pairs(pool, count, utilisation);
            operations += 2L * count;
        }
        return stopwatch.result(utilisation, operations, 1, 1);
    }

    private static void pairs(FullPool pool, int count, @Nullable UtilisationTally atFailure) {
        for (int i = 0; i < count; i++) {
            pool.allocate(KV_BYTES, atFailure);
        }
        for (int i = 0; i < count; i++) {
            pool.allocate(INDEXER_BYTES, atFailure);
        }
    }
}
