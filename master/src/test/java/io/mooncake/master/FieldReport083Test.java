package io.mooncake.master;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.RemoveRequest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Gauges drifted from what they measure: they stay within their limits and equal a recount, whatever happens. */
@Timeout(60)
final class FieldReport083Test {
    private static final long SEED = 83;
    private static final int ROUNDS = 12;
    private static final int ATTEMPTS = 100;
    private static final int OPERATIONS_PER_ROUND = 40;
    private static final long SEGMENT_BYTES = 64L << 20;

    private final Random random = new Random(SEED);

    @Test
    void gaugesEqualARecountAfterEveryRound() throws Exception {
        try (MasterFixture master = new MasterFixture("--default_kv_lease_ttl=0", "--client_ttl=600")) {
            master.mount(1, "a:1", SEGMENT_BYTES);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < OPERATIONS_PER_ROUND; i++) {
                    operate(master, round * OPERATIONS_PER_ROUND + i);
                }
                if (round == ROUNDS / 2) {
                    master.mount(2, "b:1", SEGMENT_BYTES);
                }
                compare(master, round);
            }
        }
    }

    private void operate(MasterFixture master, int number) {
        long sizeBytes = random.nextInt(8 << 20);
        PutStartOutcome started = master.start("k" + number, sizeBytes);
        if (started.hasGrant() && random.nextInt(10) > 0) {
            master.end("k" + number, started.getGrant());
        }
        if (random.nextInt(3) == 0) {
            CallHeader header = master.changes(1);
            master.stub.remove(RemoveRequest.newBuilder()
                    .setHeader(header)
                    .setKey(MasterFixture.key("k" + random.nextInt(number + 1)))
                    .build());
        }
        master.stub.ping(
                PingRequest.newBuilder().setHeader(MasterFixture.registered()).build());
    }

    private static void compare(MasterFixture master, int round) throws Exception {
        // Eviction goes on by itself until the use is below the watermark: compare when it has ended.
        JsonNode recount = recount(master);
        ExpositionReader metrics = master.metrics();
        JsonNode after = recount(master);
        for (int attempt = 0; attempt < ATTEMPTS && !recount.equals(after); attempt++) {
            recount = after;
            metrics = master.metrics();
            after = recount(master);
        }

        assertThat(recount.get("differences")).as("round %s", round).isEmpty();
        assertThat(recount.get("complete").asBoolean()).isTrue();
        assertThat(recount.get("success").asBoolean()).isTrue();
        assertThat(value(metrics, "master_key_count"))
                .isEqualTo(recount.get("keys").asDouble());
        assertThat(value(metrics, "master_open_put_count"))
                .isEqualTo(recount.get("open_writes").asDouble());
        double allocated = value(metrics, "master_allocated_bytes");
        double capacity = value(metrics, "master_total_capacity_bytes");
        assertThat(allocated)
                .isBetween(0.0, capacity)
                .isEqualTo(recount.get("placed_bytes").asDouble() + value(metrics, "master_fenced_bytes"));
        assertThat(capacity).isEqualTo(recount.get("segments").asDouble() * SEGMENT_BYTES);
        metrics.samples()
                .forEach((series, sample) ->
                        assertThat(sample).as(series).isGreaterThanOrEqualTo(0).isLessThan(1e15));
    }

    private static JsonNode recount(MasterFixture master) throws Exception {
        return new ObjectMapper().readTree(master.get("/api/v1/selfcheck").body());
    }

    private static double value(ExpositionReader metrics, String series) {
        return metrics.value(series).orElseThrow();
    }
}
