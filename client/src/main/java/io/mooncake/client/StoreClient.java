package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Accepted;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Answer.Refused;
import io.mooncake.client.core.Answer.Unanswered;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.gateway.Cluster;
import io.mooncake.client.gateway.Removal;
import io.mooncake.client.gateway.WriteKind;
import io.mooncake.client.metrics.ClientMetrics;
import io.mooncake.client.metrics.StoreCall;
import io.mooncake.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A client that is connected.
 *
 * <p>Thread safety: every method may be called by any thread. Operations hold the shared side of a lock, close its
 * exclusive side, so that close waits for the operations under way.
 */
final class StoreClient implements MooncakeClient {

    private static final Logger LOG = LoggerFactory.getLogger(StoreClient.class);

    private final String name;
    private final UUID clientId;
    private final Connection connection;
    private final CatalogCalls catalog;
    private final ClientMetrics metrics;
    private final AutoCloseable resources;
    private final ReentrantReadWriteLock use = new ReentrantReadWriteLock();
    private volatile boolean closed;

    /**
     * A client over this connection.
     *
     * @param resources closed with the client: takes the segments back and ends everything
     */
    StoreClient(String name, UUID clientId, Connection connection, AutoCloseable resources) {
        this.name = name;
        this.clientId = clientId;
        this.catalog = new CatalogCalls(connection);
        this.metrics = connection.metrics();
        metrics.collect(new OutcomeMetrics(this::report));
        this.connection = connection;
        this.resources = resources;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public UUID clientId() {
        return clientId;
    }

    @Override
    public List<PutOutcome> putBatch(List<PutRequest> requests, PutOptions options) {
        List<PutRequest> copy = List.copyOf(requests);
        Objects.requireNonNull(options, "options");
        return put(() -> new PutBatch(connection, copy, options, WriteKind.PUT).run(), copy);
    }

    @Override
    public List<PutOutcome> upsertBatch(List<PutRequest> requests, PutOptions options, UpsertMode mode) {
        List<PutRequest> copy = List.copyOf(requests);
        Objects.requireNonNull(options, "options");
        WriteKind kind = switch (mode) {
            case KEEP_OLD_VALUE -> WriteKind.UPSERT;
            case MAY_OVERWRITE -> WriteKind.OVERWRITING_UPSERT;
        };
        return put(() -> new PutBatch(connection, copy, options, kind).run(), copy);
    }

    @Override
    public List<GetOutcome> getBatch(List<ObjectKey> keys) {
        List<ObjectKey> copy = List.copyOf(keys);
        return get(
                StoreCall.of(copy.size(), StoreCall.GET_BUFFER, StoreCall.BATCH_GET_BUFFER),
                () -> new GetBatch(connection).intoBuffers(copy),
                StoreClient::returnedBytes);
    }

    @Override
    public List<GetIntoOutcome> getBatchInto(List<GetRequest> requests) {
        List<GetRequest> copy = List.copyOf(requests);
        return get(
                StoreCall.of(copy.size(), StoreCall.GET_INTO, StoreCall.BATCH_GET_INTO),
                () -> new GetBatch(connection).intoRegions(copy),
                StoreClient::loadedBytes);
    }

    private List<PutOutcome> put(Supplier<List<PutOutcome>> operation, List<PutRequest> requests) {
        long startNanos = connection.nowNanos();
        List<PutOutcome> outcomes = using(operation);
        long stored = 0;
        long bytes = 0;
        for (int item = 0; item < outcomes.size(); item++) {
            if (outcomes.get(item) instanceof PutOutcome.Stored) {
                stored++;
                bytes += requests.get(item).value().byteSize();
            }
        }
        if (stored > 0) {
            metrics.callMoved(callOf(requests), bytes, connection.nowNanos() - startNanos);
        }
        return outcomes;
    }

    private static StoreCall callOf(List<PutRequest> requests) {
        return requests.getFirst().value().isNative()
                ? StoreCall.of(requests.size(), StoreCall.PUT_FROM, StoreCall.BATCH_PUT_FROM)
                : StoreCall.of(requests.size(), StoreCall.PUT, StoreCall.PUT_BATCH);
    }

    /** Runs a get; an outcome without value has no bytes. */
    private <O> List<O> get(StoreCall call, Supplier<List<O>> operation, Function<O, OptionalLong> returnedBytes) {
        long startNanos = connection.nowNanos();
        List<O> outcomes = using(operation);
        long[] returned = outcomes.stream()
                .map(returnedBytes)
                .flatMapToLong(OptionalLong::stream)
                .toArray();
        if (returned.length > 0) {
            metrics.callMoved(call, LongStream.of(returned).sum(), connection.nowNanos() - startNanos);
        }
        return outcomes;
    }

    private static OptionalLong returnedBytes(GetOutcome outcome) {
        return outcome instanceof GetOutcome.Found found
                ? OptionalLong.of(found.buffer().sizeBytes())
                : OptionalLong.empty();
    }

    private static OptionalLong loadedBytes(GetIntoOutcome outcome) {
        return outcome instanceof GetIntoOutcome.Loaded loaded
                ? OptionalLong.of(loaded.sizeBytes())
                : OptionalLong.empty();
    }

    @Override
    public List<ExistOutcome> existsBatch(List<ObjectKey> keys) {
        List<ObjectKey> copy = List.copyOf(keys);
        return using(() -> perKey(
                copy,
                valid -> connection.master().exists(valid, connection.controlDeadlineNanos()),
                answer -> switch (answer) {
                    case Accepted<Boolean>(Boolean exists) ->
                        exists ? new ExistOutcome.Present() : new ExistOutcome.Missing();
                    case Refused<Boolean>(ErrorCode code, String message) -> new ExistOutcome.Failed(code, message);
                    case Unanswered<Boolean>(ErrorCode code, String message, boolean sent) ->
                        new ExistOutcome.Failed(code, message);
                }));
    }

    @Override
    public List<RemoveOutcome> removeBatch(List<ObjectKey> keys, boolean force) {
        List<ObjectKey> copy = List.copyOf(keys);
        return using(() -> perKey(copy, valid -> remove(valid, force), StoreClient::removeOutcome));
    }

    private List<Answer<Done>> remove(List<Key> keys, boolean force) {
        long deadlineNanos = connection.controlDeadlineNanos();
        OptionalLong epoch = connection.membership().awaitRegistered(deadlineNanos);
        if (epoch.isEmpty()) {
            return keys.stream().map(key -> StoreClient.<Done>unregistered()).toList();
        }
        List<Answer<Done>> answers = connection.master().remove(keys, force, epoch.getAsLong(), deadlineNanos);
        answers.forEach(answer -> reportRefusal(answer, epoch.getAsLong()));
        return answers;
    }

    private static RemoveOutcome removeOutcome(Answer<Done> answer) {
        return switch (answer) {
            case Accepted<Done> accepted -> new RemoveOutcome.Removed();
            case Refused<Done>(ErrorCode code, String message) ->
                code == ErrorCode.OBJECT_NOT_FOUND
                        ? new RemoveOutcome.Missing()
                        : new RemoveOutcome.Failed(code, message);
            case Unanswered<Done>(ErrorCode code, String message, boolean sent) ->
                new RemoveOutcome.Failed(code, message + (sent ? "; it may have happened" : " (not sent)"));
        };
    }

    @Override
    public RemoveAllOutcome removeAll(boolean force) {
        return using(() -> {
            long deadlineNanos = connection.controlDeadlineNanos();
            OptionalLong epoch = connection.membership().awaitRegistered(deadlineNanos);
            Answer<Removal> answer = epoch.isEmpty()
                    ? unregistered()
                    : connection.master().removeAll(force, epoch.getAsLong(), deadlineNanos);
            epoch.ifPresent(used -> reportRefusal(answer, used));
            return switch (answer) {
                case Accepted<Removal>(Removal removal) ->
                    new RemoveAllOutcome.Done(removal.removedCount(), removal.leasedCount(), removal.incompleteCount());
                case Refused<Removal>(ErrorCode code, String message) -> new RemoveAllOutcome.Failed(code, message);
                case Unanswered<Removal>(ErrorCode code, String message, boolean sent) ->
                    new RemoveAllOutcome.Failed(code, message + (sent ? "; it may have happened" : " (not sent)"));
            };
        });
    }

    @Override
    public RemoveByRegexOutcome removeByRegex(String regex, boolean force) {
        Objects.requireNonNull(regex, "regex");
        return using(() -> catalog.removeByRegex(regex, force));
    }

    @Override
    public ReplicaClearOutcome batchReplicaClear(List<ObjectKey> keys, UUID writerId, String segmentName) {
        List<ObjectKey> copy = List.copyOf(keys);
        Objects.requireNonNull(writerId, "writerId");
        Objects.requireNonNull(segmentName, "segmentName");
        return using(() -> catalog.clearReplicas(copy, writerId, segmentName));
    }

    @Override
    public QueryOutcome query(ObjectKey key) {
        Objects.requireNonNull(key, "key");
        return using(() -> catalog.query(key));
    }

    @Override
    public RegexQueryOutcome queryByRegex(String regex) {
        Objects.requireNonNull(regex, "regex");
        return using(() -> catalog.queryByRegex(regex));
    }

    @Override
    public Map<UUID, List<String>> batchQueryIp(List<UUID> clientIds) {
        List<UUID> copy = List.copyOf(clientIds);
        return using(() -> catalog.queryIps(copy));
    }

    @Override
    public SizeOutcome size(ObjectKey key) {
        List<ObjectKey> keys = List.of(key);
        return using(() -> perKey(
                        keys,
                        valid -> connection.master().locate(valid, connection.controlDeadlineNanos()),
                        answer -> switch (answer) {
                            case Accepted<ObjectLocation>(ObjectLocation object) ->
                                new SizeOutcome.Known(object.sizeBytes());
                            case Refused<ObjectLocation>(ErrorCode code, String message) ->
                                code == ErrorCode.OBJECT_NOT_FOUND
                                        ? new SizeOutcome.Missing()
                                        : new SizeOutcome.Failed(code, message);
                            case Unanswered<ObjectLocation>(ErrorCode code, String message, boolean sent) ->
                                new SizeOutcome.Failed(code, message);
                        })
                .getFirst());
    }

    @Override
    public ClusterReport clusterInfo() {
        return using(() -> switch (connection.master().cluster(connection.controlDeadlineNanos())) {
            case Accepted<Cluster>(Cluster cluster) -> report(cluster);
            case Refused<Cluster>(ErrorCode code, String message) ->
                throw new MooncakeException(code, message, "Ask the operator of the master");
            case Unanswered<Cluster>(ErrorCode code, String message, boolean sent) ->
                throw new MooncakeException(code, message, "Check that the master runs, then call again");
        });
    }

    private static ClusterReport report(Cluster cluster) {
        return new ClusterReport(
                cluster.masterEpoch(),
                cluster.capacityBytes(),
                cluster.usedBytes(),
                cluster.watermarkRatio(),
                cluster.keyCount(),
                cluster.fencedBytes(),
                Duration.ofNanos(cluster.leaseTtlNanos()),
                Duration.ofNanos(cluster.clientTtlNanos()),
                cluster.members().stream()
                        .map(member -> new ClusterReport.Member(member.clientId(), member.suspect()))
                        .toList(),
                cluster.segments().stream().map(StoreClient::segment).toList());
    }

    private static ClusterReport.Segment segment(Cluster.Lent lent) {
        return new ClusterReport.Segment(
                lent.segment().segmentId(),
                lent.segment().name(),
                lent.clientId(),
                lent.segment().sizeBytes(),
                lent.usedBytes(),
                lent.largestFreeBytes(),
                lent.segment().endpoint());
    }

    @Override
    public ClientReport report() {
        return connection
                .counters()
                .report(
                        connection.membership().remounts(),
                        connection.membership().heartbeatsFailed());
    }

    @Override
    public Optional<String> metrics() {
        return metrics.text();
    }

    @Override
    public Optional<String> metricsSummary() {
        return metrics.summary();
    }

    @Override
    public ClientHealth health() {
        if (closed) {
            return ClientHealth.NOT_INITIALIZED;
        }
        return connection.membership().isRegisteredWith(connection.membership().epoch())
                ? ClientHealth.HEALTHY
                : ClientHealth.MASTER_UNREACHABLE;
    }

    @Override
    public void close() {
        closed = true;
        Lock exclusive = use.writeLock();
        exclusive.lock();
        try {
            resources.close();
        } catch (RuntimeException fault) {
            throw fault;
        } catch (Exception fault) {
            throw new IllegalStateException("Closing failed", fault);
        } finally {
            exclusive.unlock();
        }
        LOG.debug("Client {} closed", name);
    }

    private <T> T using(Supplier<T> operation) {
        Lock shared = use.readLock();
        shared.lock();
        try {
            if (closed) {
                throw new MooncakeException(
                        ErrorCode.UNAVAILABLE_IN_CURRENT_STATUS, "The client is closed", "Connect a new one");
            }
            return operation.get();
        } finally {
            shared.unlock();
        }
    }

    /** Sends the valid keys, and answers for the invalid ones itself; outcomes in the order of the keys. */
    private <A, O> List<O> perKey(
            List<ObjectKey> keys, Function<List<Key>, List<Answer<A>>> call, Function<Answer<A>, O> outcome) {
        List<Key> valid =
                keys.stream().filter(ObjectKey::isValid).map(ObjectKey::toKey).toList();
        List<Answer<A>> answers = valid.isEmpty() ? List.of() : call.apply(valid);
        List<O> outcomes = new ArrayList<>(keys.size());
        int next = 0;
        for (ObjectKey key : keys) {
            outcomes.add(outcome.apply(key.isValid() ? answers.get(next++) : invalid(key)));
        }
        return outcomes;
    }

    private static <A> Answer<A> invalid(ObjectKey key) {
        return new Refused<>(ErrorCode.INVALID_KEY, key.limits());
    }

    private static <A> Answer<A> unregistered() {
        return new Unanswered<>(ErrorCode.RPC_TIMEOUT, "The client is not registered with the master", false);
    }

    private <A> void reportRefusal(Answer<A> answer, long epoch) {
        if (answer instanceof Refused<A>(ErrorCode code, String message) && code == ErrorCode.CLIENT_NOT_FOUND) {
            connection.membership().changeRefused(epoch);
        }
    }
}
