package io.mooncake.error;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The one table of error codes, shared by master, client and wire. Names and numbers are upstream's; the table is
 * append-only.
 *
 * <p>Thread safety: immutable.
 */
public enum ErrorCode {
    /** Success. */
    OK(0),
    /** A broken invariant or an unexpected condition. */
    INTERNAL_ERROR(-1),
    /** A buffer is too small for what it should hold. */
    BUFFER_OVERFLOW(-10),
    /** A shard index outside the catalog. */
    SHARD_INDEX_OUT_OF_RANGE(-100),
    /** No such segment is mounted. */
    SEGMENT_NOT_FOUND(-101),
    /** The segment is mounted already, with other fields. */
    SEGMENT_ALREADY_EXISTS(-102),
    /** The client is not registered with this incarnation of the master: remount first. */
    CLIENT_NOT_FOUND(-103),
    /** No room for the object, and nothing that may be evicted. */
    NO_AVAILABLE_HANDLE(-200),
    /** The two sides share no protocol version. */
    INVALID_VERSION(-300),
    /** The key is empty or too long. */
    INVALID_KEY(-400),
    /** A write did not reach its target. */
    WRITE_FAIL(-500),
    /** An argument is outside its limits. */
    INVALID_PARAMS(-600),
    /** The caller does not own the write or the segment. */
    ILLEGAL_CLIENT(-601),
    /** End or Revoke in a state that has no such step. */
    INVALID_WRITE(-700),
    /** A read outside the object. */
    INVALID_READ(-701),
    /** A replica that cannot serve the request. */
    INVALID_REPLICA(-702),
    /** The object exists, but no replica is readable. */
    REPLICA_IS_NOT_READY(-703),
    /** No such object. */
    OBJECT_NOT_FOUND(-704),
    /** The key holds an object, or a write of it is open. */
    OBJECT_ALREADY_EXISTS(-705),
    /** A reader holds a lease on the object. */
    OBJECT_HAS_LEASE(-706),
    /** The read outlived its lease; nothing was surfaced. */
    LEASE_EXPIRED(-707),
    /** Object has replication task. */
    OBJECT_HAS_REPLICATION_TASK(-708),
    /** Object no replication task. */
    OBJECT_NO_REPLICATION_TASK(-709),
    /** No such replica. */
    REPLICA_NOT_FOUND(-710),
    /** The replica exists already. */
    REPLICA_ALREADY_EXISTS(-711),
    /** The replica was lost. */
    REPLICA_IS_GONE(-712),
    /** The replica does not lie in memory of this process. */
    REPLICA_NOT_IN_LOCAL_MEMORY(-713),
    /** A replica is in use. */
    OBJECT_REPLICA_BUSY(-714),
    /** The transfer of bytes failed. */
    TRANSFER_FAIL(-800),
    /** The bytes that arrived are not the bytes that were written. */
    CHECKSUM_MISMATCH(-801),
    /** The call to the master failed. */
    RPC_FAIL(-900),
    /** The deadline of the call passed. */
    RPC_TIMEOUT(-901),
    /** Etcd operation error. */
    ETCD_OPERATION_ERROR(-1000),
    /** Etcd key not exist. */
    ETCD_KEY_NOT_EXIST(-1001),
    /** Etcd transaction fail. */
    ETCD_TRANSACTION_FAIL(-1002),
    /** Etcd context cancelled. */
    ETCD_CTX_CANCELLED(-1003),
    /** Operation log entry not found. */
    OPLOG_ENTRY_NOT_FOUND(-1004),
    /** Kubernetes lease operation error. */
    K8S_LEASE_OPERATION_ERROR(-1005),
    /** Kubernetes lease not found. */
    K8S_LEASE_NOT_FOUND(-1006),
    /** Incomplete oplog catch up. */
    INCOMPLETE_OPLOG_CATCH_UP(-1007),
    /** Not possible in the current state. */
    UNAVAILABLE_IN_CURRENT_STATUS(-1010),
    /** The feature is off. */
    UNAVAILABLE_IN_CURRENT_MODE(-1011),
    /** The build lacks the feature. */
    NOT_SUPPORTED(-1012),
    /** File not found. */
    FILE_NOT_FOUND(-1100),
    /** File open fail. */
    FILE_OPEN_FAIL(-1101),
    /** File read fail. */
    FILE_READ_FAIL(-1102),
    /** File write fail. */
    FILE_WRITE_FAIL(-1103),
    /** File invalid buffer. */
    FILE_INVALID_BUFFER(-1104),
    /** File lock fail. */
    FILE_LOCK_FAIL(-1105),
    /** File invalid handle. */
    FILE_INVALID_HANDLE(-1106),
    /** Bucket not found. */
    BUCKET_NOT_FOUND(-1200),
    /** Bucket already exists. */
    BUCKET_ALREADY_EXISTS(-1201),
    /** Keys exceed bucket limit. */
    KEYS_EXCEED_BUCKET_LIMIT(-1202),
    /** Keys ultra limit. */
    KEYS_ULTRA_LIMIT(-1203),
    /** Unable offload. */
    UNABLE_OFFLOAD(-1300),
    /** Unable offloading. */
    UNABLE_OFFLOADING(-1301),
    /** Task not found. */
    TASK_NOT_FOUND(-1400),
    /** Task pending limit exceeded. */
    TASK_PENDING_LIMIT_EXCEEDED(-1401),
    /** Job not found. */
    JOB_NOT_FOUND(-1402),
    /** Serialize unsupported. */
    SERIALIZE_UNSUPPORTED(-1500),
    /** Serialize fail. */
    SERIALIZE_FAIL(-1501),
    /** Deserialize fail. */
    DESERIALIZE_FAIL(-1502),
    /** Persistent fail. */
    PERSISTENT_FAIL(-1503),
    /** DFS network timeout. */
    DFS_NETWORK_TIMEOUT(-1600),
    /** DFS service unavailable. */
    DFS_SERVICE_UNAVAILABLE(-1601),
    /** DFS quota exceeded. */
    DFS_QUOTA_EXCEEDED(-1602),
    /** DFS permission denied. */
    DFS_PERMISSION_DENIED(-1603),
    /** DFS stale handle. */
    DFS_STALE_HANDLE(-1604),
    /** DFS partial write. */
    DFS_PARTIAL_WRITE(-1605),
    /** Tenant quota exceeded. */
    TENANT_QUOTA_EXCEEDED(-1700),
    /** Tenant not registered. */
    TENANT_NOT_REGISTERED(-1701),
    /** Tenant not empty. */
    TENANT_NOT_EMPTY(-1702);

    private static final Map<Integer, ErrorCode> BY_NUMBER = new HashMap<>();

    static {
        for (ErrorCode code : values()) {
            ErrorCode other = BY_NUMBER.put(code.number, code);
            if (other != null) {
                throw new IllegalStateException(code + " and " + other + " share the number " + code.number);
            }
        }
    }

    private final int number;

    ErrorCode(int number) {
        this.number = number;
    }

    /** The number on the wire; 0 for success, negative otherwise. */
    public int number() {
        return number;
    }

    /** The code with this number, or empty when a newer peer sent one that this build does not know. */
    public static Optional<ErrorCode> ofNumber(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }
}
