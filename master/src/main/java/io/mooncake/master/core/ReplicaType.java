package io.mooncake.master.core;

/** What a replica lies on, or in an End or Revoke which replicas of a write it is about. */
public enum ReplicaType {
    /** Memory that a client lends. */
    MEMORY(0),
    /** A file below a directory that all clients share. */
    DISK(1),
    /** The disk of one client. */
    LOCAL_DISK(2),
    /** An NVMe-oF segment. */
    NOF_SSD(3),
    /** Every replica of the write; no replica is of this type. */
    ALL(4),
    /** A file system for many clients. */
    DFS(100);

    private final int number;

    ReplicaType(int number) {
        this.number = number;
    }

    /** The number on the wire. */
    public int number() {
        return number;
    }

    /** Whether this choice is about replicas of that type. */
    boolean selects(ReplicaType type) {
        return this == ALL || this == type;
    }
}
