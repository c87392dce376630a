package io.mooncake.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mooncake.bench.command.Console;
import io.mooncake.bench.command.Json;
import io.mooncake.bench.trace.ConversationTrace;
import io.mooncake.bench.trace.LruCache;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.GetIntoOutcome;
import io.mooncake.client.PutOutcome;
import io.mooncake.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The figures of a replay against a store whose every answer is known. */
final class ReplayCountsTest {

    private static final long BLOCK_BYTES = 512;
    private static final List<TraceRequest> TRACE = List.of(
            new TraceRequest(List.of(1L, 2L, 3L)),
            new TraceRequest(List.of(1L, 2L, 4L)),
            new TraceRequest(List.of(1L, 2L, 3L)),
            new TraceRequest(List.of(1L, 2L, 4L)));

    private final LruStore store = new LruStore(100 * BLOCK_BYTES, BLOCK_BYTES);

    @Test
    void handComputedTrace() throws InterruptedException, IOException {
        ReplayReport report = replay(TRACE, 1, 128);
        assertThat(report.requests()).isEqualTo(4);
        assertThat(report.blockAccesses()).isEqualTo(12);
        assertThat(report.hits()).isEqualTo(8);
        assertThat(report.bytesRead()).isEqualTo(8 * BLOCK_BYTES);
        assertThat(report.bytesWritten()).isEqualTo(4 * BLOCK_BYTES);
        assertThat(report.capacityBlocks()).isEqualTo(90);
        assertThat(report.lruHitRatio()).isEqualTo(8 / 12.0);
        assertThat(report.succeeded()).isTrue();
        assertThat(store.getBatches()).containsExactly(3, 3, 3, 3);
        assertThat(store.putBatches()).containsExactly(3, 1);

        JsonNode json = new ObjectMapper().readTree(Json.text(report.toMap()));
        assertThat(json.fieldNames())
                .toIterable()
                .containsExactly(
                        "requests",
                        "block_accesses",
                        "hits",
                        "hit_ratio",
                        "lru_hit_ratio",
                        "capacity_blocks",
                        "bytes_read",
                        "bytes_written",
                        "wrong_bytes",
                        "failed_gets",
                        "failed_puts",
                        "errors",
                        "get_us",
                        "put_us");
        assertThat(json.get("hit_ratio").doubleValue()).isEqualTo(8 / 12.0);
        assertThat(json.get("get_us").fieldNames()).toIterable().containsExactly("p50", "p99", "p999");
    }

    @Test
    void anLruStoreHitsWhatExactLruHits() throws InterruptedException {
        List<TraceRequest> trace = ConversationTrace.make(3, 400);
        LruStore small = new LruStore(400 * BLOCK_BYTES, BLOCK_BYTES);
        ReplayReport report = new Replay(small, new ReplayConfig(BLOCK_BYTES, 1, 1), System::nanoTime)
                .run(trace, silent(trace.size()));
        assertThat(report.capacityBlocks()).isEqualTo(360);
        assertThat(report.hitRatio()).isEqualTo(LruCache.hitRatio(trace, 360)).isEqualTo(report.lruHitRatio());
    }

    @Test
    void aSecondAccessInOneRequestSeesTheFirst() throws InterruptedException {
        ReplayReport report = replay(List.of(new TraceRequest(List.of(5L, 6L, 5L, 5L))), 1, 128);
        assertThat(report.hits()).isEqualTo(2);
        assertThat(report.alreadyExisting()).isZero();
    }

    @Test
    void batchesAreCutToTheirLimit() throws InterruptedException {
        replay(List.of(new TraceRequest(List.of(1L, 2L, 3L, 4L, 5L))), 1, 2);
        assertThat(store.getBatches()).containsExactly(2, 2, 1);
    }

    @Test
    void aFlippedByteIsCountedAndFailsTheRun() throws InterruptedException {
        replay(TRACE, 1, 128);
        store.flip("2", 77);
        store.flip("2", 400);
        ReplayReport report = replay(TRACE.subList(0, 1), 1, 128);
        assertThat(report.wrongBytes()).isEqualTo(2);
        assertThat(report.hits()).isEqualTo(3);
        assertThat(report.keysBefore()).isEqualTo(4);
        assertThat(report.succeeded()).isFalse();
    }

