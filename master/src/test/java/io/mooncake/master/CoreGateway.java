package io.mooncake.master;

import io.mooncake.master.core.MasterCore;
import io.mooncake.master.core.MasterCoreConfig;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;

/** Straight to a core. */
final class CoreGateway implements ContractGateway {
    private static final long EPOCH = 0xC0;

    private final MasterCore core = new MasterCore(MasterCoreConfig.defaults(EPOCH, 3));
    private long nowNanos;

    @Override
    public long epoch() {
        return EPOCH;
    }

    @Override
    public Outcome execute(Operation operation) {
        Outcome outcome = core.execute(operation, nowNanos);
        core.checkInvariants();
        return outcome;
    }

    @Override
    public void advance(long nanos) {
        nowNanos += nanos;
        core.tick(nowNanos);
    }

    @Override
    public void close() {
        core.checkInvariants();
    }
}
