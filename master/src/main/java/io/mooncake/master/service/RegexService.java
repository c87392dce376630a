package io.mooncake.master.service;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.CallContext;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectKey;
import io.mooncake.master.core.ObjectLocation;
import io.mooncake.master.core.Operation;
import io.mooncake.master.core.Outcome;
import io.mooncake.master.metrics.Call;
import io.mooncake.master.metrics.RequestCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finding and removing objects by a regular expression. Keys leave the door page by page and are matched outside, so
 * that a slow pattern costs the thread of its caller only.
 *
 * <p>Thread safety: any thread.
 */
public final class RegexService {
    /** Most matches of one answer, so that the message stays bounded. */
    private static final int MAX_MATCHES = 1024;

    /** Pages of one answer at most: a search that finds little answers, too, and goes on where its caller wants. */
    private static final int MAX_PAGES = 1024;

    private final Door door;
    private final RequestCounters counters;

    /** Works through this door. */
    public RegexService(Door door, RequestCounters counters) {
        this.door = door;
        this.counters = counters;
    }

    /** An object and its key. */
    public record Match(ObjectKey key, ObjectLocation object) {}

    /**
     * Some of the readable objects whose keys a pattern finds.
     *
     * @param matches each holds a lease from now on
     * @param nextCursor where to go on; 0: that was all
     * @param failure why there are none
     */
    public record Matches(List<Match> matches, long nextCursor, Optional<Failure> failure) {
        private static Matches failed(Failure failure) {
            return new Matches(List.of(), 0, Optional.of(failure));
        }
    }

    /** What RemoveByRegex did, or why it did nothing or stopped. */
    public record Removal(long removedCount, long leasedCount, long incompleteCount, Optional<Failure> failure) {}

    /**
     * Finds objects from this cursor on and grants a lease on each; begin with cursor 0. Objects that exist all the
     * time are found once.
     *
     * @param abandoned whether nobody waits any longer
     */
    public Matches locate(CallContext context, String regex, long cursor, BooleanSupplier abandoned) {
        Matches matches = switch (KeyPattern.parse(regex)) {
            case KeyPattern.Parsed.Invalid(Failure failure) -> Matches.failed(failure);
            case KeyPattern.Parsed.Valid(KeyPattern pattern) -> search(context, pattern, cursor, abandoned);
        };
        counters.count(Call.GET_REPLICA_LIST_BY_REGEX, matches.failure().isPresent());
        return matches;
    }

    private Matches search(CallContext context, KeyPattern pattern, long from, BooleanSupplier abandoned) {
        List<Match> matches = new ArrayList<>();
        long cursor = from;
        for (int pages = 0; pages < MAX_PAGES && !abandoned.getAsBoolean(); pages++) {
            Outcome outcome = door.execute(new Operation.ListKeys(cursor));
            if (outcome instanceof Outcome.Failed(Failure failure)) {
                return Matches.failed(failure);
            }
            if (!(outcome instanceof Outcome.KeyPage page)) {
                throw new IllegalStateException("ListKeys was answered with " + outcome);
            }
            List<ObjectKey> found = pattern.among(page.keys());
            if (matches.size() + found.size() > MAX_MATCHES) {
                return new Matches(matches, cursor, Optional.empty());
            }
            locate(context, found, matches);
            cursor = page.nextCursor();
            if (cursor == 0) {
                break;
            }
        }
        return new Matches(matches, cursor, Optional.empty());
    }

    /** What is gone by now is left out. */
    private void locate(CallContext context, List<ObjectKey> keys, List<Match> matches) {
        List<Operation.LocateMatch> items = keys.stream()
                .map(key -> new Operation.LocateMatch(context, key))
                .toList();
        List<Outcome> outcomes = door.executeAll(items);
        for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof Outcome.Located(ObjectLocation object)) {
                matches.add(new Match(keys.get(i), object));
            }
        }
    }

    /**
     * Removes the objects whose keys a pattern finds and that may be removed, step by step.
     *
     * @param abandoned whether nobody waits any longer; then it stops, which is a failure
     */
    public Removal remove(CallContext context, String regex, boolean force, BooleanSupplier abandoned) {
        Removal removal = switch (KeyPattern.parse(regex)) {
            case KeyPattern.Parsed.Invalid(Failure failure) -> new Removal(0, 0, 0, Optional.of(failure));
            case KeyPattern.Parsed.Valid(KeyPattern pattern) -> sweep(context, pattern, force, abandoned);
        };
        counters.count(Call.REMOVE_BY_REGEX, removal.failure().isPresent());
        return removal;
    }

    private Removal sweep(CallContext context, KeyPattern pattern, boolean force, BooleanSupplier abandoned) {
        Operation step = new Operation.RemoveByRegex(context, force, Operation.RemoveByRegex.NO_CURSOR, List.of());
        while (true) {
            Outcome outcome = door.execute(step);
            if (outcome instanceof Outcome.Failed(Failure failure)) {
                return new Removal(0, 0, 0, Optional.of(failure));
            }
            if (!(outcome instanceof Outcome.RegexSweep sweep)) {
                throw new IllegalStateException("RemoveByRegex was answered with " + outcome);
            }
            if (sweep.finished()) {
                return removal(sweep, Optional.empty());
            }
            if (abandoned.getAsBoolean()) {
                return removal(
                        sweep,
                        Optional.of(new Failure(
                                ErrorCode.RPC_TIMEOUT, "the caller gave up before every object was looked at")));
            }
            step = new Operation.RemoveByRegex(context, force, sweep.cursor(), pattern.among(sweep.page()));
        }
    }

    private static Removal removal(Outcome.RegexSweep sweep, Optional<Failure> failure) {
        return new Removal(sweep.removedCount(), sweep.leasedCount(), sweep.incompleteCount(), failure);
    }
}
