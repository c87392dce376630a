package io.mooncake.master;

import static io.mooncake.master.MasterFixture.key;
import static io.mooncake.master.MasterFixture.reads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import io.mooncake.protocol.v1.BatchExistKeyRequest;
import io.mooncake.protocol.v1.BatchPutEndRequest;
import io.mooncake.protocol.v1.BatchPutRevokeRequest;
import io.mooncake.protocol.v1.BatchPutStartRequest;
import io.mooncake.protocol.v1.BatchRemoveRequest;
import io.mooncake.protocol.v1.CallHeader;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.MasterServiceGrpc.MasterServiceBlockingStub;
import io.mooncake.protocol.v1.MountSegmentRequest;
import io.mooncake.protocol.v1.PingRequest;
import io.mooncake.protocol.v1.ServiceReadyRequest;
import io.mooncake.protocol.v1.UnmountSegmentRequest;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls that are refused as a whole. The clock moves by a millisecond each time that somebody looks at it. */
@Timeout(60)
final class CallRefusalTest {
    private final AtomicLong nowMillis = new AtomicLong();
    private final MasterFixture master = new MasterFixture(() -> nowMillis.incrementAndGet() * 1_000_000);

    @AfterEach
    void close() {
        master.close();
    }

    private static void assertRefused(Runnable call, Status.Code code, String description) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(code);
            assertThat(refused.getStatus().getDescription()).startsWith(description);
        });
    }

    private MasterServiceBlockingStub speaking(@Nullable String min, @Nullable String max) {
        Metadata metadata = new Metadata();
        if (min != null) {
            metadata.put(Metadata.Key.of("mooncake-protocol-min", Metadata.ASCII_STRING_MARSHALLER), min);
        }
        if (max != null) {
            metadata.put(Metadata.Key.of("mooncake-protocol-max", Metadata.ASCII_STRING_MARSHALLER), max);
        }
        return master.stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(metadata));
    }

    @ParameterizedTest
    @CsvSource({"2,3", "0,0", "2,", ",0", "one,1", "1,x"})
    void refusesACallerWithoutACommonVersion(@Nullable String min, @Nullable String max) throws Exception {
        assertRefused(
                () -> speaking(min, max).serviceReady(ServiceReadyRequest.getDefaultInstance()),
                Status.Code.FAILED_PRECONDITION,
                "INVALID_VERSION: ");
        assertThat(master.metric("master_protocol_mismatches_total")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1,1", "0,5", ",", "1,", ",7"})
    void servesACallerWithACommonVersion(@Nullable String min, @Nullable String max) {
        assertThat(speaking(min, max)
                        .serviceReady(ServiceReadyRequest.getDefaultInstance())
                        .getProtocol())
                .isEqualTo(1);
    }

    @Test
    void dropsACallWhoseTimeIsUp() throws Exception {
        CallHeader late = reads().toBuilder().setTimeLeftMs(1).build();
        CallHeader inTime = reads().toBuilder().setTimeLeftMs(3_600_000).build();

        assertRefused(
                () -> master.stub.existKey(ExistKeyRequest.newBuilder()
                        .setHeader(late)
                        .setKey(key("a"))
                        .build()),
                Status.Code.DEADLINE_EXCEEDED,
                "RPC_TIMEOUT: ");
        assertThat(master.metric("master_expired_requests_total")).isEqualTo(1);
        assertThat(master.metric("master_exist_key_requests_total")).isZero();
        assertThatCode(() -> master.stub.existKey(ExistKeyRequest.newBuilder()
                        .setHeader(inTime)
                        .setKey(key("a"))
                        .build()))
                .doesNotThrowAnyException();
    }

    @Test
    void refusesBatchesOutsideTheirLimits() {
        List<ByteString> tooMany = Collections.nCopies(1025, key("k"));
        String tooManyKeys = "INVALID_PARAMS: keys has 1025 items, must be 1 to 1024";
        String noItems = "INVALID_PARAMS: items has 0 items, must be 1 to 1024";

        assertRefused(
                () -> master.stub.batchExistKey(
                        BatchExistKeyRequest.newBuilder().addAllKeys(tooMany).build()),
                Status.Code.INVALID_ARGUMENT,
                tooManyKeys);
        assertRefused(
                () -> master.stub.batchRemove(
                        BatchRemoveRequest.newBuilder().addAllKeys(tooMany).build()),
                Status.Code.INVALID_ARGUMENT,
                tooManyKeys);
        assertRefused(
                () -> master.stub.batchPutStart(BatchPutStartRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                noItems);
        assertRefused(
                () -> master.stub.batchPutEnd(BatchPutEndRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                noItems);
        assertRefused(
                () -> master.stub.batchPutRevoke(BatchPutRevokeRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                noItems);
        assertThat(master.stub
                        .batchExistKey(BatchExistKeyRequest.newBuilder()
                                .addAllKeys(tooMany.subList(0, 1024))
                                .build())
                        .getOutcomesList())
                .hasSize(1024);
    }

    @Test
    void refusesAMessageThatIsTooLong() {
        ByteString longKey = ByteString.copyFrom(new byte[17 * 1024 * 1024]);

        assertThatThrownBy(() -> master.stub.existKey(
                        ExistKeyRequest.newBuilder().setKey(longKey).build()))
                .isInstanceOfSatisfying(
                        StatusRuntimeException.class,
                        refused -> assertThat(refused.getStatus().getCode())
                                .isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED));
        assertThat(master.stub
                        .serviceReady(ServiceReadyRequest.getDefaultInstance())
                        .getProtocol())
                .isEqualTo(1);
    }

    @Test
    void refusesCallsThatLackWhatTheyNeed() {
        assertRefused(
                () -> master.stub.mountSegment(MountSegmentRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_PARAMS: segment is missing");
        assertRefused(
                () -> master.stub.unmountSegment(UnmountSegmentRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_PARAMS: segment_id is missing");
        assertRefused(
                () -> master.stub.ping(PingRequest.getDefaultInstance()),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_PARAMS: ");
    }
}