    @Test
    void aBlockOfAnotherLengthLacksBytes() throws InterruptedException {
        store.store("1", new byte[0]);
        ReplayReport report = replay(List.of(new TraceRequest(List.of(1L))), 1, 128);
        assertThat(report.wrongBytes()).isEqualTo(BLOCK_BYTES);
    }

    @Test
    void failuresAreCountedByCodeAndAreNeitherHitNorMiss() throws InterruptedException {
        store.onPut(stored -> new PutOutcome.Failed(ErrorCode.NO_AVAILABLE_HANDLE, "full"));
        ReplayReport failedPuts = replay(TRACE.subList(0, 1), 1, 128);
        assertThat(failedPuts.failedPuts()).isEqualTo(3);
        assertThat(failedPuts.errors()).isEqualTo(Map.of(ErrorCode.NO_AVAILABLE_HANDLE, 3L));
        assertThat(failedPuts.succeeded()).isFalse();

        store.onPut(stored -> stored);
        replay(TRACE, 1, 128);
        store.onGet(loaded -> new GetIntoOutcome.Failed(ErrorCode.CHECKSUM_MISMATCH, "flipped"));
        ReplayReport failedGets = replay(TRACE, 1, 128);
        assertThat(failedGets.failedGets()).isEqualTo(12);
        assertThat(failedGets.hits()).isZero();
        assertThat(failedGets.bytesWritten()).isZero();
        assertThat(failedGets.errors()).isEqualTo(Map.of(ErrorCode.CHECKSUM_MISMATCH, 12L));
        assertThat(failedGets.toTable()).contains("error CHECKSUM_MISMATCH 12   first: flipped");
    }

    @Test
    void threadsShareTheTraceWithoutLosingARequest() throws InterruptedException {
        List<TraceRequest> trace = ConversationTrace.make(3, 300);
        long accesses = trace.stream().mapToLong(r -> r.hashIds().size()).sum();
        LruStore roomy = new LruStore(100_000 * BLOCK_BYTES, BLOCK_BYTES);
        ReplayReport report = new Replay(roomy, new ReplayConfig(BLOCK_BYTES, 4, 16), System::nanoTime)
                .run(trace, silent(trace.size()));
        assertThat(report.requests()).isEqualTo(300);
        assertThat(report.blockAccesses()).isEqualTo(accesses);
        assertThat(report.hits() + report.bytesWritten() / BLOCK_BYTES + report.alreadyExisting())
                .isEqualTo(accesses);
        assertThat(report.wrongBytes()).isZero();
    }

    @Test
    void aThreadThatEndsEndsTheReplay() {
        store.onGet(loaded -> {
            throw new IllegalStateException("planted");
        });
        assertThatThrownBy(() -> replay(TRACE, 2, 128))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("planted");
    }

    @Test
    void progressIsLinesOrABar() {
        long[] now = {0};
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        Progress plain = new Progress("requests", 10, false, () -> now[0], stream(lines));
        now[0] = 6_000_000_000L;
        plain.step(1 << 20);
        plain.step(1 << 20);
        assertThat(lines.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("1 of 10 requests, 0/s, 0 MiB/s, 54 s left");

        ByteArrayOutputStream terminal = new ByteArrayOutputStream();
        Progress bar = new Progress("requests", 2, true, () -> now[0], stream(terminal));
        now[0] += 1_000_000_000L;
        bar.step(3 << 20);
        assertThat(terminal.toString(StandardCharsets.UTF_8))
                .isEqualTo(
                        "\r[" + "#".repeat(15) + ".".repeat(15) + "] 1 of 2 requests, 1/s, 3 MiB/s, 1 s left\u001b[K");
    }

    @Test
    void badUsageIsTwoAndNamesEveryFault() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(ReplayMain.run(List.of("--trace", "/nowhere"), new Console(Map.of(), stream(out), stream(err))))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--master").contains("no such file");
        assertThat(ReplayMain.run(List.of("--help"), new Console(Map.of(), stream(out), stream(err))))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--block_bytes");
    }

    private ReplayReport replay(List<TraceRequest> trace, int threads, int batch) throws InterruptedException {
        return new Replay(store, new ReplayConfig(BLOCK_BYTES, threads, batch), System::nanoTime)
                .run(trace, silent(trace.size()));
    }

    private static Progress silent(long total) {
        return new Progress("requests", total, false, System::nanoTime, stream(new ByteArrayOutputStream()));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
