package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.client.core.Checksums;
import io.mooncake.client.core.ExtentLocation;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.ReplicaLocation;
import io.mooncake.client.gateway.Clearing;
import io.mooncake.client.gateway.MatchPage;
import io.mooncake.client.gateway.Removal;
import io.mooncake.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * Calls about many objects at once, and about what the master knows of objects: no payload.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Blocking: see {@link MooncakeClient}.
 */
final class CatalogCalls {

    private static final int MAX_ITEMS = 1_024;

    private final Connection connection;

    CatalogCalls(Connection connection) {
        this.connection = connection;
    }

    QueryOutcome query(ObjectKey key) {
        if (!key.isValid()) {
            return new QueryOutcome.Failed(ErrorCode.INVALID_KEY, key.limits());
        }
        Answer<ObjectLocation> answer = connection
                .master()
                .locate(List.of(key.toKey()), connection.controlDeadlineNanos())
                .getFirst();
        return switch (answer) {
            case Accepted<ObjectLocation>(ObjectLocation object) -> new QueryOutcome.Found(describe(key, object));
            case Refused<ObjectLocation>(ErrorCode code, String message) ->
                code == ErrorCode.OBJECT_NOT_FOUND
                        ? new QueryOutcome.Missing()
                        : new QueryOutcome.Failed(code, message);
            case Unanswered<ObjectLocation>(ErrorCode code, String message, boolean sent) ->
                new QueryOutcome.Failed(code, message);
        };
    }

    RegexQueryOutcome queryByRegex(String regex) {
        List<ObjectDescription> found = new ArrayList<>();
        long cursor = 0;
        do {
            switch (connection.master().locateByRegex(regex, cursor, connection.controlDeadlineNanos())) {
                case Accepted<MatchPage>(MatchPage page) -> {
                    for (MatchPage.Match match : page.matches()) {
                        found.add(describe(ObjectKey.of(match.key().bytes()), match.object()));
                    }
                    cursor = page.nextCursor();
                }
                case Refused<MatchPage>(ErrorCode code, String message) -> {
                    return new RegexQueryOutcome.Failed(code, message);
                }
                case Unanswered<MatchPage>(ErrorCode code, String message, boolean sent) -> {
                    return new RegexQueryOutcome.Failed(code, message);
                }
            }
        } while (cursor != 0);
        return new RegexQueryOutcome.Found(found);
    }

    private static ObjectDescription describe(ObjectKey key, ObjectLocation object) {
        List<ObjectDescription.Replica> replicas = new ArrayList<>();
        for (ReplicaLocation replica : object.replicas()) {
            List<ObjectDescription.Extent> extents = new ArrayList<>();
            for (ExtentLocation extent : replica.extents()) {
                extents.add(new ObjectDescription.Extent(
                        extent.segmentId(), extent.endpoint(), extent.address(), extent.lengthBytes()));
            }
            replicas.add(new ObjectDescription.Replica(replica.replicaIndex(), extents));
        }
        Checksums checksums = object.checksums();
        return new ObjectDescription(
                key,
                object.sizeBytes(),
                object.sliceBytes(),
                replicas,
                checksums == null ? OptionalInt.empty() : OptionalInt.of(checksums.object()),
                Duration.ofNanos(object.leaseTtlNanos()));
    }

    RemoveByRegexOutcome removeByRegex(String regex, boolean force) {
        long deadlineNanos = connection.controlDeadlineNanos();
        Answer<Removal> answer =
                change(deadlineNanos, epoch -> connection.master().removeByRegex(regex, force, epoch, deadlineNanos));
        return switch (answer) {
            case Accepted<Removal>(Removal removal) ->
                new RemoveByRegexOutcome.Done(removal.removedCount(), removal.leasedCount(), removal.incompleteCount());
            case Refused<Removal>(ErrorCode code, String message) -> new RemoveByRegexOutcome.Failed(code, message);
            case Unanswered<Removal>(ErrorCode code, String message, boolean sent) ->
                new RemoveByRegexOutcome.Failed(code, message + mayHaveHappened(sent));
        };
    }

    ReplicaClearOutcome clearReplicas(List<ObjectKey> keys, UUID writerId, String segmentName) {
        List<ObjectKey> cleared = new ArrayList<>();
        Map<ErrorCode, Long> leftOut = new EnumMap<>(ErrorCode.class);
        List<Key> valid =
                keys.stream().filter(ObjectKey::isValid).map(ObjectKey::toKey).toList();
        if (valid.size() < keys.size()) {
            leftOut.put(ErrorCode.INVALID_KEY, (long) keys.size() - valid.size());
        }
        for (int from = 0; from < valid.size(); from += MAX_ITEMS) {
            List<Key> piece = valid.subList(from, Math.min(valid.size(), from + MAX_ITEMS));
            long deadlineNanos = connection.controlDeadlineNanos();
            Answer<Clearing> answer = change(
                    deadlineNanos,
                    epoch -> connection.master().clearReplicas(piece, writerId, segmentName, epoch, deadlineNanos));
            switch (answer) {
                case Accepted<Clearing>(Clearing clearing) -> {
                    clearing.cleared().forEach(key -> cleared.add(ObjectKey.of(key.bytes())));
                    clearing.leftOut().forEach((code, count) -> leftOut.merge(code, count, Long::sum));
                }
                case Refused<Clearing>(ErrorCode code, String message) -> {
                    return new ReplicaClearOutcome.Failed(code, message);
                }
                case Unanswered<Clearing>(ErrorCode code, String message, boolean sent) -> {
                    return new ReplicaClearOutcome.Failed(code, message + mayHaveHappened(sent));
                }
            }
        }
        return new ReplicaClearOutcome.Done(cleared, leftOut);
    }

    private <A> Answer<A> change(long deadlineNanos, LongFunction<Answer<A>> call) {
        OptionalLong epoch = connection.membership().awaitRegistered(deadlineNanos);
        if (epoch.isEmpty()) {
            return new Unanswered<>(ErrorCode.RPC_TIMEOUT, "The client is not registered with the master", false);
        }
        Answer<A> answer = call.apply(epoch.getAsLong());
        if (answer instanceof Refused<A>(ErrorCode code, String message) && code == ErrorCode.CLIENT_NOT_FOUND) {
            connection.membership().changeRefused(epoch.getAsLong());
        }
        return answer;
    }

    private static String mayHaveHappened(boolean sent) {
        return sent ? "; it may have happened" : " (not sent)";
    }

    Map<UUID, List<String>> queryIps(List<UUID> clientIds) {
        Map<UUID, List<String>> addresses = new LinkedHashMap<>();
        for (int from = 0; from < clientIds.size(); from += MAX_ITEMS) {
            List<UUID> piece = clientIds.subList(from, Math.min(clientIds.size(), from + MAX_ITEMS));
            switch (connection.master().queryIps(piece, connection.controlDeadlineNanos())) {
                case Accepted<Map<UUID, List<String>>>(Map<UUID, List<String>> found) -> addresses.putAll(found);
                case Refused<Map<UUID, List<String>>>(ErrorCode code, String message) ->
                    throw new MooncakeException(code, message, "Ask the operator of the master");
                case Unanswered<Map<UUID, List<String>>>(ErrorCode code, String message, boolean sent) ->
                    throw new MooncakeException(code, message, "Check that the master runs, then call again");
            }
        }
        return addresses;
    }
}
