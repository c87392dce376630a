package io.mooncake.client;

import io.mooncake.client.gateway.MasterGateway;
import io.mooncake.client.gateway.TransferGateway;
import io.mooncake.client.memory.BufferPool;
import io.mooncake.client.metrics.ClientMetrics;
import io.mooncake.client.replica.ReplicaPolicy;
import io.mooncake.client.segment.MembershipAgent;

/**
 * What the operations of a client work with.
 *
 * @param config how the client was set up
 * @param master the calls to the master
 * @param transfers the bytes
 * @param membership the registration
 * @param buffers native memory
 * @param replicas which replica is read first
 * @param counters outcomes
 * @param metrics what is exposed
 */
record Connection(
        ClientConfig config,
        MasterGateway master,
        TransferGateway transfers,
        MembershipAgent membership,
        BufferPool buffers,
        ReplicaPolicy replicas,
        OutcomeCounters counters,
        ClientMetrics metrics) {

    long nowNanos() {
        return config.nanoClock().getAsLong();
    }

    /** When a call to the master that begins now is given up. */
    long controlDeadlineNanos() {
        return nowNanos() + config.controlDeadline().toNanos();
    }

    /** When a put or get of so many bytes that begins now is given up. */
    long dataDeadlineNanos(long sizeBytes) {
        return nowNanos() + config.dataDeadlineFor(sizeBytes).toNanos();
    }
}
