package io.mooncake.master;

import static io.mooncake.master.MasterFixture.GIB;
import static io.mooncake.master.MasterFixture.key;
import static io.mooncake.master.MasterFixture.reads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.StatusRuntimeException;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.protocol.v1.BatchExistKeyRequest;
import io.mooncake.protocol.v1.BatchGetReplicaListRequest;
import io.mooncake.protocol.v1.BatchPutEndRequest;
import io.mooncake.protocol.v1.BatchPutRevokeRequest;
import io.mooncake.protocol.v1.BatchPutStartRequest;
import io.mooncake.protocol.v1.BatchQueryIpRequest;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.BatchReplicaClearRequest;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.GetReplicaListByRegexRequest;
import io.mooncake.protocol.v1.GetReplicaListRequest;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.RemoveAllRequest;
import io.mooncake.protocol.v1.RemoveByRegexRequest;
import io.mooncake.protocol.v1.RemoveRequest;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The paths for operators, with the bodies of the C++ master, and the metrics that traffic moves. */
@Timeout(60)
final class AdminHttpTest {
    private static final String FAILING_BATCHES =
            "put_start put_end put_revoke get_replica_list exist_key replica_clear";
    private static final String BATCHES = FAILING_BATCHES + " query_ip";
    private static final String CALLS = "put_start put_end put_revoke get_replica_list get_replica_list_by_regex"
            + " exist_key remove remove_by_regex remove_all mount_segment unmount_segment remount_segment ping";

    private static final String NAMES = """
            master_allocated_bytes master_total_capacity_bytes
            segment_allocated_bytes segment_total_capacity_bytes
            master_key_count master_open_put_count
            master_active_clients master_suspect_clients
            mem_cache_nums_ master_fenced_bytes
            master_put_start_discarded_staging_size master_value_size_bytes
            master_put_start_alloc_failures_total master_put_start_partial_allocations_total
            mem_cache_hit_nums_ mem_cache_hit_bytes_total valid_get_nums_ total_get_nums_
            master_successful_evictions_total master_attempted_evictions_total
            master_evicted_key_count master_evicted_size_bytes
            master_successful_evictions_mem master_attempted_evictions_mem
            master_evicted_key_count_mem master_evicted_size_bytes_mem
            master_put_start_discard_cnt master_put_start_release_cnt
            master_clients_expired_total master_clients_replaced_total
            master_replicas_lost_total master_objects_lost_total
            master_outcomes_replayed_total master_stale_operations_refused_total
            master_expired_requests_total master_protocol_mismatches_total
            master_tier_hits_total master_tier_misses_total segment_largest_free_bytes
            master_evicted_keys_by_reason_total master_eviction_age_seconds
            """;

    private static final String NODE = "10.0.0.1:12300";

    private final MasterFixture master = new MasterFixture("--default_kv_lease_ttl=0");

    @AfterEach
    void close() {
        master.close();
    }

