package io.mooncake.bench.replay;

import io.mooncake.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one worker counted.
 *
 * <p>Thread safety: none; workers hand theirs over when they end.
 */
final class Tally {

    private static final int SIGNIFICANT_DIGITS = 3;

    long requests;
    long blockAccesses;
    long hits;
    long bytesRead;
    long bytesWritten;
    long wrongBytes;
    long failedGets;
    long failedPuts;
    long alreadyExisting;
    final Map<ErrorCode, Long> errors = new EnumMap<>(ErrorCode.class);
    final Map<ErrorCode, String> firstMessages = new EnumMap<>(ErrorCode.class);
    final Histogram getMicros = new Histogram(SIGNIFICANT_DIGITS);
    final Histogram putMicros = new Histogram(SIGNIFICANT_DIGITS);

    void hit(long sizeBytes, long wrong) {
        hits++;
        bytesRead += sizeBytes;
        wrongBytes += wrong;
    }

    void failedGet(ErrorCode code, String message) {
        failedGets++;
        failed(code, message);
    }

    void failedPut(ErrorCode code, String message) {
        failedPuts++;
        failed(code, message);
    }

    private void failed(ErrorCode code, String message) {
        errors.merge(code, 1L, Long::sum);
        firstMessages.putIfAbsent(code, message);
    }

    void add(Tally other) {
        requests += other.requests;
        blockAccesses += other.blockAccesses;
        hits += other.hits;
        bytesRead += other.bytesRead;
        bytesWritten += other.bytesWritten;
        wrongBytes += other.wrongBytes;
        failedGets += other.failedGets;
        failedPuts += other.failedPuts;
        alreadyExisting += other.alreadyExisting;
        other.errors.forEach((code, count) -> errors.merge(code, count, Long::sum));
        other.firstMessages.forEach(firstMessages::putIfAbsent);
        getMicros.add(other.getMicros);
        putMicros.add(other.putMicros);
    }
}
