package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.List;

/** What became of an {@link Operation}. Values: they hold no state of the core and may leave its door. */
public sealed interface Outcome {

    /** The operation was refused or failed. */
    record Failed(Failure failure) implements Outcome {
        /** Shorthand. */
        public Failed(ErrorCode code, String message) {
            this(new Failure(code, message));
        }
    }

    /** Success without a value. */
    record Done() implements Outcome {
        static final Done INSTANCE = new Done();
    }

    /** The caller is registered with this incarnation of the master. */
    record Registered(long masterEpoch) implements Outcome {}

    /**
     * Answer to a heartbeat.
     *
     * @param segmentsInUse segments of the caller whose region base must stay; filled when a remount is needed
     */
    record Pong(ClientStatus status, long masterEpoch, List<SegmentId> segmentsInUse, long clientTtlNanos)
            implements Outcome {
        /** Keeps a copy. */
        public Pong {
            segmentsInUse = List.copyOf(segmentsInUse);
        }
    }

    /**
     * An open write.
     *
     * @param putId names the write in PutEnd and PutRevoke
     * @param replicas at least one; fewer than asked for where they could not be placed
     * @param sliceBytes the slice length in force
     */
    record PutGrant(long putId, List<ReplicaDescriptor> replicas, long sliceBytes) implements Outcome {
        /** Keeps a copy. */
        public PutGrant {
            replicas = List.copyOf(replicas);
        }
    }

    /** A readable object. */
    record Located(ObjectLocation object) implements Outcome {}

    /**
     * Whether the object is readable.
     *
     * @param leaseTtlNanos how long the lease lasts that this call granted; 0 when none was granted, because there is
     *     no object or existence checks alone have held it for too long
     */
    record Existence(boolean exists, long leaseTtlNanos) implements Outcome {}

    /**
     * How far a RemoveAll has come.
     *
     * @param removedCount objects removed so far
     * @param leasedCount objects kept so far because a reader holds a lease
     * @param incompleteCount objects kept so far because they are being written
     * @param finished false: execute the same operation again
     */
    record RemovedAll(long removedCount, long leasedCount, long incompleteCount, boolean finished) implements Outcome {}

    /**
     * How far a removal by pattern has come.
     *
     * @param removedCount objects removed so far
     * @param leasedCount matches kept so far because a reader holds a lease
     * @param incompleteCount matches kept so far because they are being written
     * @param cursor of the page
     * @param page keys to match; empty once finished
     * @param finished false: execute the operation again with the matches of the page
     */
    record RegexSweep(
            long removedCount,
            long leasedCount,
            long incompleteCount,
            long cursor,
            List<ObjectKey> page,
            boolean finished)
            implements Outcome {
        /** Keeps a copy. */
        public RegexSweep {
            page = List.copyOf(page);
        }
    }

    /**
     * Endpoints of the transfer engines of clients, in the order of the request.
     *
     * @param byClient one per segment; none of a client that is not known or lends nothing
     */
    record Endpoints(List<List<String>> byClient) implements Outcome {
        /** Keeps copies. */
        public Endpoints {
            byClient = byClient.stream().map(List::copyOf).toList();
        }
    }

    /** Outcomes in the order of the items. */
    record BatchOutcome(List<Outcome> outcomes) implements Outcome {
        /** Keeps a copy. */
        public BatchOutcome {
            outcomes = List.copyOf(outcomes);
        }
    }

    /**
     * Capacity, use and members of the cluster.
     *
     * @param usedBytes bytes placed, those that wait before reuse included
     * @param keyCount readable objects and open writes
     * @param fencedBytes bytes that wait until no late write can land in them
     */
    record ClusterInfo(
            long masterEpoch,
            long capacityBytes,
            long usedBytes,
            double evictionHighWatermarkRatio,
            long keyCount,
            long fencedBytes,
            long leaseTtlNanos,
            long clientTtlNanos,
            List<ClientReport> clients,
            List<SegmentReport> segments)
            implements Outcome {
        /** Keeps copies. */
        public ClusterInfo {
            clients = List.copyOf(clients);
            segments = List.copyOf(segments);
        }
    }

    /**
     * Some of the readable keys.
     *
     * @param nextCursor where to go on; 0: that was all
     */
    record KeyPage(List<ObjectKey> keys, long nextCursor) implements Outcome {
        /** Keeps a copy. */
        public KeyPage {
            keys = List.copyOf(keys);
        }
    }
}
