package io.mooncake.client.metrics;

import io.mooncake.exposition.Counter;
import io.mooncake.exposition.CounterFamily;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.Histogram;
import io.mooncake.exposition.HistogramFamily;
import io.mooncake.exposition.MetricCollector;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The metrics of one client; latencies are microseconds.
 *
 * <p>Thread safety: any thread.
 */
public final class ClientMetrics {
    private static final long[] LATENCY_BOUNDS_MICROS = {
        50,
        75,
        125,
        150,
        200,
        250,
        300,
        400,
        500,
        750,
        1_000,
        1_500,
        2_000,
        3_000,
        5_000,
        7_000,
        15_000,
        20_000,
        50_000,
        100_000,
        200_000,
        500_000,
        1_000_000,
        2_000_000,
        5_000_000,
        10_000_000,
        20_000_000
    };

    private final ExactNameRegistry registry = new ExactNameRegistry();
    private final Counter readBytes = registry.counter("mooncake_transfer_read_bytes", "Bytes of objects returned");
    private final Counter writeBytes = registry.counter("mooncake_transfer_write_bytes", "Bytes of values stored");
    private final Histogram put = latency("put", "Microseconds of a put of one object");
    private final Histogram get = latency("get", "Microseconds of a get of one object");
    private final Histogram batchPut = latency("batch_put", "Microseconds of a put of several objects");
    private final Histogram batchGet = latency("batch_get", "Microseconds of a get of several objects");
    private final Transfers reads = new Transfers("read");
    private final Transfers writes = new Transfers("write");
    private final CounterFamily rpcCount =
            registry.counters("mooncake_client_rpc_count", "Calls to the master", "rpc_name");
    private final HistogramFamily rpcLatency = registry.histograms(
            "mooncake_client_rpc_latency", "Microseconds of calls to the master", "rpc_name", LATENCY_BOUNDS_MICROS);

    /** Nothing counted yet. */
    public ClientMetrics() {}

    private Histogram latency(String operation, String help) {
        return registry.histogram("mooncake_transfer_" + operation + "_latency", help, LATENCY_BOUNDS_MICROS);
    }

    /** Adds metrics whose values come from elsewhere. */
    public void collect(MetricCollector collector) {
        registry.collector(collector);
    }

    /** A call of put ended. */
    public void putEnded(int itemCount, long storedBytes, long nanos) {
        (itemCount == 1 ? put : batchPut).observe(TimeUnit.NANOSECONDS.toMicros(nanos));
        writeBytes.add(storedBytes);
    }

    /** A call of get ended. */
    public void getEnded(int itemCount, long returnedBytes, long nanos) {
        (itemCount == 1 ? get : batchGet).observe(TimeUnit.NANOSECONDS.toMicros(nanos));
        readBytes.add(returnedBytes);
    }

    /** A replica was read, or not, through the transfer engine. */
    public void readEnded(long bytes, long nanos) {
        reads.ended(bytes, nanos);
    }

    /** A replica was written, or not, through the transfer engine. */
    public void writeEnded(long bytes, long nanos) {
        writes.ended(bytes, nanos);
    }

    /** A call to the master ended, whatever the answer. */
    public void callEnded(String name, long nanos) {
        rpcCount.labelled(name).increment();
        rpcLatency.labelled(name).observe(TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    /** All metrics as Prometheus text. */
    public String text() {
        return registry.scrape();
    }

    /** One line for people. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "Transfer: read=%d bytes, write=%d bytes | Operations: read=%d, write=%d | Latency (us, mean/count):"
                        + " %s, %s, %s, %s",
                readBytes.value(),
                writeBytes.value(),
                reads.count.value(),
                writes.count.value(),
                mean("get", get),
                mean("put", put),
                mean("batch_get", batchGet),
                mean("batch_put", batchPut));
    }

    private static String mean(String name, Histogram histogram) {
        List<Long> buckets = histogram.bucketCounts();
        long count = buckets.stream().mapToLong(Long::longValue).sum();
        return name + "=" + (count == 0 ? 0 : histogram.sum() / count) + "/" + count;
    }

    /** What goes through the transfer engine in one direction. */
    private final class Transfers {
        private final Counter bytes;
        private final Counter count;
        private final Histogram latency;

        Transfers(String direction) {
            String prefix = "mooncake_transfer_" + direction + "_operation_";
            bytes = registry.counter(prefix + "bytes", "Bytes of replicas, " + direction);
            count = registry.counter(prefix + "count", "Replicas, " + direction);
            latency = registry.histogram(
                    prefix + "latency", "Microseconds per replica, " + direction, LATENCY_BOUNDS_MICROS);
        }

        void ended(long lengthBytes, long nanos) {
            bytes.add(lengthBytes);
            count.increment();
            latency.observe(TimeUnit.NANOSECONDS.toMicros(nanos));
        }
    }
}
