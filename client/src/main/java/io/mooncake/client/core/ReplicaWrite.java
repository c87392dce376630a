package io.mooncake.client.core;

/**
 * What became of the writes of one replica.
 *
 * @param replicaIndex number of the replica within its object
 * @param state the worst of its writes
 */
public record ReplicaWrite(int replicaIndex, WriteState state) {}
