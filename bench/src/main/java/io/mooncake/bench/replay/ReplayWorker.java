package io.mooncake.bench.replay;

import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.GetRequest;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectKey;
import io.mooncake.client.PutOptions;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.PutRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Replays requests one after another: reads the blocks that are there and verifies them, then writes those that are
 * not.
 *
 * <p>Thread safety: one thread. Blocking: until each call has its outcome.
 */
final class ReplayWorker implements AutoCloseable {

    private final MooncakeClient client;
    private final ReplayConfig config;
    private final LongSupplier nanoClock;
    private final Tally tally = new Tally();
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    ReplayWorker(MooncakeClient client, ReplayConfig config, LongSupplier nanoClock) {
        this.client = client;
        this.config = config;
        this.nanoClock = nanoClock;
        memory = arena.allocate(Math.multiplyExact(config.blockBytes(), config.batchBlocks()), Long.BYTES);
    }

    void replay(TraceRequest request) {
        List<Long> ids = request.hashIds();
        int from = 0;
        while (from < ids.size()) {
            int to = chunkEnd(ids, from);
            replayChunk(ids.subList(from, to));
            from = to;
        }
        tally.requests++;
    }

    /** A chunk ends where it is full, and before an id that it holds already: the second access sees the first. */
    private int chunkEnd(List<Long> ids, int from) {
        Set<Long> seen = new HashSet<>();
        int to = from;
        while (to < ids.size() && to - from < config.batchBlocks() && seen.add(ids.get(to))) {
            to++;
        }
        return to;
    }

    private void replayChunk(List<Long> ids) {
        tally.blockAccesses += ids.size();
        List<PutRequest> absent = read(ids);
        if (!absent.isEmpty()) {
            write(absent);
        }
    }

    /** Reads and verifies; returns what to write, already filled. */
    private List<PutRequest> read(List<Long> ids) {
        List<GetRequest> gets = new ArrayList<>(ids.size());
        for (int i = 0; i < ids.size(); i++) {
            gets.add(new GetRequest(key(ids.get(i)), slot(i)));
        }
        long start = nanoClock.getAsLong();
        List<GetIntoOutcome> outcomes = client.getBatchInto(gets);
        tally.getMicros.recordValue(microsSince(start));
        List<PutRequest> absent = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            GetRequest get = gets.get(i);
            switch (outcomes.get(i)) {
                case GetIntoOutcome.Loaded loaded -> tally.hit(loaded.sizeBytes(), wrongBytes(get, loaded));
                case GetIntoOutcome.Failed failed -> tally.failedGet(failed.code(), failed.message());
                case GetIntoOutcome.Missing missing -> {
                    BlockContent.of(get.key()).fill(get.target());
                    absent.add(new PutRequest(get.key(), get.target()));
                }
            }
        }
        return absent;
    }

    /** Bytes that are not those of the key, and bytes that a block of another length lacks. */
    private long wrongBytes(GetRequest get, GetIntoOutcome.Loaded loaded) {
        long lacking = config.blockBytes() - loaded.sizeBytes();
        return lacking + BlockContent.of(get.key()).countWrong(get.target().asSlice(0, loaded.sizeBytes()));
    }

    private void write(List<PutRequest> puts) {
        long start = nanoClock.getAsLong();
        List<PutOutcome> outcomes = client.putBatch(puts, PutOptions.DEFAULT);
        tally.putMicros.recordValue(microsSince(start));
        for (PutOutcome outcome : outcomes) {
            switch (outcome) {
                case PutOutcome.Stored stored -> tally.bytesWritten += config.blockBytes();
                case PutOutcome.AlreadyExists taken -> tally.alreadyExisting++;
                case PutOutcome.Failed failed -> tally.failedPut(failed.code(), failed.message());
            }
        }
    }

    private MemorySegment slot(int index) {
        return memory.asSlice(index * config.blockBytes(), config.blockBytes());
    }

    private long microsSince(long startNanos) {
        return Math.max(0, (nanoClock.getAsLong() - startNanos) / 1000);
    }

    private static ObjectKey key(long hashId) {
        return ObjectKey.of(Long.toString(hashId));
    }

    Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        arena.close();
    }
}
