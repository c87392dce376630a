package io.mooncake.master.core;

import static io.mooncake.master.core.CoreFixture.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a client sent before it registered anew has no effect when it arrives afterwards. */
final class LateRegistrationTest {
    private final CoreFixture fixture = new CoreFixture();
    private final ClientId client = CoreFixture.client(1);

    @Test
    void olderRegistrationDoesNotReplaceANewerOne() {
        SegmentSpec older = fixture.spec(1, "host-1", MIB);
        SegmentSpec newer = fixture.spec(2, "host-1", MIB);
        fixture.execute(remount(2, newer));

        assertThat(refusal(remount(1, older))).isEqualTo(ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS);

        Outcome.ClusterInfo info = (Outcome.ClusterInfo) fixture.execute(new Operation.GetClusterInfo());
        assertThat(info.segments()).hasSize(1);
        assertThat(info.segments().getFirst().spec().id()).isEqualTo(newer.id());
    }

    @Test
    void olderChangeIsRefused() {
        fixture.execute(remount(1, fixture.spec(1, "host-1", MIB)));
        fixture.execute(remount(3, fixture.spec(2, "host-1", MIB)));

        assertThat(refusal(start(2))).isEqualTo(ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS);
        assertThat(fixture.execute(start(4))).isInstanceOf(Outcome.PutGrant.class);
    }

    private Operation.ReMountSegment remount(long operationId, SegmentSpec segment) {
        return new Operation.ReMountSegment(CoreFixture.call(client, operationId), List.of(segment));
    }

    private Operation.PutStart start(long operationId) {
        return new Operation.PutStart(
                CoreFixture.call(client, operationId), ObjectKey.of("k"), 100, 0, ReplicateConfig.SINGLE);
    }

    private ErrorCode refusal(Operation operation) {
        Outcome outcome = fixture.execute(operation);
        assertThat(outcome).isInstanceOf(Outcome.Failed.class);
        return ((Outcome.Failed) outcome).failure().code();
    }
}
