package io.mooncake.master.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.mooncake.exposition.ExactNameRegistry;
import io.mooncake.exposition.ExpositionReader;
import io.mooncake.master.metrics.RequestCounters;
import io.mooncake.protocol.v1.CallHeader;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class CallGateTest {
    private final AtomicLong nowNanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final ExactNameRegistry registry = new ExactNameRegistry();
    private final CallGate gate = new CallGate(new RequestCounters(registry), nowNanos::get);

    private void check(Context context, long timeLeftMillis) {
        context.run(() -> gate.checkTime(
                CallHeader.newBuilder().setTimeLeftMs(timeLeftMillis).build()));
    }

    private Context arrivedNow() {
        return Context.ROOT.withValue(CallArrival.ARRIVED_NANOS, nowNanos.get());
    }

    private static void assertRefused(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
            assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
            assertThat(refused.getStatus().getDescription()).startsWith("RPC_TIMEOUT: ");
        });
    }

    @Test
    void refusesACallThatWaitedForAllItsTime() {
        Context call = arrivedNow();
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(9));
        assertThatCode(() -> check(call, 10)).doesNotThrowAnyException();
        nowNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));

        assertRefused(() -> check(call, 10));
        assertThatCode(() -> check(call, 0)).doesNotThrowAnyException();
        assertThatCode(() -> check(call, -1)).doesNotThrowAnyException();
        assertThat(ExpositionReader.read(registry.scrape()).value("master_expired_requests_total"))
                .contains(1.0);
    }

    @Test
    void refusesACallThatWasCancelled() {
        try (Context.CancellableContext call = arrivedNow().withCancellation()) {
            call.cancel(new CancellationException("the caller gave up"));

            assertRefused(() -> check(call, 0));
        }
    }

    @Test
    void refusesBatchesOutsideTheirLimits() {
        for (int count : new int[] {0, 1025}) {
            assertThatThrownBy(() -> gate.checkItems("keys", count))
                    .isInstanceOfSatisfying(StatusRuntimeException.class, refused -> {
                        assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(refused.getStatus().getDescription())
                                .isEqualTo("INVALID_PARAMS: keys has " + count + " items, must be 1 to 1024");
                    });
        }
        assertThatCode(() -> gate.checkItems("keys", 1)).doesNotThrowAnyException();
        assertThatCode(() -> gate.checkItems("keys", 1024)).doesNotThrowAnyException();
    }
}
