package io.mooncake.master;

import static io.mooncake.master.MasterFixture.key;
import static io.mooncake.master.OddRequest.NODE_BYTES;
import static io.mooncake.master.OddRequest.UNSIGNED_MAX;
import static io.mooncake.master.OddRequest.item;
import static io.mooncake.master.OddRequest.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.Checksums;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutRevokeItem;
import io.mooncake.protocol.v1.PutRevokeRequest;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.ReplicaWrite;
import io.mooncake.protocol.v1.ReplicateConfig;
import io.mooncake.protocol.v1.WriteState;
import java.util.Collections;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes with lengths, numbers and headers outside their limits. */
@Timeout(60)
final class OddPutRequestTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource({"sizes", "replicas", "headers", "ends"})
    void isRefusedWithFieldAndLimitAndChangesNothing(OddRequest odd) throws Exception {
        odd.isRefusedAndChangesNothing();
    }

    private static ReplicateConfig.Builder once() {
        return ReplicateConfig.newBuilder().setReplicaNum(1);
    }

    static Stream<OddRequest> sizes() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        String slices = "slice_bytes must be a power of two from 64 KiB to 1 GiB, is ";
        return Stream.of(
                OddRequest.of(
                        "a negative size",
                        master -> start(master, item().setSizeBytes(-5), once()),
                        code,
                        "size_bytes must be at most 9223372036854775807, is 18446744073709551611"),
                OddRequest.of(
                        "the largest size of 63 bits",
                        master -> start(master, item().setSizeBytes(Long.MAX_VALUE), once()),
                        code,
                        "slice_bytes must be at least size_bytes / 1048576, is 16777216"),
                OddRequest.of(
                        "more slices than an object may have",
                        master -> start(master, item().setSizeBytes(1L << 40).setSliceBytes(1 << 16), once()),
                        code,
                        "slice_bytes must be at least size_bytes / 1048576, is 65536"),
                OddRequest.of(
                        "a slice of no power of two",
                        master -> start(master, item().setSliceBytes(100_000), once()),
                        code,
                        slices + "100000"),
                OddRequest.of(
                        "a slice that is too short",
                        master -> start(master, item().setSliceBytes(1 << 15), once()),
                        code,
                        slices + "32768"),
                OddRequest.of(
                        "a slice that is too long",
                        master -> start(master, item().setSliceBytes(1L << 31), once()),
                        code,
                        slices + "2147483648"),
                OddRequest.of(
                        "a negative slice",
                        master -> start(master, item().setSliceBytes(Long.MIN_VALUE), once()),
                        code,
                        slices + "9223372036854775808"),
                OddRequest.of(
                        "an object longer than the cluster",
                        master -> start(master, item().setSizeBytes(NODE_BYTES + 1), once()),
                        ErrorCode.NO_AVAILABLE_HANDLE,
                        "no room for 1048577 bytes: placeable 1048576 bytes"),
                OddRequest.of(
                        "an object of a TiB",
                        master -> start(master, item().setSizeBytes(1L << 40), once()),
                        ErrorCode.NO_AVAILABLE_HANDLE,
                        "no room for 1099511627776 bytes: placeable 1048576 bytes"));
    }

    static Stream<OddRequest> replicas() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        return Stream.of(
                OddRequest.of(
                        "no replica",
                        master -> start(master, item(), once().setReplicaNum(0)),
                        code,
                        "replica_num must be from 1 to 64, is 0"),
                OddRequest.of(
                        "too many replicas",
                        master -> start(master, item(), once().setReplicaNum(65)),
                        code,
                        "replica_num must be from 1 to 64, is 65"),
                OddRequest.of(
                        "a negative number of replicas",
                        master -> start(master, item(), once().setReplicaNum(UNSIGNED_MAX)),
                        code,
                        "replica_num must be from 1 to 64, is 4294967295"),
                OddRequest.of(
                        "too many preferred segments",
                        master -> start(master, item(), once().addAllPreferredSegments(Collections.nCopies(257, "a"))),
                        code,
                        "preferred_segments must have at most 256 names, has 257"));
    }

    private static Failure startAs(MasterFixture master, CallHeader.Builder header) {
        return master.stub
                .putStart(PutStartRequest.newBuilder()
                        .setHeader(header)
                        .setItem(item())
                        .build())
                .getOutcome()
                .getFailure();
    }

    static Stream<OddRequest> headers() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        String limit = "operation_id of a change must be from 1 to 9223372036854775807, is ";
        return Stream.of(
                OddRequest.of(
                        "a change without a client",
                        master -> startAs(master, master.changes(1).toBuilder().clearClientId()),
                        code,
                        "client_id is absent"),
                OddRequest.of(
                        "a change without a header",
                        master -> startAs(master, CallHeader.newBuilder()),
                        code,
                        "client_id"),
                OddRequest.of(
                        "a change without an operation",
                        master -> startAs(master, master.changes(1).toBuilder().setOperationId(0)),
                        code,
                        limit + "0"),
                OddRequest.of(
                        "a negative operation",
                        master -> startAs(master, master.changes(1).toBuilder().setOperationId(-1)),
                        code,
                        limit + "18446744073709551615"),
                OddRequest.of(
                        "a change for another epoch",
                        master -> startAs(master, master.changes(1).toBuilder().setMasterEpoch(3)),
                        ErrorCode.CLIENT_NOT_FOUND,
                        "another start of the master: remount"),
                OddRequest.of(
                        "a change by a client that is not registered",
                        master -> startAs(master, master.changes(1).toBuilder().setClientId(MasterFixture.uuid(99))),
                        ErrorCode.CLIENT_NOT_FOUND,
                        "is not registered: remount"),
                OddRequest.of(
                        "an operation below the oldest unanswered",
                        master -> startAs(
                                master,
                                master.changes(1).toBuilder().setOperationId(1).setOldestUnanswered(5)),
                        ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS,
                        "operation_id 1 is below the oldest"));
    }

    private static Failure end(MasterFixture master, Function<PutGrant, PutEndItem.Builder> item) {
        PutGrant grant = master.start("open", 100).getGrant();
        try {
            return master.stub
                    .putEnd(PutEndRequest.newBuilder()
                            .setHeader(master.changes(1))
                            .setItem(item.apply(grant))
                            .build())
                    .getOutcome()
                    .getFailure();
        } finally {
            // A refused End leaves the write open: its writer can still give it up.
            assertThat(master.stub
                            .putRevoke(PutRevokeRequest.newBuilder()
                                    .setHeader(master.changes(1))
                                    .setItem(PutRevokeItem.newBuilder()
                                            .setKey(key("open"))
                                            .setPutId(grant.getPutId())
                                            .addAllWrites(MasterFixture.writes(grant, WriteState.WRITE_SETTLED)))
                                    .build())
                            .getOutcome()
                            .hasFailure())
                    .isFalse();
        }
    }

    private static PutEndItem.Builder open(PutGrant grant) {
        return PutEndItem.newBuilder().setKey(key("open")).setPutId(grant.getPutId());
    }

    private static ReplicaWrite.Builder acknowledged(int replica) {
        return ReplicaWrite.newBuilder().setReplicaIndex(replica).setState(WriteState.WRITE_ACKNOWLEDGED);
    }

    static Stream<OddRequest> ends() {
        ErrorCode code = ErrorCode.INVALID_PARAMS;
        String writes = "writes must name replicas from 0 to 0, each once";
        return Stream.of(
                OddRequest.of(
                        "another put_id",
                        master -> end(master, grant -> open(grant).setPutId(grant.getPutId() + 1)),
                        ErrorCode.INVALID_WRITE,
                        "another put_id"),
                OddRequest.of(
                        "a replica that is not",
                        master -> end(master, grant -> open(grant).addWrites(acknowledged(1))),
                        code,
                        writes),
                OddRequest.of(
                        "a negative replica",
                        master -> end(master, grant -> open(grant).addWrites(acknowledged(UNSIGNED_MAX))),
                        code,
                        writes),
                OddRequest.of(
                        "a replica twice",
                        master -> end(
                                master,
                                grant -> open(grant).addWrites(acknowledged(0)).addWrites(acknowledged(0))),
                        code,
                        writes),
                OddRequest.of(
                        "too many checksums",
                        master -> end(
                                master,
                                grant -> open(grant)
                                        .addWrites(acknowledged(0))
                                        .setChecksums(Checksums.newBuilder()
                                                .addSliceCrc32C(1)
                                                .addSliceCrc32C(2))),
                        code,
                        "slice_crc32c must have 1 entries, has 2"));
    }
}
