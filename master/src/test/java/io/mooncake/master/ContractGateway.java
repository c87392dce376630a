package io.mooncake.master;

import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;

/**
 * A way to a core, with a clock that a test steps. What is promised of the core is promised through each of them.
 *
 * <p>Thread safety: none.
 */
interface ContractGateway extends AutoCloseable {

    /** Epoch of the core behind it. */
    long epoch();

    /** Executes one operation as the caller that its context names. */
    Outcome execute(Operation operation);

    /** Lets time pass, and the core do what is due. */
    void advance(long nanos);

    @Override
    void close();
}
