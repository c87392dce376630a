package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts each item of each operation once, under its outcome.
 *
 * <p>Thread safety: every method may be called by any thread.
 */
final class OutcomeCounters {

    private final LongAdder putsStored = new LongAdder();
    private final LongAdder putsAlreadyExisting = new LongAdder();
    private final LongAdder getHits = new LongAdder();
    private final LongAdder getMisses = new LongAdder();
    private final LongAdder failovers = new LongAdder();
    private final LongAdder bytesWritten = new LongAdder();
    private final LongAdder bytesRead = new LongAdder();
    private final Map<ErrorCode, LongAdder> putsFailed = new EnumMap<>(ErrorCode.class);
    private final Map<ErrorCode, LongAdder> getsFailed = new EnumMap<>(ErrorCode.class);

    OutcomeCounters() {
        for (ErrorCode code : ErrorCode.values()) {
            putsFailed.put(code, new LongAdder());
            getsFailed.put(code, new LongAdder());
        }
    }

    void count(PutOutcome outcome, long sizeBytes) {
        switch (outcome) {
            case PutOutcome.Stored stored -> {
                putsStored.increment();
                bytesWritten.add(sizeBytes);
            }
            case PutOutcome.AlreadyExists exists -> putsAlreadyExisting.increment();
            case PutOutcome.Failed failed -> failed(putsFailed, failed.code());
        }
    }

    void countHit(long sizeBytes) {
        getHits.increment();
        bytesRead.add(sizeBytes);
    }

    void countMiss() {
        getMisses.increment();
    }

    void countFailedGet(ErrorCode code) {
        failed(getsFailed, code);
    }

    void countFailovers(int count) {
        failovers.add(count);
    }

    private static void failed(Map<ErrorCode, LongAdder> failures, ErrorCode code) {
        LongAdder counter = failures.get(code);
        if (counter == null) {
            throw new IllegalStateException("No counter for " + code);
        }
        counter.increment();
    }

    ClientReport report(long remounts, long heartbeatsFailed) {
        Map<ErrorCode, Long> gets = positive(getsFailed);
        return new ClientReport(
                putsStored.sum(),
                putsAlreadyExisting.sum(),
                positive(putsFailed),
                getHits.sum(),
                getMisses.sum(),
                gets,
                gets.getOrDefault(ErrorCode.CHECKSUM_MISMATCH, 0L),
                failovers.sum(),
                bytesWritten.sum(),
                bytesRead.sum(),
                remounts,
                heartbeatsFailed);
    }

    private static Map<ErrorCode, Long> positive(Map<ErrorCode, LongAdder> counters) {
        Map<ErrorCode, Long> sums = new EnumMap<>(ErrorCode.class);
        counters.forEach((code, counter) -> {
            long sum = counter.sum();
            if (sum > 0) {
                sums.put(code, sum);
            }
        });
        return sums;
    }
}
