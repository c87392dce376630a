package io.mooncake.client;

import io.mooncake.error.ErrorCode;
import java.util.Map;

/**
 * Counters of a client since it connected: each item of each operation is counted once, under its outcome.
 *
 * @param putsStored puts that stored the object
 * @param putsAlreadyExisting puts that found the key taken
 * @param putsFailed puts that failed, by code
 * @param getHits gets that returned the object
 * @param getMisses gets of keys that hold no object
 * @param getsFailed gets that failed, by code
 * @param checksumMismatches gets that failed because the bytes of no replica were the bytes that were written
 * @param replicaFailovers times a get went on to another replica
 * @param bytesWritten bytes of values stored, each value once
 * @param bytesRead bytes of objects returned
 * @param remounts times the client registered anew with a master
 * @param heartbeatsFailed heartbeats without answer
 */
public record ClientReport(
        long putsStored,
        long putsAlreadyExisting,
        Map<ErrorCode, Long> putsFailed,
        long getHits,
        long getMisses,
        Map<ErrorCode, Long> getsFailed,
        long checksumMismatches,
        long replicaFailovers,
        long bytesWritten,
        long bytesRead,
        long remounts,
        long heartbeatsFailed) {

    /** Copies the maps. */
    public ClientReport {
        putsFailed = Map.copyOf(putsFailed);
        getsFailed = Map.copyOf(getsFailed);
    }
}
