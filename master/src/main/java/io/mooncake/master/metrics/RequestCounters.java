package io.mooncake.master.metrics;

import io.mooncake.exposition.Counter;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.master.core.Outcome;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts calls and their failures.
 *
 * <p>Thread safety: any thread.
 */
public final class RequestCounters {
    private final Map<Call, CallCounters> calls = new EnumMap<>(Call.class);
    private final Map<BatchCall, BatchCounters> batches = new EnumMap<>(BatchCall.class);
    private final Counter expired;
    private final Counter versionMismatches;

    /** Adds its counters to the registry. */
    public RequestCounters(ExactNameRegistry registry) {
        for (Call call : Call.values()) {
            String name = "master_" + call.metricName();
            calls.put(
                    call,
                    new CallCounters(
                            registry.counter(name + "_requests_total", call.title() + " requests"),
                            registry.counter(name + "_failures_total", call.title() + " requests that failed")));
        }
        for (BatchCall batch : BatchCall.values()) {
            String name = "master_batch_" + batch.metricName();
            String title = batch.title();
            batches.put(
                    batch,
                    new BatchCounters(
                            registry.counter(name + "_requests_total", title + " requests"),
                            registry.counter(name + "_failures_total", title + " requests of which every item failed"),
                            registry.counter(
                                    name + "_partial_successes_total", title + " requests of which some items failed"),
                            registry.counter(name + "_items_total", "Items of " + title + " requests"),
                            registry.counter(
                                    name + "_failed_items_total", "Items of " + title + " requests that failed")));
        }
        expired = registry.counter(
                "master_expired_requests_total", "Requests that were not executed because their time was up");
        versionMismatches = registry.counter(
                "master_protocol_mismatches_total", "Requests refused because the caller shares no protocol version");
    }

    /** Counts a call and passes its outcome on. */
    public Outcome count(Call call, Outcome outcome) {
        CallCounters counters = counters(call);
        counters.requests().increment();
        if (outcome instanceof Outcome.Failed) {
            counters.failures().increment();
        }
        return outcome;
    }

    /** Counts a call that failed or not. */
    public void count(Call call, boolean failed) {
        CallCounters counters = counters(call);
        counters.requests().increment();
        counters.failures().add(failed ? 1 : 0);
    }

    /** Counts each item as a call of its own and passes the outcomes on. */
    public List<Outcome> countItems(Call call, List<Outcome> outcomes) {
        CallCounters counters = counters(call);
        counters.requests().add(outcomes.size());
        counters.failures().add(failed(outcomes));
        return outcomes;
    }

    private CallCounters counters(Call call) {
        CallCounters counters = calls.get(call);
        if (counters == null) {
            throw new IllegalStateException("no counters for " + call);
        }
        return counters;
    }

    /** Counts a batch of which no item can fail. */
    public void countBatch(BatchCall call, int itemCount) {
        BatchCounters counters = counters(call);
        counters.requests().increment();
        counters.items().add(itemCount);
    }

    /** Counts a batch and passes its outcomes on. */
    public List<Outcome> countBatch(BatchCall call, List<Outcome> outcomes) {
        BatchCounters counters = counters(call);
        long failed = failed(outcomes);
        counters.requests().increment();
        counters.items().add(outcomes.size());
        counters.failedItems().add(failed);
        if (failed == outcomes.size()) {
            counters.failures().increment();
        } else if (failed > 0) {
            counters.partialSuccesses().increment();
        }
        return outcomes;
    }

    private BatchCounters counters(BatchCall call) {
        BatchCounters counters = batches.get(call);
        if (counters == null) {
            throw new IllegalStateException("no counters for " + call);
        }
        return counters;
    }

    private static long failed(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome.Failed.class::isInstance).count();
    }

    /** Counts a request that was dropped because its time was up. */
    public void countExpired() {
        expired.increment();
    }

    /** Counts a request of a caller without a common protocol version. */
    public void countVersionMismatch() {
        versionMismatches.increment();
    }

    /** Everything so far. */
    public Counts counts() {
        Map<Call, List<Long>> byCall = new EnumMap<>(Call.class);
        calls.forEach((call, counters) -> byCall.put(
                call, List.of(counters.requests().value(), counters.failures().value())));
        Map<BatchCall, BatchCounts> byBatch = new EnumMap<>(BatchCall.class);
        batches.forEach((call, counters) -> byBatch.put(
                call,
                new BatchCounts(
                        counters.requests().value(),
                        counters.failures().value(),
                        counters.partialSuccesses().value(),
                        counters.items().value(),
                        counters.failedItems().value())));
        return new Counts(byCall, byBatch);
    }

    /**
     * What was counted at one moment.
     *
     * @param byCall requests and failures
     * @param byBatch counts of batches
     */
    public record Counts(Map<Call, List<Long>> byCall, Map<BatchCall, BatchCounts> byBatch) {
        /** Keeps copies. */
        public Counts {
            byCall = Map.copyOf(byCall);
            byBatch = Map.copyOf(byBatch);
        }

        Counts withoutHeartbeats() {
            Map<Call, List<Long>> others = new EnumMap<>(byCall);
            others.remove(Call.PING);
            return new Counts(others, byBatch);
        }

        long requests(Call call) {
            return byCall.getOrDefault(call, List.of(0L, 0L)).getFirst();
        }

        long failures(Call call) {
            return byCall.getOrDefault(call, List.of(0L, 0L)).getLast();
        }

        BatchCounts batch(BatchCall call) {
            return byBatch.getOrDefault(call, new BatchCounts(0, 0, 0, 0, 0));
        }
    }

    /** Counts of a batch, each as in its metric. */
    public record BatchCounts(long requests, long failures, long partialSuccesses, long items, long failedItems) {}

    private record CallCounters(Counter requests, Counter failures) {}

    private record BatchCounters(
            Counter requests, Counter failures, Counter partialSuccesses, Counter items, Counter failedItems) {}
}
