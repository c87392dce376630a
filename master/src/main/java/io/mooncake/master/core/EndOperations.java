package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the writes of puts and upserts end: their value becomes readable, or they leave no trace. */
final class EndOperations {

    private final CoreState state;

    EndOperations(CoreState state) {
        this.state = state;
    }

    Outcome end(Operation.PutEnd end, Client client, long nowNanos) {
        StoredObject write = state.findWrite(end.key(), end.putId(), nowNanos);
        Failure wrong = refusal(write, end.key(), end.putId(), end.replicaType(), client);
        if (write == null || wrong != null) {
            return refused(wrong, client, end.putId(), end.writes());
        }
        WriteState[] states = states(write, end.writes());
        if (states.length == 0) {
            return wrongWrites(write);
        }
        Checksums checksums = end.checksums();
        if (checksums != null && checksums.sliceCount() != write.sliceCount()) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS,
                    "slice_crc32c must have " + write.sliceCount() + " entries, has " + checksums.sliceCount());
        }
        return settle(write, checksums, states, nowNanos);
    }

    Outcome revoke(Operation.PutRevoke revoke, Client client, long nowNanos) {
        StoredObject write = state.findWrite(revoke.key(), revoke.putId(), nowNanos);
        Failure wrong = refusal(write, revoke.key(), revoke.putId(), revoke.replicaType(), client);
        if (write == null || wrong != null) {
            return refused(wrong, client, revoke.putId(), revoke.writes());
        }
        WriteState[] states = states(write, revoke.writes());
        if (states.length == 0) {
            return wrongWrites(write);
        }
        state.reclaimer.closeWrite(write);
        for (int i = 0; i < write.replicas.length; i++) {
            state.reclaimer.returnWritten(write.replicas[i], states[i], nowNanos);
        }
        return Outcome.Done.INSTANCE;
    }

    /** Why this caller may not end this write, by identity: unknown, foreign, another put_id, ended. */
    private @Nullable Failure refusal(
            @Nullable StoredObject write, ObjectKey key, long putId, ReplicaType type, Client client) {
        if (write == null) {
            return CoreState.notFound(key);
        }
        if (!state.isWriter(write, client)) {
            return new Failure(ErrorCode.ILLEGAL_CLIENT, "the key was written by another client");
        }
        if (write.putId != putId) {
            return new Failure(ErrorCode.INVALID_WRITE, "the key belongs to another put_id");
        }
        if (!write.isOpen()) {
            return new Failure(ErrorCode.INVALID_WRITE, "the write has ended");
        }
        return type.selects(ReplicaType.MEMORY)
                ? null
                : new Failure(ErrorCode.REPLICA_NOT_FOUND, "the write has no replica of type " + type);
    }

    /** What the writer of a write that has given way says of it lets its space return before its time. */
    private Outcome refused(@Nullable Failure failure, Client client, long putId, List<ReplicaWrite> writes) {
        DiscardedPut discarded = client.discardedPuts.get(putId);
        if (discarded != null) {
            WriteState[] states = states(discarded.write, writes);
            for (int i = 0; i < states.length; i++) {
                if (states[i] != WriteState.UNCERTAIN) {
                    state.fences.endAll(discarded, discarded.write.replicas[i]);
                }
            }
        }
        return new Outcome.Failed(
                failure == null ? new Failure(ErrorCode.OBJECT_NOT_FOUND, "no such object") : failure);
    }

    private static Outcome wrongWrites(StoredObject write) {
        return new Outcome.Failed(
                ErrorCode.INVALID_PARAMS,
                "writes must name replicas from 0 to " + (write.replicas.length - 1) + ", each once");
    }

    /** Ends the write: its value becomes readable when a replica was written, and goes otherwise. */
    private Outcome settle(StoredObject write, @Nullable Checksums checksums, WriteState[] states, long nowNanos) {
        List<StoredReplica> complete = new ArrayList<>(write.replicas.length);
        boolean writtenOneLost = false;
        for (int i = 0; i < write.replicas.length; i++) {
            StoredReplica replica = write.replicas[i];
            boolean written = states[i] == WriteState.ACKNOWLEDGED || write.sizeBytes == 0;
            if (written && !replica.lost) {
                complete.add(replica);
            } else {
                writtenOneLost |= written;
                state.reclaimer.returnWritten(replica, states[i], nowNanos);
            }
        }
        if (complete.isEmpty()) {
            state.reclaimer.closeWrite(write);
            return writtenOneLost || allLost(write)
                    ? new Outcome.Failed(
                            ErrorCode.REPLICA_IS_GONE, "the segments of every written replica are gone: not stored")
                    : new Outcome.Failed(ErrorCode.WRITE_FAIL, "no replica was acknowledged: not stored");
        }
        write.replicas = complete.toArray(new StoredReplica[0]);
        write.checksums = checksums;
        commit(write, nowNanos);
        return Outcome.Done.INSTANCE;
    }

    /** Makes the value readable, in one step instead of the one that it replaces. */
    private void commit(StoredObject write, long nowNanos) {
        for (StoredReplica replica : write.replicas) {
            for (Extent extent : replica.extents) {
                state.segments.use(extent, Extent.Use.STORED);
            }
        }
        write.openWriter().removeOpenPut(write);
        write.writer = null;
        StoredObject replaced = state.catalog.completed(write);
        write.usedNanos = nowNanos;
        state.recency.add(write);
        if (replaced != null) {
            write.takeLeaseOf(replaced);
            state.reclaimer.dropReplaced(replaced, nowNanos);
        }
    }

    private static boolean allLost(StoredObject write) {
        for (StoredReplica replica : write.replicas) {
            if (!replica.lost) {
                return false;
            }
        }
        return true;
    }

    /**
     * What the writer says of each replica, uncertain where it says nothing; empty when what it says makes no
     * sense.
     */
    private static WriteState[] states(StoredObject write, List<ReplicaWrite> writes) {
        @Nullable WriteState[] said = new @Nullable WriteState[write.replicas.length];
        for (ReplicaWrite entry : writes) {
            int index = entry.replicaIndex();
            if (index < 0 || index >= said.length || said[index] != null) {
                return new WriteState[0];
            }
            said[index] = entry.state();
        }
        WriteState[] states = new WriteState[said.length];
        for (int i = 0; i < states.length; i++) {
            WriteState entry = said[i];
            states[i] = entry == null ? WriteState.UNCERTAIN : entry;
        }
        return states;
    }
}
