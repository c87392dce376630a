package io.mooncake.bench.replay;

import io.mooncake.client.ClientHealth;
import io.mooncake.client.ClientReport;
import io.mooncake.client.ClusterReport;
import io.mooncake.client.ExistOutcome;
import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.GetOutcome;
import io.mooncake.client.GetRequest;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.PutRequest;
import io.mooncake.client.QueryOutcome;
import io.mooncake.client.RegexQueryOutcome;
import io.mooncake.client.RemoveAllOutcome;
import io.mooncake.client.RemoveByRegexOutcome;
import io.mooncake.client.RemoveOutcome;
import io.mooncake.client.ReplicaClearOutcome;
import io.mooncake.client.SizeOutcome;
import io.mooncake.client.UpsertMode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A store in a map that evicts the least recently used block, with faults that a test plants. */
final class LruStore implements MooncakeClient {

    private static final double WATERMARK = 0.9;

    private final long capacityBytes;
    private final long mostBlocks;
    private final Map<ObjectKey, byte[]> blocks = new LinkedHashMap<>(16, 0.75f, true);
    private UnaryOperator<GetIntoOutcome> onGet = outcome -> outcome;
    private UnaryOperator<PutOutcome> onPut = outcome -> outcome;
    private final List<Integer> getBatches = new ArrayList<>();
    private final List<Integer> putBatches = new ArrayList<>();

    LruStore(long capacityBytes, long blockBytes) {
        this.capacityBytes = capacityBytes;
        mostBlocks = (long) (WATERMARK * capacityBytes) / blockBytes;
    }

    synchronized void onGet(UnaryOperator<GetIntoOutcome> fault) {
        onGet = fault;
    }

    synchronized void onPut(UnaryOperator<PutOutcome> fault) {
        onPut = fault;
    }

    synchronized void flip(String key, int at) {
        byte[] block = blocks.get(ObjectKey.of(key));
        if (block == null) {
            throw new IllegalStateException("no block " + key);
        }
        block[at] ^= 1;
    }

    synchronized void store(String key, byte[] value) {
        blocks.put(ObjectKey.of(key), value);
    }

    synchronized List<Integer> getBatches() {
        return List.copyOf(getBatches);
    }

    synchronized List<Integer> putBatches() {
        return List.copyOf(putBatches);
    }

    @Override
    public Optional<String> metrics() {
        return Optional.empty();
    }

    @Override
    public Optional<String> metricsSummary() {
        return Optional.empty();
    }

    @Override
    public ClientHealth health() {
        return ClientHealth.HEALTHY;
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public List<PutOutcome> upsertBatch(List<PutRequest> requests, PutOptions options, UpsertMode mode) {
        throw new IllegalStateException("a replay upserts nothing");
    }

    @Override
    public synchronized List<PutOutcome> putBatch(List<PutRequest> requests, PutOptions options) {
        putBatches.add(requests.size());
        List<PutOutcome> outcomes = new ArrayList<>();
        for (PutRequest request : requests) {
            if (blocks.containsKey(request.key())) {
                outcomes.add(new PutOutcome.AlreadyExists());
                continue;
            }
            PutOutcome outcome = onPut.apply(new PutOutcome.Stored(1, List.of(1)));
            if (outcome instanceof PutOutcome.Stored) {
                if (blocks.size() == mostBlocks) {
                    blocks.remove(blocks.keySet().iterator().next());
                }
                blocks.put(request.key(), request.value().toArray(ValueLayout.JAVA_BYTE));
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    @Override
    public synchronized List<GetIntoOutcome> getBatchInto(List<GetRequest> requests) {
        getBatches.add(requests.size());
        List<GetIntoOutcome> outcomes = new ArrayList<>();
        for (GetRequest request : requests) {
            byte[] block = blocks.get(request.key());
            if (block == null) {
                outcomes.add(new GetIntoOutcome.Missing());
            } else {
                request.target().asSlice(0, block.length).copyFrom(MemorySegment.ofArray(block));
                outcomes.add(onGet.apply(new GetIntoOutcome.Loaded(block.length, true)));
            }
        }
        return outcomes;
    }

    @Override
    public synchronized ClusterReport clusterInfo() {
        return new ClusterReport(
                1,
                capacityBytes,
                0,
                WATERMARK,
                blocks.size(),
                0,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                List.of(),
                List.of());
    }

    @Override
    public List<GetOutcome> getBatch(List<ObjectKey> keys) {
        throw new AssertionError("a replay reads into its own memory");
    }

    @Override
    public List<ExistOutcome> existsBatch(List<ObjectKey> keys) {
        throw new AssertionError("a replay does not ask before it reads");
    }

    @Override
    public List<RemoveOutcome> removeBatch(List<ObjectKey> keys, boolean force) {
        throw new AssertionError("a replay removes nothing");
    }

    @Override
    public RemoveAllOutcome removeAll(boolean force) {
        throw new AssertionError("a replay removes nothing");
    }

    @Override
    public SizeOutcome size(ObjectKey key) {
        throw new AssertionError("a replay knows the size");
    }

    @Override
    public ClientReport report() {
        throw new AssertionError("a replay counts itself");
    }

    @Override
    public RemoveByRegexOutcome removeByRegex(String regex, boolean force) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ReplicaClearOutcome batchReplicaClear(List<ObjectKey> keys, UUID writerId, String segmentName) {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryOutcome query(ObjectKey key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RegexQueryOutcome queryByRegex(String regex) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<UUID, List<String>> batchQueryIp(List<UUID> clientIds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public UUID clientId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
