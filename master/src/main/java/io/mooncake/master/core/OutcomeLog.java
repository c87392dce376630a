package io.mooncake.master.core;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first outcomes of a client's operations, kept until the client has seen them. Everything below the floor was
 * answered and seen, or displaced by newer outcomes: it is refused, because whether it was applied is no longer
 * known.
 */
final class OutcomeLog {

    /** Most outcomes kept for one client. */
    static final int MAXIMUM_OUTCOMES = 4096;

    private final TreeMap<Long, Outcome> outcomes = new TreeMap<>();
    private final TreeMap<Long, SweepProgress> unfinished = new TreeMap<>();
    private long floor;

    /** Forgets what the client no longer waits for. */
    void answeredBelow(long oldestUnanswered) {
        if (oldestUnanswered > floor) {
            floor = oldestUnanswered;
            dropBelowFloor(outcomes);
            dropBelowFloor(unfinished);
        }
    }

    private void dropBelowFloor(NavigableMap<Long, ?> byOperation) {
        while (!byOperation.isEmpty() && byOperation.firstKey() < floor) {
            byOperation.pollFirstEntry();
        }
    }

    boolean isBelowFloor(long operationId) {
        return operationId < floor;
    }

    @Nullable
    Outcome find(long operationId) {
        return outcomes.get(operationId);
    }

    void keep(long operationId, Outcome outcome) {
        outcomes.put(operationId, outcome);
        if (outcomes.size() > MAXIMUM_OUTCOMES) {
            answeredBelow(outcomes.firstKey() + 1);
        }
    }

    /** How far this removal has come; started now if it was not. */
    SweepProgress progress(long operationId, int slotCount) {
        return unfinished.computeIfAbsent(operationId, absent -> new SweepProgress(slotCount));
    }

    void finish(long operationId) {
        unfinished.remove(operationId);
    }
}
