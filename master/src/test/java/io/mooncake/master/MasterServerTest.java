package io.mooncake.master;

import static io.mooncake.master.MasterFixture.CLIENT;
import static io.mooncake.master.MasterFixture.EPOCH;
import static io.mooncake.master.MasterFixture.GIB;
import static io.mooncake.master.MasterFixture.key;
import static io.mooncake.master.MasterFixture.reads;
import static io.mooncake.master.MasterFixture.segment;
import static io.mooncake.master.MasterFixture.uuid;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.config.SoftwareVersion;
import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.BatchExistKeyRequest;
import io.mooncake.protocol.v1.BatchGetReplicaListRequest;
import io.mooncake.protocol.v1.BatchGetReplicaListResponse;
import io.mooncake.protocol.v1.BatchPutEndRequest;
import io.mooncake.protocol.v1.BatchPutRevokeRequest;
import io.mooncake.protocol.v1.BatchPutStartRequest;
import io.mooncake.protocol.v1.BatchPutStartResponse;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ClientStatus;
import io.mooncake.protocol.v1.ExistKeyOutcome;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.Extent;
import io.mooncake.protocol.v1.ExtentStatus;
import io.mooncake.protocol.v1.GetClusterInfoRequest;
import io.mooncake.protocol.v1.GetClusterInfoResponse;
import io.mooncake.protocol.v1.GetReplicaListRequest;
import io.mooncake.protocol.v1.GetReplicaListResponse;
import io.mooncake.protocol.v1.ObjectLocation;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.PingResponse;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartOutcome;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.ReMountSegmentRequest;
import io.mooncake.protocol.v1.RemoveAllRequest;
import io.mooncake.protocol.v1.RemoveAllResponse;
import io.mooncake.protocol.v1.RemoveRequest;
import io.mooncake.protocol.v1.ReplicaStatus;
import io.mooncake.protocol.v1.ServiceReadyRequest;
import io.mooncake.protocol.v1.ServiceReadyResponse;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import io.mooncake.protocol.v1.VoidOutcome;
import io.mooncake.protocol.v1.WriteState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each call of the control plane over a real socket, with the real core behind it. */
@Timeout(60)
final class MasterServerTest {
    private static final String NODE = "10.0.0.1:12300";

    private final MasterFixture master = new MasterFixture();

    @AfterEach
    void close() {
        master.close();
    }

    private GetReplicaListResponse locate(String key) {
        return master.stub.getReplicaList(GetReplicaListRequest.newBuilder()
                .setHeader(reads())
                .setKey(key(key))
                .build());
    }

    private boolean exists(String key) {
        ExistKeyOutcome outcome = master.stub
                .existKey(ExistKeyRequest.newBuilder()
                        .setHeader(reads())
                        .setKey(key(key))
                        .build())
                .getOutcome();
        assertThat(outcome.hasFailure()).isFalse();
        return outcome.getExists();
    }

    private static void assertCode(int code, ErrorCode expected) {
        assertThat(ErrorCode.ofNumber(code)).contains(expected);
    }

    @Test
    void saysThatItIsReady() {
        ServiceReadyResponse ready = master.stub.serviceReady(ServiceReadyRequest.getDefaultInstance());

        assertThat(ready.getVersion()).isEqualTo(SoftwareVersion.current());
        assertThat(ready.getProtocol()).isEqualTo(1);
        assertThat(ready.getMasterEpoch()).isEqualTo(EPOCH);
        assertThat(ready.getMaxBatchItems()).isEqualTo(1024);
        assertThat(ready.getMaxMessageBytes()).isEqualTo(16 * 1024 * 1024);
    }

