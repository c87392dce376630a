package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.GetResult;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the gets of a batch together: one call that locates all, all transfers at once, then each to its end.
 *
 * <p>Thread safety: none; the caller's thread runs it.
 *
 * <p>Blocking: until every get has its outcome.
 */
final class GetBatch {

    private final Connection connection;
    private final List<ReadTarget> targets = new ArrayList<>();
    private final List<GetItem> items = new ArrayList<>();

    GetBatch(Connection connection) {
        this.connection = connection;
    }

    List<GetOutcome> intoBuffers(List<ObjectKey> keys) {
        keys.forEach(key -> add(key, ReadTarget.buffer(connection.buffers())));
        List<GetResult> results = run();
        List<GetOutcome> outcomes = new ArrayList<>(results.size());
        for (int item = 0; item < results.size(); item++) {
            ReadTarget target = targets.get(item);
            outcomes.add(
                    switch (results.get(item)) {
                        case GetResult.Loaded(long sizeBytes, boolean verified) ->
                            new GetOutcome.Found(target.handOver(sizeBytes, verified));
                        case GetResult.Missing() -> new GetOutcome.Missing();
                        case GetResult.Failed(ErrorCode code, String message) -> {
                            target.discard();
                            yield new GetOutcome.Failed(code, message);
                        }
                    });
        }
        return outcomes;
    }

    List<GetIntoOutcome> intoRegions(List<GetRequest> requests) {
        requests.forEach(request -> add(request.key(), ReadTarget.region(connection.buffers(), request.target())));
        List<GetResult> results = run();
        List<GetIntoOutcome> outcomes = new ArrayList<>(results.size());
        for (int item = 0; item < results.size(); item++) {
            ReadTarget target = targets.get(item);
            outcomes.add(
                    switch (results.get(item)) {
                        case GetResult.Loaded(long sizeBytes, boolean verified) -> {
                            target.keep(sizeBytes);
                            yield new GetIntoOutcome.Loaded(sizeBytes, verified);
                        }
                        case GetResult.Missing() -> {
                            target.release();
                            yield new GetIntoOutcome.Missing();
                        }
                        case GetResult.Failed(ErrorCode code, String message) -> {
                            target.discard();
                            yield new GetIntoOutcome.Failed(code, message);
                        }
                    });
        }
        return outcomes;
    }

    private void add(ObjectKey key, ReadTarget target) {
        targets.add(target);
        items.add(new GetItem(connection, key, target));
    }

    private List<GetResult> run() {
        try {
            return results();
        } catch (RuntimeException | Error fault) {
            items.forEach(GetItem::abandon);
            targets.forEach(ReadTarget::discard);
            throw fault;
        }
    }

    private List<GetResult> results() {
        locate();
        long startNanos = connection.nowNanos();
        boolean loaded = false;
        List<GetResult> results = new ArrayList<>(items.size());
        for (GetItem item : items) {
            GetResult result = item.run();
            results.add(result);
            switch (result) {
                case GetResult.Loaded hit -> {
                    loaded = true;
                    connection.counters().countHit(hit.sizeBytes());
                }
                case GetResult.Missing missing -> connection.counters().countMiss();
                case GetResult.Failed failed -> connection.counters().countFailedGet(failed.code());
            }
        }
        if (loaded) {
            connection.metrics().getTransferred(items.size(), connection.nowNanos() - startNanos);
        }
        return results;
    }

    private void locate() {
        List<GetItem> sendable = items.stream().filter(GetItem::isSendable).toList();
        items.stream().filter(item -> !item.isSendable()).forEach(GetItem::rejected);
        if (sendable.isEmpty()) {
            return;
        }
        List<Answer<ObjectLocation>> answers = connection
                .master()
                .locate(sendable.stream().map(GetItem::key).toList(), connection.controlDeadlineNanos());
        long bytes = answers.stream().mapToLong(GetBatch::sizeBytes).sum();
        long deadlineNanos = connection.dataDeadlineNanos(bytes);
        for (int item = 0; item < sendable.size(); item++) {
            sendable.get(item).located(answers.get(item), deadlineNanos);
        }
    }

    private static long sizeBytes(Answer<ObjectLocation> answer) {
        return answer instanceof Answer.Accepted<ObjectLocation>(ObjectLocation object) ? object.sizeBytes() : 0;
    }
}
