package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Lets a change through once: its caller must be registered with this incarnation of the master, and a repeated
 * operation is answered with its first outcome.
 */
final class ChangeGate {

    /** A change by a registered client. */
    interface Change {
        Outcome apply(Client client);
    }

    private final long masterEpoch;
    private final ClientRegistry clients;
    private final CoreCounters counters;

    ChangeGate(long masterEpoch, ClientRegistry clients, CoreCounters counters) {
        this.masterEpoch = masterEpoch;
        this.clients = clients;
        this.counters = counters;
    }

    Outcome admit(CallContext context, Change change) {
        if (context.clientId() == null) {
            return new Outcome.Failed(ErrorCode.INVALID_PARAMS, "client_id is absent");
        }
        if (context.operationId() <= 0) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS,
                    "operation_id of a change must be from 1 to " + Long.MAX_VALUE + ", is "
                            + Long.toUnsignedString(context.operationId()));
        }
        Client client = clients.find(context.clientId());
        if (client == null) {
            return new Outcome.Failed(
                    ErrorCode.CLIENT_NOT_FOUND, "client " + context.clientId() + " is not registered: remount");
        }
        if (context.masterEpoch() != masterEpoch) {
            return new Outcome.Failed(
                    ErrorCode.CLIENT_NOT_FOUND,
                    "client " + context.clientId() + " is registered with another start of the master: remount");
        }
        Outcome known = known(client, context);
        if (known != null) {
            return known;
        }
        Outcome outcome = change.apply(client);
        client.outcomes.keep(context.operationId(), outcome);
        return outcome;
    }

    /** The kept outcome of the operation, or the refusal of one too old to tell; {@code null} for a new operation. */
    @Nullable
    Outcome known(Client client, CallContext context) {
        client.outcomes.answeredBelow(context.oldestUnanswered());
        if (client.outcomes.isBelowFloor(context.operationId())) {
            counters.staleOperationsRefused++;
            return new Outcome.Failed(
                    ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS,
                    "operation_id " + context.operationId()
                            + " is below the oldest whose outcome is kept, not applied");
        }
        Outcome first = client.outcomes.find(context.operationId());
        if (first == null || isUnfinished(first)) {
            return null;
        }
        counters.outcomesReplayed++;
        return first;
    }

    private static boolean isUnfinished(Outcome outcome) {
        return (outcome instanceof Outcome.RemovedAll removedAll && !removedAll.finished())
                || (outcome instanceof Outcome.RegexSweep sweep && !sweep.finished());
    }
}