    @Test
    void placesAnObjectAndSaysWhereItLies() {
        assertThat(master.mount(1, NODE, GIB).hasFailure()).isFalse();

        PutGrant grant = master.start("a", 100).getGrant();
        assertThat(grant.getSliceBytes()).isEqualTo(16L << 20);
        assertThat(exists("a")).isFalse();
        assertThat(master.end("a", grant).hasFailure()).isFalse();
        assertThat(exists("a")).isTrue();

        GetReplicaListResponse response = locate("a");
        ObjectLocation object = response.getOutcome().getObject();
        assertThat(object.getSizeBytes()).isEqualTo(100);
        assertThat(object.getLeaseTtlMs()).isEqualTo(10_000);
        assertThat(object.getChecksums().getObjectCrc32C()).isEqualTo(0xdeadbeef);
        assertThat(object.getChecksums().getSliceCrc32CList()).containsExactly(0xdeadbeef);
        assertThat(object.getReplicasList()).singleElement().satisfies(replica -> {
            assertThat(replica.getStatus()).isEqualTo(ReplicaStatus.COMPLETE);
            assertThat(replica.getSegmentCount()).isEqualTo(1);
            Extent extent = replica.getSlices(0).getExtents(0);
            assertThat(extent.getLengthBytes()).isEqualTo(100);
            assertThat(extent.getAddress()).isBetween(GIB, 2 * GIB - 100);
            assertThat(extent.getStatus()).isEqualTo(ExtentStatus.EXTENT_COMPLETE);
            assertThat(extent)
                    .isEqualTo(grant.getReplicas(0).getSlices(0).getExtents(0).toBuilder()
                            .setStatus(ExtentStatus.EXTENT_COMPLETE)
                            .build());
        });
        assertThat(response.getSegmentsList()).singleElement().satisfies(location -> {
            assertThat(location.getSegmentId()).isEqualTo(uuid(1));
            assertThat(location.getName()).isEqualTo(NODE);
            assertThat(location.getTeEndpoint()).isEqualTo(NODE);
            assertThat(location.getProtocol()).isEqualTo("tcp");
        });
    }

    @Test
    void refusesASecondPutOfAKeyAndReadsOfWhatIsNotThere() {
        assertCode(master.start("a", 1).getFailure().getCode(), ErrorCode.CLIENT_NOT_FOUND);
        master.mount(1, NODE, GIB);
        master.put("a", 1);

        assertCode(master.start("a", 1).getFailure().getCode(), ErrorCode.OBJECT_ALREADY_EXISTS);
        assertCode(master.start("", 1).getFailure().getCode(), ErrorCode.INVALID_KEY);
        assertCode(locate("b").getOutcome().getFailure().getCode(), ErrorCode.OBJECT_NOT_FOUND);
        assertCode(master.start("b", 2 * GIB).getFailure().getCode(), ErrorCode.NO_AVAILABLE_HANDLE);
    }

    @Test
    void givesUpAWrite() {
        master.mount(1, NODE, GIB);
        PutGrant grant = master.start("a", 10).getGrant();

        VoidOutcome revoked = master.stub
                .putRevoke(PutRevokeRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .setItem(PutRevokeItem.newBuilder()
                                .setKey(key("a"))
                                .setPutId(grant.getPutId())
                                .addAllWrites(MasterFixture.writes(grant, WriteState.WRITE_SETTLED)))
                        .build())
                .getOutcome();

        assertThat(revoked.hasFailure()).isFalse();
        assertThat(exists("a")).isFalse();
        assertThat(master.end("a", grant).hasFailure()).isTrue();
        master.put("a", 10);
    }

    @Test
    void answersEachItemOfABatchInOrderBeyondOneEntryOfTheDoor() {
        master.mount(1, NODE, GIB);
        master.put("k7", 5);
        BatchPutStartRequest.Builder starts = BatchPutStartRequest.newBuilder().setHeader(master.changes(300));
        for (int i = 0; i < 300; i++) {
            starts.addItems(PutStartItem.newBuilder().setKey(key("k" + i)).setSizeBytes(64 + i));
        }

        BatchPutStartResponse started = master.stub.batchPutStart(starts.build());

        assertThat(started.getOutcomesList()).hasSize(300);
        assertThat(started.getSegmentsList()).hasSize(1);
        BatchPutEndRequest.Builder ends = BatchPutEndRequest.newBuilder().setHeader(master.changes(300));
        for (int i = 0; i < 300; i++) {
            PutStartOutcome outcome = started.getOutcomes(i);
            if (i == 7) {
                assertCode(outcome.getFailure().getCode(), ErrorCode.OBJECT_ALREADY_EXISTS);
            } else {
                Extent extent = outcome.getGrant().getReplicas(0).getSlices(0).getExtents(0);
                assertThat(extent.getLengthBytes()).isEqualTo(64 + i);
            }
            ends.addItems(PutEndItem.newBuilder()
                    .setKey(key("k" + i))
                    .setPutId(outcome.getGrant().getPutId())
                    .addAllWrites(MasterFixture.writes(outcome.getGrant(), WriteState.WRITE_ACKNOWLEDGED)));
        }
        List<VoidOutcome> ended = master.stub.batchPutEnd(ends.build()).getOutcomesList();
        assertThat(ended).hasSize(300);
        for (int i = 0; i < 300; i++) {
            assertThat(ended.get(i).hasFailure()).isEqualTo(i == 7);
        }
        checkBatchReads();
    }

