package io.mooncake.master;

import static io.mooncake.master.MasterFixture.GIB;
import static io.mooncake.master.MasterFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.ExistKeyResponse;
import io.mooncake.protocol.v1.MasterServiceGrpc;
import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutEndResponse;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.ReplicaWrite;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes that are no request of this protocol, or one of a later version of it. */
@Timeout(60)
final class OddMessageTest {
    private static final String NODE = "10.0.0.1:12345";
    private static final int MAX_MESSAGE_BYTES = 16 << 20;
    private static final Duration CALL_LIMIT = Duration.ofSeconds(20);

    /** Messages as they are on the wire. */
    private static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] message) {
            return new ByteArrayInputStream(message);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private final MasterFixture master = new MasterFixture();

    @AfterEach
    void everythingIsAsItWas() throws Exception {
        assertThat(master.get("/api/v1/selfcheck").body()).contains("\"success\":true", "\"differences\":[]");
        assertThat(master.get("/readyz").statusCode()).isEqualTo(200);
        master.close();
    }

    private byte[] call(MethodDescriptor<?, ?> method, byte[] request) {
        return call(method.getFullMethodName(), request);
    }

    private byte[] call(String fullMethodName, byte[] request) {
        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(BYTES, BYTES)
                .setFullMethodName(fullMethodName)
                .setType(MethodDescriptor.MethodType.UNARY)
                .build();
        return ClientCalls.blockingUnaryCall(
                master.channel, method, CallOptions.DEFAULT.withDeadlineAfter(CALL_LIMIT), request);
    }

    private void assertRefused(Runnable call, Status.Code code, String... words) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode())
                    .as("%s", refused.getStatus())
                    .isEqualTo(code);
            assertThat(refused.getStatus().getDescription()).contains(words);
        });
    }

    @Test
    void bytesThatAreNoMessage() {
        byte[] noise = {(byte) 0xff, (byte) 0xff, (byte) 0xff, 1, 2, 3};
        assertRefused(
                () -> call(MasterServiceGrpc.getExistKeyMethod(), noise),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_PARAMS: ",
                "no well-formed ExistKeyRequest");
    }

    /** Text fields of the protocol hold UTF-8; keys are bytes and are judged one by one. */
    @Test
    void textThatIsNoUtf8() throws Exception {
        ByteArrayOutputStream config = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(config);
        out.writeByteArray(2, new byte[] {'a', (byte) 0xc3, '('});
        out.flush();
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        out = CodedOutputStream.newInstance(request);
        out.writeByteArray(PutStartRequest.CONFIG_FIELD_NUMBER, config.toByteArray());
        out.flush();

        assertRefused(
                () -> call(MasterServiceGrpc.getPutStartMethod(), request.toByteArray()),
                Status.Code.INVALID_ARGUMENT,
                "INVALID_PARAMS: ",
                "no well-formed PutStartRequest with text in UTF-8");
    }

    @Test
    void aMessageLongerThanTheLimit() {
        byte[] tooLong = ExistKeyRequest.newBuilder()
                .setKey(ByteString.copyFrom(new byte[MAX_MESSAGE_BYTES]))
                .build()
                .toByteArray();

        assertRefused(
                () -> call(MasterServiceGrpc.getExistKeyMethod(), tooLong),
                Status.Code.RESOURCE_EXHAUSTED,
                "message",
                Integer.toString(MAX_MESSAGE_BYTES));
        assertThat(master.stub
                        .existKey(ExistKeyRequest.newBuilder().setKey(key("a")).build())
                        .getOutcome()
                        .getExists())
                .isFalse();
    }

    @Test
    void aCallThatThisMasterDoesNotOffer() {
        assertRefused(
                () -> call("mooncake.v1.MasterService/Levitate", new byte[0]),
                Status.Code.UNIMPLEMENTED,
                "mooncake.v1.MasterService/Levitate");
    }

    /** A later version may say more; what is not known is passed over. */
    @Test
    void fieldsThatThisMasterDoesNotKnow() throws Exception {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(ExistKeyRequest.newBuilder().setKey(key("a")).build().toByteArray());
        CodedOutputStream out = CodedOutputStream.newInstance(request);
        out.writeString(999, "a field of a later version");
        out.flush();

        byte[] answer = call(MasterServiceGrpc.getExistKeyMethod(), request.toByteArray());

        assertThat(ExistKeyResponse.parseFrom(answer).getOutcome().getExists()).isFalse();
    }

    /** What is not understood may still land: the replica is not readable and its range waits. */
    @Test
    void aStateOfAWriteThatThisMasterDoesNotKnow() throws Exception {
        master.mount(1, NODE, GIB);
        PutGrant grant = master.start("a", 4096).getGrant();
        PutEndRequest request = PutEndRequest.newBuilder()
                .setHeader(master.changes(1))
                .setItem(PutEndItem.newBuilder()
                        .setKey(key("a"))
                        .setPutId(grant.getPutId())
                        .addWrites(ReplicaWrite.newBuilder().setStateValue(77)))
                .build();

        byte[] answer = call(MasterServiceGrpc.getPutEndMethod(), request.toByteArray());

        assertThat(PutEndResponse.parseFrom(answer).getOutcome().getFailure().getMessage())
                .isEqualTo("no replica was acknowledged: not stored");
        assertThat(master.metric("master_fenced_bytes")).isEqualTo(4096);
        assertThat(master.stub
                        .existKey(ExistKeyRequest.newBuilder().setKey(key("a")).build())
                        .getOutcome()
                        .getExists())
                .isFalse();
    }
}
