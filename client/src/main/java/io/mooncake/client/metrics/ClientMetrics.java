package io.mooncake.client.metrics;

import io.mooncake.exposition.Counter;
import io.mooncake.exposition.CounterFamily;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.Histogram;
import io.mooncake.exposition.HistogramFamily;
import io.mooncake.exposition.MetricCollector;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The metrics of one client, unless they are off; latencies are microseconds. Every series says what kind of client it
 * is: one that does its own transfers is {@code real}.
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

    private static final String MODE = "client_mode";
    private static final String REAL = "real";

    private final boolean on;
    private final ExactNameRegistry registry = new ExactNameRegistry(Map.of(MODE, REAL));
    private final Counter readBytes = registry.counter("mooncake_transfer_read_bytes", "Bytes of objects returned");
    private final Counter writeBytes = registry.counter("mooncake_transfer_write_bytes", "Bytes of values stored");
    private final Histogram put = latency("put", "Microseconds of the transfers of a put of one object");
    private final Histogram get = latency("get", "Microseconds of the transfers of a get of one object");
    private final Histogram batchPut =
            latency("batch_put", "Microseconds of the transfers of a put of several objects");
    private final Histogram batchGet =
            latency("batch_get", "Microseconds of the transfers of a get of several objects");
    private final Calls reads = new Calls("read");
    private final Calls writes = new Calls("write");
    private final CounterFamily rpcCount =
            registry.counters("mooncake_client_rpc_count", "Calls to the master", "rpc_name");
    private final HistogramFamily rpcLatency = registry.histograms(
            "mooncake_client_rpc_latency", "Microseconds of calls to the master", "rpc_name", LATENCY_BOUNDS_MICROS);

    /** Nothing counted yet. */
    public ClientMetrics(boolean on) {
        this.on = on;
    }

    private Histogram latency(String operation, String help) {
        return registry.histogram("mooncake_transfer_" + operation + "_latency", help, LATENCY_BOUNDS_MICROS);
    }

    /** Adds metrics whose values come from elsewhere. */
    public void collect(MetricCollector collector) {
        registry.collector(collector);
    }

    /** The transfers of a put ended; one that had none is not told of. */
    public void putTransferred(int itemCount, long nanos) {
        observe(itemCount == 1 ? put : batchPut, nanos);
    }

    /** The transfers of a get ended; one that had none is not told of. */
    public void getTransferred(int itemCount, long nanos) {
        observe(itemCount == 1 ? get : batchGet, nanos);
    }

    /** A call returned or stored at least one value, empty ones included; other calls are not told of. */
    public void callMoved(StoreCall call, long bytes, long nanos) {
        if (on) {
            (call.isRead() ? readBytes : writeBytes).add(bytes);
            (call.isRead() ? reads : writes).moved(call, bytes, nanos);
        }
    }

    /** A call to the master ended, whatever the answer. */
    public void rpcEnded(String name, long nanos) {
        if (on) {
            rpcCount.labelled(name).increment();
            observe(rpcLatency.labelled(name), nanos);
        }
    }

    private void observe(Histogram latency, long nanos) {
        if (on) {
            latency.observe(TimeUnit.NANOSECONDS.toMicros(nanos));
        }
    }

    /** All metrics as Prometheus text; empty where they are off. */
    public Optional<String> text() {
        return on ? Optional.of(registry.scrape()) : Optional.empty();
    }

    /** One line for people; empty where metrics are off. */
    public Optional<String> summary() {
        return on ? Optional.of(line()) : Optional.empty();
    }

    private String line() {
        return String.format(
                Locale.ROOT,
                "Transfer: read=%d bytes, write=%d bytes | Operations: read=%d, write=%d | Transfer latency (us,"
                        + " mean/count): %s, %s, %s, %s",
                readBytes.value(),
                writeBytes.value(),
                reads.total(),
                writes.total(),
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

    /** Calls in one direction, told apart by {@link StoreCall}. */
    private final class Calls {
        private static final String LABEL = "op_name";

        private final CounterFamily bytes;
        private final CounterFamily count;
        private final HistogramFamily latency;

        Calls(String direction) {
            String prefix = "mooncake_transfer_" + direction + "_operation_";
            count = registry.counters(prefix + "count", "Calls that moved values, " + direction, LABEL);
            bytes = registry.counters(prefix + "bytes", "Bytes of those values, " + direction, LABEL);
            latency = registry.histograms(
                    prefix + "latency", "Microseconds of those calls, " + direction, LABEL, LATENCY_BOUNDS_MICROS);
        }

        void moved(StoreCall call, long lengthBytes, long nanos) {
            count.labelled(call.label()).increment();
            bytes.labelled(call.label()).add(lengthBytes);
            latency.labelled(call.label()).observe(TimeUnit.NANOSECONDS.toMicros(nanos));
        }

        long total() {
            return count.total();
        }
    }
}