    private void checkBatchReads() {
        BatchGetReplicaListRequest.Builder gets =
                BatchGetReplicaListRequest.newBuilder().setHeader(reads());
        BatchExistKeyRequest.Builder exists = BatchExistKeyRequest.newBuilder().setHeader(reads());
        BatchRemoveRequest.Builder removes =
                BatchRemoveRequest.newBuilder().setHeader(master.changes(301)).setForce(true);
        for (int i = 0; i < 301; i++) {
            gets.addKeys(key("k" + i));
            exists.addKeys(key("k" + i));
            removes.addKeys(key("k" + i));
        }
        BatchGetReplicaListResponse located = master.stub.batchGetReplicaList(gets.build());
        List<ExistKeyOutcome> existing =
                master.stub.batchExistKey(exists.build()).getOutcomesList();
        List<VoidOutcome> removed = master.stub.batchRemove(removes.build()).getOutcomesList();

        assertThat(located.getSegmentsList()).hasSize(1);
        assertThat(located.getOutcomesList()).hasSize(301);
        for (int i = 0; i < 300; i++) {
            assertThat(located.getOutcomes(i).getObject().getSizeBytes()).isEqualTo(i == 7 ? 5 : 64 + i);
            assertThat(existing.get(i).getExists()).isTrue();
            assertThat(removed.get(i).hasFailure()).isFalse();
        }
        assertCode(located.getOutcomes(300).getFailure().getCode(), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(existing.get(300).getExists()).isFalse();
        assertCode(removed.get(300).getFailure().getCode(), ErrorCode.OBJECT_NOT_FOUND);
        assertThat(exists("k1")).isFalse();
    }

    @Test
    void givesUpManyWrites() {
        master.mount(1, NODE, GIB);
        PutGrant first = master.start("a", 10).getGrant();
        PutGrant second = master.start("b", 10).getGrant();

        List<VoidOutcome> revoked = master.stub
                .batchPutRevoke(BatchPutRevokeRequest.newBuilder()
                        .setHeader(master.changes(3))
                        .addItems(PutRevokeItem.newBuilder().setKey(key("a")).setPutId(first.getPutId()))
                        .addItems(PutRevokeItem.newBuilder().setKey(key("none")).setPutId(1))
                        .addItems(PutRevokeItem.newBuilder().setKey(key("b")).setPutId(second.getPutId()))
                        .build())
                .getOutcomesList();

        assertThat(revoked).hasSize(3);
        assertThat(revoked.get(0).hasFailure()).isFalse();
        assertThat(revoked.get(1).hasFailure()).isTrue();
        assertThat(revoked.get(2).hasFailure()).isFalse();
        assertThat(clusterInfo().getFencedBytes()).isPositive();
    }

    @Test
    void keepsALeasedObjectUnlessForced() {
        master.mount(1, NODE, GIB);
        master.put("a", 10);
        locate("a");

        VoidOutcome kept = remove("a", false);
        assertCode(kept.getFailure().getCode(), ErrorCode.OBJECT_HAS_LEASE);
        assertThat(remove("a", true).hasFailure()).isFalse();
        assertThat(exists("a")).isFalse();
    }

    private VoidOutcome remove(String key, boolean force) {
        return master.stub
                .remove(RemoveRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .setKey(key(key))
                        .setForce(force)
                        .build())
                .getOutcome();
    }

    @Test
    void removesEverythingInOneCall() {
        master.mount(1, NODE, GIB);
        for (int i = 0; i < 700; i++) {
            master.put("k" + i, 1);
            if (i % 50 == 0) {
                master.beat();
            }
        }
        locate("k0");
        master.start("open", 1);

        RemoveAllResponse removed = removeAll(false);
        assertThat(removed.getRemovedCount()).isEqualTo(699);
        assertThat(removed.getLeasedCount()).isEqualTo(1);
        assertThat(removed.getIncompleteCount()).isEqualTo(1);
        assertThat(removed.hasFailure()).isFalse();
        assertThat(removeAll(true).getRemovedCount()).isEqualTo(1);
        assertThat(exists("k0")).isFalse();
    }

    private RemoveAllResponse removeAll(boolean force) {
        return master.stub.removeAll(RemoveAllRequest.newBuilder()
                .setHeader(master.changes(1))
                .setForce(force)
                .build());
    }

    private GetClusterInfoResponse clusterInfo() {
        return master.stub.getClusterInfo(GetClusterInfoRequest.getDefaultInstance());
    }

    @Test
    void reportsTheCluster() {
        master.mount(1, NODE, 2 * GIB);
        master.put("a", 100);

        GetClusterInfoResponse info = clusterInfo();

        assertThat(info.getMasterEpoch()).isEqualTo(EPOCH);
        assertThat(info.getCapacityBytes()).isEqualTo(2 * GIB);
        assertThat(info.getUsedBytes()).isBetween(100L, 128L);
        assertThat(info.getEvictionHighWatermarkRatio()).isEqualTo(0.9);
        assertThat(info.getKeyCount()).isEqualTo(1);
        assertThat(info.getFencedBytes()).isZero();
        assertThat(info.getLeaseTtlMs()).isEqualTo(10_000);
        assertThat(info.getClientTtlMs()).isEqualTo(10_000);
        assertThat(info.getClientsList()).singleElement().satisfies(client -> {
            assertThat(client.getClientId()).isEqualTo(CLIENT);
            assertThat(client.getSuspect()).isFalse();
        });
        assertThat(info.getSegmentsList()).singleElement().satisfies(report -> {
            assertThat(report.getSegment()).isEqualTo(segment(1, NODE, 2 * GIB));
            assertThat(report.getClientId()).isEqualTo(CLIENT);
            assertThat(report.getUsedBytes()).isEqualTo(info.getUsedBytes());
            assertThat(report.getLargestFreeBytes()).isPositive().isLessThan(2 * GIB);
        });
    }

    private PingResponse ping() {
        return master.stub.ping(
                PingRequest.newBuilder().setHeader(MasterFixture.registered()).build());
    }

    @Test
    void asksAnUnknownClientToRemountAndTakesItBack() {
        PingResponse unknown = ping();
        assertThat(unknown.getStatus()).isEqualTo(ClientStatus.CLIENT_NEED_REMOUNT);
        assertThat(unknown.getMasterEpoch()).isEqualTo(EPOCH);
        assertThat(unknown.getClientTtlMs()).isEqualTo(10_000);

        long epoch = master.stub
                .reMountSegment(ReMountSegmentRequest.newBuilder()
                        .setHeader(reads())
                        .addSegments(segment(2, NODE, GIB))
                        .addSegments(segment(3, NODE, GIB))
                        .build())
                .getMasterEpoch();

        assertThat(epoch).isEqualTo(EPOCH);
        assertThat(ping().getStatus()).isEqualTo(ClientStatus.CLIENT_OK);
        assertThat(ping().getSegmentsInUseList()).isEmpty();
        assertThat(clusterInfo().getSegmentsList())
                .extracting(report -> report.getSegment().getSegmentId())
                .containsExactlyInAnyOrder(uuid(2), uuid(3));
    }

    @Test
    void answersAHeartbeatWithoutEpochByWhetherItsSenderIsRegisteredHere() {
        PingRequest request = PingRequest.newBuilder().setHeader(reads()).build();
        assertThat(master.stub.ping(request).getStatus()).isEqualTo(ClientStatus.CLIENT_NEED_REMOUNT);

        master.mount(1, NODE, GIB);

        assertThat(master.stub.ping(request).getStatus()).isEqualTo(ClientStatus.CLIENT_OK);
    }

    @Test
    void namesTheSegmentsWhoseBaseMustStayToAClientThatLostItsEpoch() {
        master.mount(1, NODE, GIB);
        master.put("a", 10);

        CallHeader other =
                MasterFixture.registered().toBuilder().setMasterEpoch(EPOCH + 1).build();
        PingResponse lost =
                master.stub.ping(PingRequest.newBuilder().setHeader(other).build());

        assertThat(lost.getStatus()).isEqualTo(ClientStatus.CLIENT_NEED_REMOUNT);
        assertThat(lost.getSegmentsInUseList()).containsExactly(uuid(1));
    }

    @Test
    void dropsWhatLiesOnASegmentThatIsTakenBack() {
        master.mount(1, NODE, GIB);
        master.put("a", 10);

        assertThat(unmount(1).hasFailure()).isFalse();
        MasterFixture.await("the replica to be dropped", () -> !exists("a"));
        assertThat(clusterInfo().getSegmentsList()).isEmpty();
    }

    private io.mooncake.protocol.v1.UnmountSegmentResponse unmount(long segmentId) {
        return master.stub.unmountSegment(UnmountSegmentRequest.newBuilder()
                .setHeader(master.changes(1))
                .setSegmentId(uuid(segmentId))
                .build());
    }

    @Test
    void refusesSegmentsOutsideTheirLimits() {
        assertCode(master.mount(0, NODE, GIB).getFailure().getCode(), ErrorCode.INVALID_PARAMS);
        assertCode(
                master.stub
                        .reMountSegment(ReMountSegmentRequest.newBuilder()
                                .setHeader(reads())
                                .addSegments(segment(0, NODE, GIB))
                                .build())
                        .getFailure()
                        .getCode(),
                ErrorCode.INVALID_PARAMS);
    }

    @Test
    void answersARepeatedOperationWithItsFirstOutcome() throws Exception {
        master.mount(1, NODE, GIB);
        PutStartRequest request = PutStartRequest.newBuilder()
                .setHeader(master.changes(1))
                .setItem(PutStartItem.newBuilder().setKey(key("a")).setSizeBytes(9))
                .build();

        assertThat(master.stub.putStart(request).getOutcome())
                .isEqualTo(master.stub.putStart(request).getOutcome());
        assertThat(master.metric("master_outcomes_replayed_total")).isEqualTo(1);
    }

    @Test
    void refusesAChangeForAnotherEpoch() {
        master.mount(1, NODE, GIB);
        CallHeader stale =
                master.changes(1).toBuilder().setMasterEpoch(EPOCH + 1).build();

        assertCode(
                master.stub
                        .putStart(PutStartRequest.newBuilder()
                                .setHeader(stale)
                                .setItem(PutStartItem.newBuilder()
                                        .setKey(key("a"))
                                        .setSizeBytes(1))
                                .build())
                        .getOutcome()
                        .getFailure()
                        .getCode(),
                ErrorCode.CLIENT_NOT_FOUND);
    }

    @Test
    void putsReplicasOnDifferentOwnersAndNamesEachSegmentOnce() {
        master.mount(1, NODE, GIB);
        master.stub.mountSegment(io.mooncake.protocol.v1.MountSegmentRequest.newBuilder()
                .setHeader(CallHeader.newBuilder().setClientId(uuid(99)).setOperationId(1))
                .setSegment(segment(2, "10.0.0.2:12300", GIB))
                .build());

        PutStartRequest request = PutStartRequest.newBuilder()
                .setHeader(master.changes(1))
                .setItem(PutStartItem.newBuilder()
                        .setKey(key("a"))
                        .setSizeBytes(3 << 16)
                        .setSliceBytes(1 << 16))
                .setConfig(io.mooncake.protocol.v1.ReplicateConfig.newBuilder().setReplicaNum(2))
                .build();
        io.mooncake.protocol.v1.PutStartResponse response = master.stub.putStart(request);

        List<List<Integer>> segmentsOfReplicas = new ArrayList<>();
        response.getOutcome().getGrant().getReplicasList().forEach(replica -> {
            assertThat(replica.getSlicesList()).hasSize(3);
            segmentsOfReplicas.add(replica.getSlicesList().stream()
                    .flatMap(slice -> slice.getExtentsList().stream())
                    .map(Extent::getSegmentIndex)
                    .distinct()
                    .toList());
        });
        assertThat(response.getSegmentsList()).hasSize(2);
        assertThat(segmentsOfReplicas).hasSize(2);
        for (int slice = 0; slice < 3; slice++) {
            int index = slice;
            assertThat(response.getOutcome().getGrant().getReplicasList())
                    .extracting(
                            replica -> replica.getSlices(index).getExtents(0).getSegmentIndex())
                    .doesNotHaveDuplicates();
        }
    }
}
