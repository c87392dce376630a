package io.mooncake.master.metrics;

/** The calls on one thing that are counted. */
public enum Call {
    /** PutStart. */
    PUT_START("put_start", "PutStart"),
    /** PutEnd. */
    PUT_END("put_end", "PutEnd"),
    /** PutRevoke. */
    PUT_REVOKE("put_revoke", "PutRevoke"),
    /** GetReplicaList. */
    GET_REPLICA_LIST("get_replica_list", "GetReplicaList"),
    /** GetReplicaListByRegex. */
    GET_REPLICA_LIST_BY_REGEX("get_replica_list_by_regex", "GetReplicaListByRegex"),
    /** ExistKey. */
    EXIST_KEY("exist_key", "ExistKey"),
    /** Remove, and the items of BatchRemove. */
    REMOVE("remove", "Remove"),
    /** RemoveByRegex. */
    REMOVE_BY_REGEX("remove_by_regex", "RemoveByRegex"),
    /** RemoveAll. */
    REMOVE_ALL("remove_all", "RemoveAll"),
    /** MountSegment. */
    MOUNT_SEGMENT("mount_segment", "MountSegment"),
    /** UnmountSegment. */
    UNMOUNT_SEGMENT("unmount_segment", "UnmountSegment"),
    /** ReMountSegment. */
    REMOUNT_SEGMENT("remount_segment", "ReMountSegment"),
    /** Ping. */
    PING("ping", "Ping");

    private final String metricName;
    private final String title;

    Call(String metricName, String title) {
        this.metricName = metricName;
        this.title = title;
    }

    String metricName() {
        return metricName;
    }

    String title() {
        return title;
    }
}
