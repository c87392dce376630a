package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.client.ExistOutcome;
import io.mooncake.client.MooncakeClient;
import io.mooncake.client.ObjectDescription;
import io.mooncake.client.ObjectKey;
import io.mooncake.client.PutOutcome;
import io.mooncake.client.QueryOutcome;
import io.mooncake.client.RegexQueryOutcome;
import io.mooncake.client.RemoveByRegexOutcome;
import io.mooncake.client.ReplicaClearOutcome;
import io.mooncake.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The keys of one model are found and removed by a pattern that matches none, some or all; what stays is counted; a
 * pattern that is none is a typed error, and one that would take other engines for ever takes no time.
 */
final class FieldReport093Test {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final int MODEL_KEYS = 1500;

    @TempDir
    private Path folder;

    @Test
    void keysOfAModelAreFoundAndRemovedByPattern() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster("--default_kv_lease_ttl=" + LEASE.toMillis());
            stage.cluster().startClients(1, "64 MB");
            try (MooncakeClient client = stage.connect();
                    MasterProbe probe = stage.probe()) {
                for (int i = 0; i < MODEL_KEYS; i++) {
                    put(client, "model-a/" + i);
                }
                put(client, "model-b/1");
                put(client, "a".repeat(4000));
                matches(client);
                removals(client);
                assertThat(probe.metric("master_remove_by_regex_requests_total"))
                        .isEqualTo(5);
                assertThat(probe.metric("master_remove_by_regex_failures_total"))
                        .isEqualTo(1);
                assertThat(probe.metric("master_get_replica_list_by_regex_failures_total"))
                        .isEqualTo(1);
            }
        });
    }

    private static void put(MooncakeClient client, String key) {
        assertThat(client.put(key, key.getBytes(StandardCharsets.UTF_8))).isInstanceOf(PutOutcome.Stored.class);
    }

    private static void matches(MooncakeClient client) {
        assertThat(found(client, "^nothing")).isEmpty();
        assertThat(found(client, "^model-a/\\d+$"))
                .as("more than one part of an answer")
                .hasSize(MODEL_KEYS);
        assertThat(found(client, "(a*)*b$"))
                .as("nested repetition over a long key")
                .isEmpty();
        assertThat(client.queryByRegex("("))
                .isInstanceOfSatisfying(
                        RegexQueryOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
        ObjectDescription one = found(client, "model-b").getFirst();
        CRC32C checksum = new CRC32C();
        checksum.update("model-b/1".getBytes(StandardCharsets.UTF_8));
        assertThat(one.crc32c()).isEqualTo(OptionalInt.of((int) checksum.getValue()));
        assertThat(one.sizeBytes()).isEqualTo(9);
        assertThat(one.lease()).isEqualTo(LEASE);
        assertThat(client.query("model-b/1")).isInstanceOf(QueryOutcome.Found.class);
        assertThat(client.query("model-b/2")).isEqualTo(new QueryOutcome.Missing());
    }

    private static List<ObjectDescription> found(MooncakeClient client, String regex) {
        return ((RegexQueryOutcome.Found) client.queryByRegex(regex)).objects();
    }

    private static void removals(MooncakeClient client) {
        Await.passed(LEASE);
        assertThat(client.exists("model-a/7")).isEqualTo(new ExistOutcome.Present());
        assertThat(client.removeByRegex("^nothing", false)).isEqualTo(new RemoveByRegexOutcome.Done(0, 0, 0));
        assertThat(client.removeByRegex("[", true))
                .isInstanceOfSatisfying(
                        RemoveByRegexOutcome.Failed.class,
                        failed -> assertThat(failed.code()).isEqualTo(ErrorCode.INVALID_PARAMS));
        assertThat(client.removeByRegex("^model-a/", false))
                .isEqualTo(new RemoveByRegexOutcome.Done(MODEL_KEYS - 1, 1, 0));
        assertThat(client.removeByRegex("^model-a/", true)).isEqualTo(new RemoveByRegexOutcome.Done(1, 0, 0));
        assertThat(client.exists("model-b/1")).isEqualTo(new ExistOutcome.Present());
        assertThat(client.removeByRegex(".", true)).isEqualTo(new RemoveByRegexOutcome.Done(2, 0, 0));
    }

    @Test
    void nodesAreFoundByAddressAndOnlyTheWritersObjectsAreCleared() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster("--default_kv_lease_ttl=" + LEASE.toMillis());
            stage.cluster().startClients(1, "16 MB");
            try (MooncakeClient client = stage.connect();
                    MooncakeClient other = stage.connect()) {
                UUID node = client.clusterInfo().segments().getFirst().clientId();
                assertThat(client.batchQueryIp(List.of(node, client.clientId(), new UUID(1, 2))))
                        .isEqualTo(Map.of(node, List.of("127.0.0.1")));
                put(client, "mine");
                put(client, "leased");
                put(other, "foreign");
                client.exists("leased");
                assertThat(client.batchReplicaClear(
                                keys("mine", "leased", "foreign", "nothing"), client.clientId(), ""))
                        .isEqualTo(new ReplicaClearOutcome.Done(
                                keys("mine"),
                                Map.of(
                                        ErrorCode.OBJECT_HAS_LEASE, 1L,
                                        ErrorCode.ILLEGAL_CLIENT, 1L,
                                        ErrorCode.OBJECT_NOT_FOUND, 1L)));
                assertThat(client.exists("mine")).isEqualTo(new ExistOutcome.Missing());
            }
        });
    }

    private static List<ObjectKey> keys(String... names) {
        return Arrays.stream(names).map(ObjectKey::of).toList();
    }
}
