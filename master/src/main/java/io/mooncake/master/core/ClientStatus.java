package io.mooncake.master.core;

/** What a heartbeat learns about its sender. */
public enum ClientStatus {
    /** Registered. */
    OK,
    /** Not registered with this incarnation of the master. */
    NEED_REMOUNT
}
