package io.mooncake.master;

import static io.mooncake.master.MasterFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.ExistKeyRequest;
import io.mooncake.protocol.v1.Failure;
import io.mooncake.protocol.v1.PutStartItem;
import io.mooncake.protocol.v1.PutStartRequest;
import io.mooncake.protocol.v1.ReplicateConfig;
import java.util.List;

/**
 * A request outside the limits of its fields, as a program of any language can send it, and the refusal that it gets.
 *
 * @param name what is odd about it
 * @param ask sends it to a master on which an object lies; answers with the failure, or throws the status of the call
 * @param code the code of the refusal
 * @param words what its text names: the field, the limit, and what was sent
 */
record OddRequest(String name, Ask ask, ErrorCode code, List<String> words) {
    static final String NODE = "10.0.0.1:12345";
    static final long NODE_BYTES = 1 << 20;
    static final ByteString KEPT = key("kept");
    static final int UNSIGNED_MAX = -1;

    /** Sends a request and takes the failure out of the answer. */
    interface Ask {
        Failure of(MasterFixture master);
    }

    static OddRequest of(String name, Ask ask, ErrorCode code, String... words) {
        return new OddRequest(name, ask, code, List.of(words));
    }

    /** Sends it to a master of its own: it is refused, and everything is as it was. */
    void isRefusedAndChangesNothing() throws Exception {
        try (MasterFixture master = new MasterFixture()) {
            master.mount(1, NODE, NODE_BYTES);
            master.put("kept", 1000);
            double allocated = master.metric("master_allocated_bytes");

            String answer = answer(master);

            assertThat(answer).startsWith(code + ": ").contains(words);
            assertThat(master.metric("master_allocated_bytes")).isEqualTo(allocated);
            assertThat(master.metric("master_open_put_count")).isZero();
            assertThat(master.metric("master_key_count")).isEqualTo(1);
            assertThat(master.get("/api/v1/selfcheck").body())
                    .contains("\"success\":true", "\"complete\":true", "\"differences\":[]");
            assertThat(master.stub
                            .existKey(ExistKeyRequest.newBuilder().setKey(KEPT).build())
                            .getOutcome()
                            .getExists())
                    .isTrue();
        }
    }

    private String answer(MasterFixture master) {
        try {
            Failure failure = ask.of(master);
            return ErrorCode.ofNumber(failure.getCode()).orElseThrow() + ": " + failure.getMessage();
        } catch (StatusRuntimeException refused) {
            return String.valueOf(refused.getStatus().getDescription());
        }
    }

    /** For calls whose answer holds no failure of its own. */
    static Failure none(Object response) {
        return Failure.newBuilder().setMessage("was answered with " + response).build();
    }

    /** An item that is fine but for what the caller changes. */
    static PutStartItem.Builder item() {
        return PutStartItem.newBuilder().setKey(key("odd")).setSizeBytes(10);
    }

    static Failure start(MasterFixture master, PutStartItem.Builder item, ReplicateConfig.Builder config) {
        return master.stub
                .putStart(PutStartRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .setItem(item)
                        .setConfig(config)
                        .build())
                .getOutcome()
                .getFailure();
    }

    @Override
    public String toString() {
        return name;
    }
}
