package io.mooncake.bench.replay;

import io.mooncake.client.GetOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectBuffer;
import io.mooncake.client.ObjectKey;
import io.mooncake.error.ErrorCode;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads objects that a replay wrote and compares every byte with what belongs to the key.
 *
 * <p>Thread safety: one thread.
 */
final class KeyVerification {

    /** Leases that one key may use up after that of its batch. */
    private static final int MOST_LEASES = 3;

    private final MooncakeClient client;
    private final int batchKeys;

    private long verified;
    private long missing;
    private long readAgain;
    private long bytesRead;
    private long wrongBytes;
    private final Map<ErrorCode, Long> errors = new EnumMap<>(ErrorCode.class);

    KeyVerification(MooncakeClient client, int batchKeys) {
        this.client = client;
        this.batchKeys = batchKeys;
    }

    /** Reads all keys. */
    Report run(List<String> keys, Progress progress) {
        for (int from = 0; from < keys.size(); from += batchKeys) {
            List<ObjectKey> batch = keys.subList(from, Math.min(from + batchKeys, keys.size())).stream()
                    .map(ObjectKey::of)
                    .toList();
            long before = bytesRead;
            List<GetOutcome> outcomes = client.getBatch(batch);
            for (int i = 0; i < outcomes.size(); i++) {
                take(batch.get(i), leased(batch.get(i), outcomes.get(i)));
            }
            progress.step(batch.size(), bytesRead - before);
        }
        progress.finish();
        return new Report(keys.size(), verified, missing, readAgain, bytesRead, wrongBytes, errors);
    }

    /** A read that outlived its lease says nothing about the object: it is read again, alone, under a new lease. */
    private GetOutcome leased(ObjectKey key, GetOutcome outcome) {
        GetOutcome last = outcome;
        for (int again = 0; again < MOST_LEASES && isExpired(last); again++) {
            readAgain++;
            last = client.get(key);
        }
        return last;
    }

    private static boolean isExpired(GetOutcome outcome) {
        return outcome instanceof GetOutcome.Failed failed && failed.code() == ErrorCode.LEASE_EXPIRED;
    }

    private void take(ObjectKey key, GetOutcome outcome) {
        switch (outcome) {
            case GetOutcome.Found found -> {
                try (ObjectBuffer buffer = found.buffer()) {
                    verified++;
                    bytesRead += buffer.sizeBytes();
                    wrongBytes += BlockContent.of(key).countWrong(buffer.memory());
                }
            }
            case GetOutcome.Missing absent -> missing++;
            case GetOutcome.Failed failed -> errors.merge(failed.code(), 1L, Long::sum);
        }
    }

    /**
     * What was found.
     *
     * @param keys keys listed
     * @param read keys that could be read
     * @param missing keys that were gone when they were read: evicted since they were listed
     * @param readAgain reads that outlived their lease and were done again
     * @param bytesRead bytes of them
     * @param wrongBytes bytes that are not those of the key
     * @param errors failed reads by code
     */
    record Report(
            long keys,
            long read,
            long missing,
            long readAgain,
            long bytesRead,
            long wrongBytes,
            Map<ErrorCode, Long> errors) {

        Report {
            errors = Map.copyOf(errors);
        }

        boolean succeeded() {
            return wrongBytes == 0 && errors.isEmpty();
        }

        Map<String, Object> toMap() {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("keys", keys);
            map.put("read", read);
            map.put("missing", missing);
            map.put("read_again", readAgain);
            map.put("bytes_read", bytesRead);
            map.put("wrong_bytes", wrongBytes);
            Map<String, Object> byName = new TreeMap<>();
            errors.forEach((code, count) -> byName.put(code.name(), count));
            map.put("errors", byName);
            return map;
        }

        String toTable() {
            return String.format(
                    Locale.ROOT,
                    "  keys listed      %,d%n  read             %,d%n  missing          %,d%n"
                            + "  read again       %,d%n  wrong bytes      %,d%n  errors           %s%n",
                    keys,
                    read,
                    missing,
                    readAgain,
                    wrongBytes,
                    errors);
        }
    }
}
