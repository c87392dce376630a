package io.mooncake.client;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.PutGrant;
import io.mooncake.client.core.PutStep;
import io.mooncake.client.gateway.PutEnd;
import io.mooncake.client.gateway.PutPlan;
import io.mooncake.client.gateway.PutRevoke;
import io.mooncake.client.gateway.WriteKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Runs the puts or upserts of a batch together: all starts in one call, all transfers at once, all ends in one call.
 *
 * <p>Thread safety: none; the caller's thread runs it.
 *
 * <p>Blocking: until every put has its outcome.
 */
final class PutBatch {

    private final Connection connection;
    private final PutPlan plan;
    private final List<PutItem> items;
    private final long deadlineNanos;

    PutBatch(Connection connection, List<PutRequest> requests, PutOptions options, WriteKind kind) {
        this.connection = connection;
        this.plan = new PutPlan(
                options.replicaNum(),
                options.preferredSegments(),
                options.sliceBytes() == 0 ? connection.config().defaultSliceBytes() : options.sliceBytes(),
                kind);
        this.items = requests.stream()
                .map(request -> new PutItem(connection, request))
                .toList();
        long bytes = items.stream().mapToLong(PutItem::sizeBytes).sum();
        this.deadlineNanos = connection.dataDeadlineNanos(bytes * options.replicaNum());
    }

    List<PutOutcome> run() {
        start();
        transfer();
        end();
        revoke();
        List<PutOutcome> outcomes = new ArrayList<>(items.size());
        for (PutItem item : items) {
            PutOutcome outcome = item.outcome();
            connection.counters().count(outcome, item.sizeBytes());
            outcomes.add(outcome);
        }
        return outcomes;
    }

    /** Sends the starts; those that the master refused for lack of registration again, after the client has it. */
    private void start() {
        List<PutItem> waiting = waitingForStart();
        while (!waiting.isEmpty()) {
            long callDeadlineNanos = earlier(deadlineNanos, connection.controlDeadlineNanos());
            OptionalLong epoch = connection.membership().awaitRegistered(callDeadlineNanos);
            if (epoch.isEmpty()) {
                waiting.forEach(PutItem::unregistered);
                return;
            }
            List<Answer<PutGrant>> answers = connection
                    .master()
                    .putStart(
                            waiting.stream().map(PutItem::start).toList(), plan, epoch.getAsLong(), callDeadlineNanos);
            for (int item = 0; item < waiting.size(); item++) {
                waiting.get(item).started(answers.get(item), epoch.getAsLong());
            }
            waiting = waitingForStart();
        }
    }

    private List<PutItem> waitingForStart() {
        return items.stream()
                .filter(item -> item.step() instanceof PutStep.SendStart)
                .toList();
    }

    private void transfer() {
        long startNanos = connection.nowNanos();
        boolean granted = items.stream().anyMatch(item -> item.step() instanceof PutStep.Write);
        try {
            items.forEach(item -> item.transferStarted(deadlineNanos));
        } finally {
            items.forEach(PutItem::transferEnded);
        }
        if (granted) {
            connection.metrics().putTransferred(items.size(), connection.nowNanos() - startNanos);
        }
    }

    private void end() {
        for (Map.Entry<Long, List<PutItem>> group :
                byEpoch(PutStep.SendEnd.class).entrySet()) {
            List<PutEnd> ends = new ArrayList<>();
            for (PutItem item : group.getValue()) {
                if (item.step() instanceof PutStep.SendEnd end) {
                    ends.add(new PutEnd(item.key(), end));
                }
            }
            List<Answer<Done>> answers =
                    connection.master().putEnd(ends, group.getKey(), connection.controlDeadlineNanos());
            for (int item = 0; item < answers.size(); item++) {
                group.getValue().get(item).ended(answers.get(item));
            }
        }
    }

    private void revoke() {
        for (Map.Entry<Long, List<PutItem>> group :
                byEpoch(PutStep.SendRevoke.class).entrySet()) {
            List<PutRevoke> revokes = new ArrayList<>();
            for (PutItem item : group.getValue()) {
                if (item.step() instanceof PutStep.SendRevoke revoke) {
                    revokes.add(new PutRevoke(item.key(), revoke));
                }
            }
            List<Answer<Done>> answers =
                    connection.master().putRevoke(revokes, group.getKey(), connection.controlDeadlineNanos());
            for (int item = 0; item < answers.size(); item++) {
                group.getValue().get(item).revoked(answers.get(item));
            }
        }
    }

    private Map<Long, List<PutItem>> byEpoch(Class<? extends PutStep> kind) {
        Map<Long, List<PutItem>> groups = new LinkedHashMap<>();
        for (PutItem item : items) {
            if (kind.isInstance(item.step())) {
                groups.computeIfAbsent(item.epoch(), epoch -> new ArrayList<>()).add(item);
            }
        }
        return groups;
    }

    private static long earlier(long left, long right) {
        return left - right <= 0 ? left : right;
    }
}
