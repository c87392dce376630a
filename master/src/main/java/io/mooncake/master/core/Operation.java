package io.mooncake.master.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that the core can be asked to do. The outcome of each is named in its comment; any may be refused. */
public sealed interface Operation {

    /** An operation on one key; may be an item of a {@link Batch}. */
    sealed interface ItemOperation extends Operation {
        /** Who calls. */
        CallContext context();

        /** The object. */
        ObjectKey key();
    }

    /** Offers a segment and registers the caller; {@link Outcome.Registered}. */
    record MountSegment(CallContext context, SegmentSpec segment) implements Operation {}

    /** Takes a segment back; {@link Outcome.Done}. */
    record UnmountSegment(CallContext context, SegmentId segmentId) implements Operation {}

    /** Registers the caller with exactly these segments; {@link Outcome.Registered}. */
    record ReMountSegment(CallContext context, List<SegmentSpec> segments) implements Operation {
        /** Keeps a copy. */
        public ReMountSegment {
            segments = List.copyOf(segments);
        }
    }

    /** Heartbeat; {@link Outcome.Pong}. */
    record Ping(CallContext context) implements Operation {}

    /** Opens a write; {@link Outcome.PutGrant}. Slice length 0: the default. */
    record PutStart(CallContext context, ObjectKey key, long sizeBytes, long sliceBytes, ReplicateConfig config)
            implements ItemOperation {}

    /**
     * Opens a write of a key that may hold an object, which stays readable until the end of the write; {@link
     * Outcome.PutGrant}. Slice length 0: the default. With {@code mayOverwrite} a value of the same length that nobody
     * reads may be overwritten where it lies: then it is lost at once, and for good when the write fails.
     */
    record UpsertStart(
            CallContext context,
            ObjectKey key,
            long sizeBytes,
            long sliceBytes,
            ReplicateConfig config,
            boolean mayOverwrite)
            implements ItemOperation {}

    /** Commits an open write of a put or an upsert; {@link Outcome.Done}. */
    record PutEnd(
            CallContext context,
            ObjectKey key,
            long putId,
            @Nullable Checksums checksums,
            List<ReplicaWrite> writes,
            ReplicaType replicaType)
            implements ItemOperation {
        /** Keeps a copy. */
        public PutEnd {
            writes = List.copyOf(writes);
        }

        /** Of all replicas. */
        public PutEnd(
                CallContext context,
                ObjectKey key,
                long putId,
                @Nullable Checksums checksums,
                List<ReplicaWrite> writes) {
            this(context, key, putId, checksums, writes, ReplicaType.ALL);
        }
    }

    /** Gives up an open write of a put or an upsert; {@link Outcome.Done}. */
    record PutRevoke(CallContext context, ObjectKey key, long putId, List<ReplicaWrite> writes, ReplicaType replicaType)
            implements ItemOperation {
        /** Keeps a copy. */
        public PutRevoke {
            writes = List.copyOf(writes);
        }

        /** Of all replicas. */
        public PutRevoke(CallContext context, ObjectKey key, long putId, List<ReplicaWrite> writes) {
            this(context, key, putId, writes, ReplicaType.ALL);
        }
    }

    /** Where an object lies, with a lease; {@link Outcome.Located}. */
    record GetReplicaList(CallContext context, ObjectKey key) implements ItemOperation {}

    /** Whether an object is readable, with a lease when it is; {@link Outcome.Existence}. */
    record ExistKey(CallContext context, ObjectKey key) implements ItemOperation {}

    /** Removes an object, with {@code force} even a leased one; {@link Outcome.Done}. */
    record Remove(CallContext context, ObjectKey key, boolean force) implements ItemOperation {}

    /**
     * Where an object lies whose key a search found, with a lease, not counted as a read; {@link Outcome.Located}.
     */
    record LocateMatch(CallContext context, ObjectKey key) implements ItemOperation {}

    /**
     * Clears an object that this client wrote and that nobody holds a lease on: the whole object, or with the name of a
     * segment those of its replicas that lie on it, be it in part; {@link Outcome.Done}.
     *
     * @param writerId who wrote it
     * @param segmentName empty: all replicas
     */
    record ClearReplicas(CallContext context, ObjectKey key, ClientId writerId, String segmentName)
            implements ItemOperation {}

    /** Items one after another, 1 to 128; {@link Outcome.BatchOutcome}. */
    record Batch(List<ItemOperation> items) implements Operation {
        /** Keeps a copy. */
        public Batch {
            items = List.copyOf(items);
        }
    }

    /**
     * Removes every object that may be removed, a bounded step per execution: execute the very same operation (same
     * operation id) again until its {@link Outcome.RemovedAll} is finished.
     */
    record RemoveAll(CallContext context, boolean force) implements Operation {}

    /**
     * Removes the objects that a pattern finds, a bounded step per execution. The core hands out keys and the caller
     * says which of them its pattern finds: no pattern is matched in here. Begin without matches and with
     * {@link #NO_CURSOR}; answer each {@link Outcome.RegexSweep} that is not finished with the same operation (same
     * operation id), its cursor, and the matches among its keys.
     *
     * @param cursor of the page that the matches are from; matches from another page than the one that the sweep
     *     stands at are left alone
     */
    record RemoveByRegex(CallContext context, boolean force, long cursor, List<ObjectKey> matches)
            implements Operation {
        /** Where a sweep begins, or goes on when its outcome got lost. */
        public static final long NO_CURSOR = -1;

        /** Keeps a copy. */
        public RemoveByRegex {
            matches = List.copyOf(matches);
        }
    }

    /** Where these clients' transfer engines answer, 1 to 128 of them; {@link Outcome.Endpoints}. */
    record QueryIp(List<ClientId> clientIds) implements Operation {
        /** Keeps a copy. */
        public QueryIp {
            clientIds = List.copyOf(clientIds);
        }
    }

    /** Capacity, use and members; {@link Outcome.ClusterInfo}. */
    record GetClusterInfo() implements Operation {}

    /**
     * Readable keys, a bounded step per execution; {@link Outcome.KeyPage}. Start with cursor 0. A key that exists
     * during the whole listing appears exactly once.
     */
    record ListKeys(long cursor) implements Operation {}

    /** Where an object lies, without lease, counters or recency, for people; {@link Outcome.Located}. */
    record QueryKey(ObjectKey key) implements Operation {}
}
