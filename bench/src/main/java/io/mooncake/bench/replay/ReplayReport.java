package io.mooncake.bench.replay;

import io.mooncake.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The figures of a replay.
 *
 * @param requests requests replayed
 * @param blockAccesses blocks they asked for
 * @param hits blocks that were there and could be read
 * @param lruHitRatio what exact LRU would hit at the capacity, started empty, in the order of the trace
 * @param capacityBlocks whole blocks below the eviction watermark when the replay started
 * @param bytesRead bytes of blocks read
 * @param bytesWritten bytes of blocks stored
 * @param wrongBytes bytes read that are not those of their key
 * @param failedGets blocks whose read failed: neither hit nor miss
 * @param failedPuts blocks whose write failed
 * @param alreadyExisting writes that found the key taken by another writer
 * @param errors failed blocks by code
 * @param firstMessages the first message of each code
 * @param getMicros time of a batch read as its caller waits for it, in microseconds
 * @param putMicros time of a batch write as its caller waits for it, in microseconds
 * @param keysBefore keys in the store when the replay started; with some the LRU ratio is no measure
 * @param elapsedNanos duration of the replay
 */
public record ReplayReport(
        long requests,
        long blockAccesses,
        long hits,
        double lruHitRatio,
        long capacityBlocks,
        long bytesRead,
        long bytesWritten,
        long wrongBytes,
        long failedGets,
        long failedPuts,
        long alreadyExisting,
        Map<ErrorCode, Long> errors,
        Map<ErrorCode, String> firstMessages,
        Percentiles getMicros,
        Percentiles putMicros,
        long keysBefore,
        long elapsedNanos) {

    private static final double MEBIBYTE = 1 << 20;

    /** Copies the maps. */
    public ReplayReport {
        errors = Map.copyOf(errors);
        firstMessages = Map.copyOf(firstMessages);
    }

    /** Percentiles of a duration in microseconds; 0 when nothing was measured. */
    public record Percentiles(long p50, long p99, long p999) {

        static Percentiles of(Histogram micros) {
            return new Percentiles(
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(99),
                    micros.getValueAtPercentile(99.9));
        }

        private Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("p50", p50);
            map.put("p99", p99);
            map.put("p999", p999);
            return map;
        }
    }

    static ReplayReport of(Tally tally, long capacityBlocks, double lruHitRatio, long keysBefore, long elapsedNanos) {
        return new ReplayReport(
                tally.requests,
                tally.blockAccesses,
                tally.hits,
                lruHitRatio,
                capacityBlocks,
                tally.bytesRead,
                tally.bytesWritten,
                tally.wrongBytes,
                tally.failedGets,
                tally.failedPuts,
                tally.alreadyExisting,
                tally.errors,
                tally.firstMessages,
                Percentiles.of(tally.getMicros),
                Percentiles.of(tally.putMicros),
                keysBefore,
                elapsedNanos);
    }

    /** Hits by block accesses; 0 without accesses. */
    public double hitRatio() {
        return blockAccesses == 0 ? 0 : (double) hits / blockAccesses;
    }

    /** Whether the store did its job: no wrong byte, and not every access failed. */
    public boolean succeeded() {
        return wrongBytes == 0 && (blockAccesses == 0 || bytesRead + bytesWritten > 0 || alreadyExisting > 0);
    }

    /** One JSON object; durations are those of batch calls in microseconds. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("requests", requests);
        map.put("block_accesses", blockAccesses);
        map.put("hits", hits);
        map.put("hit_ratio", hitRatio());
        map.put("lru_hit_ratio", lruHitRatio);
        map.put("capacity_blocks", capacityBlocks);
        map.put("bytes_read", bytesRead);
        map.put("bytes_written", bytesWritten);
        map.put("wrong_bytes", wrongBytes);
        map.put("failed_gets", failedGets);
        map.put("failed_puts", failedPuts);
        Map<String, Object> byName = new TreeMap<>();
        errors.forEach((code, count) -> byName.put(code.name(), count));
        map.put("errors", byName);
        map.put("get_us", getMicros.toMap());
        map.put("put_us", putMicros.toMap());
        return map;
    }

    /** A table for people. */
    public String toTable() {
        StringBuilder table = new StringBuilder();
        row(table, "requests", number(requests));
        row(table, "block accesses", number(blockAccesses));
        row(table, "hits", number(hits) + "   ratio " + ratio(hitRatio()));
        row(table, "exact LRU", "ratio " + ratio(lruHitRatio) + " at " + number(capacityBlocks) + " blocks");
        row(table, "read", mebibytes(bytesRead));
        row(table, "written", mebibytes(bytesWritten));
        row(table, "wrong bytes", number(wrongBytes));
        row(table, "failed gets", number(failedGets));
        row(table, "failed puts", number(failedPuts));
        row(table, "already there", number(alreadyExisting));
        row(table, "batch get, us", percentiles(getMicros));
        row(table, "batch put, us", percentiles(putMicros));
        row(table, "time", String.format(Locale.ROOT, "%.1f s", elapsedNanos / 1e9));
        new TreeMap<>(errors)
                .forEach((code, count) -> row(
                        table,
                        "error " + code.name(),
                        number(count) + "   first: " + firstMessages.getOrDefault(code, "")));
        if (keysBefore > 0) {
            row(table, "note", "the store held " + number(keysBefore) + " keys before, exact LRU starts empty");
        }
        return table.toString();
    }

    private static void row(StringBuilder table, String name, String value) {
        table.append(String.format(Locale.ROOT, "  %-16s %s%n", name, value));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%,.1f MiB", bytes / MEBIBYTE);
    }

    private static String percentiles(Percentiles micros) {
        return String.format(Locale.ROOT, "p50 %,d   p99 %,d   p99.9 %,d", micros.p50(), micros.p99(), micros.p999());
    }
}
