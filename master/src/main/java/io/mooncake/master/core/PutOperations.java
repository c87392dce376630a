package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.random.RandomGenerator;

/** How writes begin: a put writes a key that holds nothing, an upsert writes any key. */
final class PutOperations {

    private final CoreState state;
    private final WriteOpener opener;

    PutOperations(CoreState state, RandomGenerator random) {
        this.state = state;
        this.opener = new WriteOpener(state, random);
    }

    Outcome start(Operation.PutStart put, Client client, long nowNanos) {
        WriteRequest request = WriteRequest.of(
                put.key(), put.sizeBytes(), put.sliceBytes(), put.config(), state.config.defaultSliceBytes());
        Failure wrong = request.check(state.config);
        if (wrong != null) {
            return new Outcome.Failed(wrong);
        }
        StoredObject existing = state.find(put.key(), nowNanos);
        if (existing != null && !isZombie(existing, nowNanos)) {
            return new Outcome.Failed(
                    ErrorCode.OBJECT_ALREADY_EXISTS,
                    existing.isOpen() ? "the key is being written" : "the key holds an object");
        }
        return opener.open(request, null, client, nowNanos);
    }

    /** Whether a put may take over from this one, which its writer has not ended in time. */
    private boolean isZombie(StoredObject object, long nowNanos) {
        return object.isOpen()
                && nowNanos - object.usedNanos >= state.config.writeTimeouts().discardNanos();
    }

    /** An open write of the key gives way at once; a readable object stays readable until the end of the upsert. */
    Outcome start(Operation.UpsertStart upsert, Client client, long nowNanos) {
        WriteRequest request = WriteRequest.of(
                upsert.key(),
                upsert.sizeBytes(),
                upsert.sliceBytes(),
                upsert.config(),
                state.config.defaultSliceBytes());
        Failure wrong = request.check(state.config);
        if (wrong != null) {
            return new Outcome.Failed(wrong);
        }
        StoredObject existing = state.find(upsert.key(), nowNanos);
        StoredObject replaced = existing == null || existing.isOpen() ? null : existing;
        return replaced != null && upsert.mayOverwrite() && isOverwritable(replaced, request, nowNanos)
                ? opener.overwrite(request, replaced, client, nowNanos)
                : opener.open(request, replaced, client, nowNanos);
    }

    /** Whether the value fits in the space of the old one, and nobody may be reading that. */
    private static boolean isOverwritable(StoredObject object, WriteRequest request, long nowNanos) {
        if (object.sizeBytes != request.sizeBytes()
                || object.sizeBytes == 0
                || object.sliceBytes != request.sliceBytes()
                || object.isLeased(nowNanos)) {
            return false;
        }
        for (StoredReplica replica : object.replicas) {
            if (replica.isOnSuspectClient()) {
                return false;
            }
        }
        return true;
    }
}