    @Test
    void saysThatItIsHealthy() throws Exception {
        HttpResponse<String> health = master.get("/health");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.headers().firstValue("content-type")).contains("application/json; charset=utf-8");
        assertThat(health.body())
                .isEqualTo("{\"status\":\"ok\",\"role\":\"leader\",\"ha_state\":\"serving\","
                        + "\"service_ready\":true,\"leader_address\":null,\"view_version\":null}");
        assertThat(master.get("/role").body()).isEqualTo("leader");
        assertThat(master.get("/nosuch").body()).isEqualTo("404 Not Found");
    }

    @Test
    void writesUpstreamsSummaryLine() throws Exception {
        master.mount(1, NODE, GIB);
        master.put("a", 1 << 20);

        HttpResponse<String> summary = master.get("/metrics/summary");

        assertThat(summary.headers().firstValue("content-type")).contains("text/plain; version=0.0.4");
        assertThat(summary.body())
                .startsWith("role=leader, state=serving, service_ready=true, master={Mem Storage: 1.00 MB / 1.00 GB"
                        + " (0.1%) | Keys: 1 (soft-pinned: 0) | Clients: 1 | Requests (Success/Total per sec):"
                        + " PutStart=")
                .contains(
                        " | Batch Requests (per sec, Req=Success/PartialSuccess/Total, Item=Success/Total): PutStart:(")
                .endsWith(" | Discard: Released/Total=0/0, StagingSize=0 B}\n");
    }

    @Test
    void showsEverySettingWithItsOrigin() throws Exception {
        HttpResponse<String> config = master.get("/config");

        assertThat(config.statusCode()).isEqualTo(200);
        assertThat(config.body())
                .contains("\"default_kv_lease_ttl\":{\"value\":0,\"origin\":\"flag\"}")
                .contains("\"eviction_ratio\":{\"value\":0.05,\"origin\":\"default\"}")
                .contains("\"rpc_address\":{\"value\":\"127.0.0.1\",\"origin\":\"flag\"}");
    }

    @Test
    void listsKeysAndSegments() throws Exception {
        assertThat(master.get("/get_all_keys").body()).isEmpty();
        master.mount(1, NODE, GIB);
        TreeSet<String> keys = new TreeSet<>();
        for (int i = 0; i < 1000; i++) {
            keys.add("key/ü" + i);
            master.put("key/ü" + i, 1);
            if (i % 50 == 0) {
                master.beat();
            }
        }

        HttpResponse<String> listed = master.get("/get_all_keys");
        assertThat(listed.body()).endsWith("\n");
        assertThat(listed.body().lines()).hasSize(1000).hasSameElementsAs(keys);
        assertThat(listed.headers().firstValue("content-type")).contains("text/plain; version=0.0.4");
        assertThat(master.get("/get_all_segments").body()).isEqualTo(NODE + "\n");
    }

    @Test
    void saysWhereAKeyLies() throws Exception {
        master.mount(0x3_ffff_0000L, NODE, GIB);
        PutStartOutcome started = master.start("a/b ü+", 4096);
        master.end("a/b ü+", started.getGrant());
        long address =
                started.getGrant().getReplicas(0).getSlices(0).getExtents(0).getAddress();

        HttpResponse<String> found = master.get("/query_key?key=a%2Fb%20%C3%BC+");
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.headers().firstValue("content-type")).contains("application/json; charset=utf-8");
        assertThat(found.body())
                .isEqualTo("{\"success\":true,\"data\":[{\"size_\":4096,\"buffer_address_\":"
                        + Long.toUnsignedString(address) + ",\"protocol_\":\"tcp\",\"transport_endpoint_\":\"" + NODE
                        + "\"}]}");
        assertThat(master.metric("master_get_replica_list_requests_total")).isEqualTo(1);
        for (String missing : List.of("/query_key?key=nosuchkey", "/query_key", "/query_key?key=")) {
            HttpResponse<String> answer = master.get(missing);
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body())
                    .isEqualTo("{\"success\":false,\"error_code\":-704,\"error_message\":\"OBJECT_NOT_FOUND\"}");
        }
    }

    @Test
    void exposesExactlyTheseMetrics() throws Exception {
        List<String> names = new ArrayList<>(List.of(NAMES.trim().split("\\s+", -1)));
        for (String call : CALLS.split(" ", -1)) {
            names.add("master_" + call + "_requests_total");
            names.add("master_" + call + "_failures_total");
        }
        for (String call : BATCHES.split(" ", -1)) {
            for (String what : "requests failures partial_successes items failed_items".split(" ", -1)) {
                names.add("master_batch_" + call + "_" + what + "_total");
            }
        }
        HttpResponse<String> answer = master.get("/metrics");
        assertThat(answer.headers().firstValue("content-type")).contains("text/plain; version=0.0.4; charset=utf-8");
        assertThat(ExpositionReader.read(answer.body()).types()).containsOnlyKeys(names);
    }

    @Test
    void movesItsMetricsWithTraffic() throws Exception {
        master.mount(1, NODE, GIB);
        master.put("a", 5000);
        assertThat(master.start("open", 64, 2).hasGrant()).isTrue();
        master.stub.getReplicaList(GetReplicaListRequest.newBuilder()
                .setHeader(reads())
                .setKey(key("a"))
                .build());
        master.stub.getReplicaList(GetReplicaListRequest.newBuilder()
                .setHeader(reads())
                .setKey(key("none"))
                .build());
        master.stub.existKey(
                ExistKeyRequest.newBuilder().setHeader(reads()).setKey(key("a")).build());
        master.stub.batchExistKey(BatchExistKeyRequest.newBuilder()
                .setHeader(reads())
                .addKeys(key("a"))
                .addKeys(key(""))
                .build());
        master.stub.ping(
                PingRequest.newBuilder().setHeader(MasterFixture.registered()).build());

        ExpositionReader read = master.metrics();
        assertThat(read.samples())
                .containsEntry("master_total_capacity_bytes", (double) GIB)
                .containsEntry("segment_total_capacity_bytes{segment=\"" + NODE + "\"}", (double) GIB)
                .containsEntry("master_key_count", 2.0)
                .containsEntry("master_open_put_count", 1.0)
                .containsEntry("mem_cache_nums_", 1.0)
                .containsEntry("master_active_clients", 1.0)
                .containsEntry("master_value_size_bytes_count", 2.0)
                .containsEntry("master_value_size_bytes_sum", 5064.0)
                .containsEntry("master_value_size_bytes_bucket{le=\"4096\"}", 1.0)
                .containsEntry("master_put_start_requests_total", 2.0)
                .containsEntry("master_put_start_partial_allocations_total", 1.0)
                .containsEntry("master_put_end_requests_total", 1.0)
                .containsEntry("master_get_replica_list_requests_total", 2.0)
                .containsEntry("master_get_replica_list_failures_total", 1.0)
                .containsEntry("total_get_nums_", 2.0)
                .containsEntry("valid_get_nums_", 1.0)
                .containsEntry("mem_cache_hit_nums_", 1.0)
                .containsEntry("mem_cache_hit_bytes_total", 5000.0)
                .containsEntry("master_exist_key_requests_total", 1.0)
                .containsEntry("master_batch_exist_key_requests_total", 1.0)
                .containsEntry("master_batch_exist_key_partial_successes_total", 1.0)
                .containsEntry("master_batch_exist_key_items_total", 2.0)
                .containsEntry("master_batch_exist_key_failed_items_total", 1.0)
                .containsEntry("master_mount_segment_requests_total", 1.0)
                .containsEntry("master_ping_requests_total", 1.0);
        assertThat(read.value("master_allocated_bytes").orElseThrow()).isBetween(5064.0, 5256.0);
        assertThat(read.value("segment_allocated_bytes{segment=\"" + NODE + "\"}"))
                .isEqualTo(read.value("master_allocated_bytes"));
    }

    @Test
    void countsEachCallAndItsFailureUnderItsName() {
        callOncePerSingle();
        callOncePerBatch();

        for (String call : CALLS.split(" ", -1)) {
            // The two keys of BatchRemove count as removals of their own.
            double expected = call.equals("remove") ? 3 : 1;
            assertThat(metric("master_" + call + "_requests_total")).as(call).isEqualTo(expected);
            assertThat(metric("master_" + call + "_failures_total")).as(call).isEqualTo(expected);
        }
        assertThat(metric("master_batch_query_ip_requests_total")).isEqualTo(1);
        assertThat(metric("master_batch_query_ip_items_total")).isEqualTo(1);
        for (String call : FAILING_BATCHES.split(" ", -1)) {
            assertThat(metric("master_batch_" + call + "_requests_total"))
                    .as(call)
                    .isEqualTo(1);
            assertThat(metric("master_batch_" + call + "_failures_total"))
                    .as(call)
                    .isEqualTo(1);
            assertThat(metric("master_batch_" + call + "_failed_items_total"))
                    .as(call)
                    .isEqualTo(2);
        }
    }

    /** Nobody is registered, so every change fails; the reads ask for what is not there. */
    private void callOncePerSingle() {
        master.stub.putStart(PutStartRequest.getDefaultInstance());
        master.stub.putEnd(PutEndRequest.getDefaultInstance());
        master.stub.putRevoke(PutRevokeRequest.getDefaultInstance());
        master.stub.getReplicaList(
                GetReplicaListRequest.newBuilder().setKey(key("none")).build());
        master.stub.existKey(ExistKeyRequest.getDefaultInstance());
        master.stub.remove(RemoveRequest.getDefaultInstance());
        master.stub.getReplicaListByRegex(GetReplicaListByRegexRequest.getDefaultInstance());
        master.stub.removeByRegex(RemoveByRegexRequest.getDefaultInstance());
        master.stub.removeAll(RemoveAllRequest.getDefaultInstance());
        master.mount(0, NODE, GIB);
        master.stub.unmountSegment(UnmountSegmentRequest.newBuilder()
                .setSegmentId(MasterFixture.uuid(1))
                .build());
        master.stub.reMountSegment(ReMountSegmentRequest.getDefaultInstance());
        assertThatThrownBy(() -> master.stub.ping(PingRequest.getDefaultInstance()))
                .isInstanceOf(StatusRuntimeException.class);
    }

    private void callOncePerBatch() {
        master.stub.batchPutStart(BatchPutStartRequest.newBuilder()
                .addItems(PutStartItem.getDefaultInstance())
                .addItems(PutStartItem.getDefaultInstance())
                .build());
        master.stub.batchPutEnd(BatchPutEndRequest.newBuilder()
                .addItems(PutEndItem.getDefaultInstance())
                .addItems(PutEndItem.getDefaultInstance())
                .build());
        master.stub.batchPutRevoke(BatchPutRevokeRequest.newBuilder()
                .addItems(PutRevokeItem.getDefaultInstance())
                .addItems(PutRevokeItem.getDefaultInstance())
                .build());
        master.stub.batchGetReplicaList(BatchGetReplicaListRequest.newBuilder()
                .addKeys(key("none"))
                .addKeys(key("nor this"))
                .build());
        master.stub.batchExistKey(BatchExistKeyRequest.newBuilder()
                .addKeys(key(""))
                .addKeys(key(""))
                .build());
        master.stub.batchReplicaClear(BatchReplicaClearRequest.newBuilder()
                .setClientId(MasterFixture.uuid(1))
                .addObjectKeys(key("none"))
                .addObjectKeys(key("nor this"))
                .build());
        master.stub.batchQueryIp(BatchQueryIpRequest.newBuilder()
                .addClientIds(MasterFixture.uuid(1))
                .build());
        master.stub.batchRemove(BatchRemoveRequest.newBuilder()
                .addKeys(key("none"))
                .addKeys(key("nor this"))
                .build());
    }

    @Test
    void countsEvictionAndPutsThatFindNoRoom() throws Exception {
        master.mount(1, NODE, GIB);
        for (int i = 0; i < 20; i++) {
            master.put("k" + i, 64L << 20);
        }
        assertThat(master.start("huge", 2 * GIB).hasGrant()).isFalse();

        ExpositionReader read = master.metrics();
        double evicted = read.value("master_evicted_key_count").orElseThrow();
        assertThat(evicted).isBetween(4.0, 20.0);
        assertThat(read.samples())
                .containsEntry("master_evicted_key_count_mem", evicted)
                .containsEntry("master_eviction_age_seconds_count", evicted)
                .containsEntry(
                        "master_evicted_keys_by_reason_total{reason=\"watermark\"}",
                        evicted
                                - read.value("master_evicted_keys_by_reason_total{reason=\"room\"}")
                                        .orElseThrow())
                .containsEntry("master_evicted_size_bytes", evicted * (64L << 20))
                .containsEntry("master_evicted_size_bytes_mem", evicted * (64L << 20))
                .containsEntry("master_put_start_alloc_failures_total", 1.0);
        double successful = read.value("master_successful_evictions_total").orElseThrow();
        assertThat(successful).isPositive();
        assertThat(read.value("master_attempted_evictions_total").orElseThrow()).isGreaterThanOrEqualTo(successful);
    }

    @Test
    void countsAClientThatFallsSilentAndWhatItHeld() {
        try (MasterFixture impatient = new MasterFixture("--client_ttl=1")) {
            impatient.mount(1, NODE, GIB);
            impatient.put("a", 100);
            impatient.start("open", 100);

            MasterFixture.await("the client to be gone", () -> metric(impatient, "master_clients_expired_total") == 1);
            MasterFixture.await("its object to be lost", () -> metric(impatient, "master_objects_lost_total") == 1);

            assertThat(metric(impatient, "master_active_clients")).isZero();
            assertThat(metric(impatient, "master_total_capacity_bytes")).isZero();
            assertThat(metric(impatient, "master_replicas_lost_total")).isGreaterThanOrEqualTo(1);
            assertThat(metric(impatient, "master_put_start_discard_cnt")).isEqualTo(1);
            PutStartOutcome late = impatient.start("late", 1);
            assertThat(late.getFailure().getCode()).isEqualTo(-103);
        }
    }

    @Test
    void countsOperationsBelowTheFloorOfKeptOutcomes() throws Exception {
        master.mount(1, NODE, GIB);
        CallHeader first = master.changes(1);
        master.put("a", 1);
        master.stub.putStart(PutStartRequest.newBuilder()
                .setHeader(first)
                .setItem(PutStartItem.newBuilder().setKey(key("b")).setSizeBytes(1))
                .build());

        assertThat(metric("master_stale_operations_refused_total")).isEqualTo(1);
    }

    private double metric(String series) {
        return metric(master, series);
    }

    private static double metric(MasterFixture master, String series) {
        try {
            return master.metric(series);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
