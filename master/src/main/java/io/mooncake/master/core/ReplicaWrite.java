package io.mooncake.master.core;

/**
 * What the writer says about one replica of its put.
 *
 * @param replicaIndex number of the replica within its object, from 0
 * @param state what became of its writes
 */
public record ReplicaWrite(int replicaIndex, WriteState state) {}
