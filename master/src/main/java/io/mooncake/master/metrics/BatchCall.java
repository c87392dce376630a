package io.mooncake.master.metrics;

/** The calls on many things that are counted on their own. */
public enum BatchCall {
    /** BatchPutStart. */
    PUT_START("put_start", "BatchPutStart"),
    /** BatchPutEnd. */
    PUT_END("put_end", "BatchPutEnd"),
    /** BatchPutRevoke. */
    PUT_REVOKE("put_revoke", "BatchPutRevoke"),
    /** BatchGetReplicaList. */
    GET_REPLICA_LIST("get_replica_list", "BatchGetReplicaList"),
    /** BatchExistKey. */
    EXIST_KEY("exist_key", "BatchExistKey"),
    /** BatchQueryIp. */
    QUERY_IP("query_ip", "BatchQueryIp"),
    /** BatchReplicaClear. */
    REPLICA_CLEAR("replica_clear", "BatchReplicaClear");

    private final String metricName;
    private final String title;

    BatchCall(String metricName, String title) {
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
