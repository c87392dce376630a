package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How clients come, lend memory, stay and take it back. */
final class SegmentOperations {

    private final CoreState state;
    private final ChangeGate gate;

    SegmentOperations(CoreState state, ChangeGate gate) {
        this.state = state;
        this.gate = gate;
    }

    Outcome mount(Operation.MountSegment mount, long nowNanos) {
        return register(mount.context(), List.of(mount.segment()), false, nowNanos);
    }

    /** A registration ends what the client did before: a change or registration that arrives late is refused. */
    Outcome remount(Operation.ReMountSegment remount, long nowNanos) {
        return register(remount.context(), remount.segments(), true, nowNanos);
    }

    private Outcome register(CallContext context, List<SegmentSpec> specs, boolean replacing, long nowNanos) {
        ClientId id = context.clientId();
        if (id == null) {
            return new Outcome.Failed(ErrorCode.INVALID_PARAMS, "client_id is absent");
        }
        Client known = state.clients.find(id);
        if (known != null && context.operationId() > 0) {
            Outcome first = gate.known(known, context);
            if (first != null) {
                return first;
            }
        }
        Failure wrong = check(specs, known, replacing);
        Outcome outcome = wrong == null ? apply(id, specs, replacing, nowNanos) : new Outcome.Failed(wrong);
        Client registered = state.clients.find(id);
        if (registered != null && context.operationId() > 0) {
            registered.outcomes.answeredBelow(
                    replacing && wrong == null ? context.operationId() : context.oldestUnanswered());
            registered.outcomes.keep(context.operationId(), outcome);
        }
        return outcome;
    }

    private @Nullable Failure check(List<SegmentSpec> specs, @Nullable Client client, boolean replacing) {
        Set<SegmentId> ids = new HashSet<>();
        List<SegmentSpec> together = new ArrayList<>(specs);
        if (client != null && !replacing) {
            Set<SegmentId> offered = specs.stream().map(SegmentSpec::id).collect(Collectors.toSet());
            client.segments.stream()
                    .map(segment -> segment.spec)
                    .filter(spec -> !offered.contains(spec.id()))
                    .forEach(together::add);
        }
        if (together.size() > SegmentCheck.MAXIMUM_PER_CLIENT) {
            return new Failure(
                    ErrorCode.INVALID_PARAMS,
                    "segments of a client must be at most " + SegmentCheck.MAXIMUM_PER_CLIENT + ", would be "
                            + together.size());
        }
        for (SegmentSpec spec : specs) {
            if (!ids.add(spec.id())) {
                return new Failure(
                        ErrorCode.INVALID_PARAMS,
                        "segments must name each segment once, segment_id " + spec.id() + " is listed twice");
            }
            Failure wrong = SegmentCheck.fields(spec, state.config);
            wrong = wrong == null ? SegmentCheck.conflict(spec, client, state.segments.find(spec.id())) : wrong;
            wrong = wrong == null ? SegmentCheck.overlap(spec, together) : wrong;
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    private Outcome apply(ClientId id, List<SegmentSpec> specs, boolean replacing, long nowNanos) {
        for (SegmentSpec spec : specs) {
            for (Client older : state.clients.othersAt(spec.transferEndpoint(), id)) {
                state.clients.end(older);
                state.counters.clientsReplaced++;
            }
        }
        Client client = state.clients.register(id, nowNanos);
        if (replacing) {
            unmountOthers(client, specs);
        }
        for (SegmentSpec spec : specs) {
            if (state.segments.find(spec.id()) == null) {
                state.segments.mount(spec, client);
            }
        }
        return new Outcome.Registered(state.config.masterEpoch());
    }

    private void unmountOthers(Client client, List<SegmentSpec> kept) {
        for (Segment segment : List.copyOf(client.segments)) {
            if (kept.stream().noneMatch(spec -> spec.id().equals(segment.spec.id()))) {
                state.segments.unmount(segment);
            }
        }
    }

    Outcome unmount(Operation.UnmountSegment unmount, Client client) {
        Segment segment = state.segments.find(unmount.segmentId());
        if (segment == null) {
            return Outcome.Done.INSTANCE;
        }
        if (segment.owner != client) {
            return new Outcome.Failed(
                    ErrorCode.ILLEGAL_CLIENT, "segment " + unmount.segmentId() + " belongs to another client");
        }
        state.segments.unmount(segment);
        return Outcome.Done.INSTANCE;
    }

    Outcome endpoints(List<ClientId> clientIds) {
        if (clientIds.isEmpty() || clientIds.size() > MasterCore.MAXIMUM_BATCH_ITEMS) {
            return new Outcome.Failed(
                    ErrorCode.INVALID_PARAMS,
                    "client_ids must be 1 to " + MasterCore.MAXIMUM_BATCH_ITEMS + ", are " + clientIds.size());
        }
        List<List<String>> byClient = new ArrayList<>(clientIds.size());
        for (ClientId id : clientIds) {
            Client client = state.clients.find(id);
            byClient.add(
                    client == null
                            ? List.of()
                            : client.segments.stream()
                                    .map(segment -> segment.spec.transferEndpoint())
                                    .toList());
        }
        return new Outcome.Endpoints(byClient);
    }

    Outcome ping(CallContext context, long nowNanos) {
        ClientId id = context.clientId();
        if (id == null) {
            return new Outcome.Failed(ErrorCode.INVALID_PARAMS, "client_id is absent");
        }
        Client client = state.clients.find(id);
        if (client == null) {
            return pong(ClientStatus.NEED_REMOUNT, List.of());
        }
        client.heard(nowNanos);
        if (context.masterEpoch() == 0 || context.masterEpoch() == state.config.masterEpoch()) {
            return pong(ClientStatus.OK, List.of());
        }
        List<SegmentId> inUse = new ArrayList<>();
        for (Segment segment : client.segments) {
            if (segment.isUsed()) {
                inUse.add(segment.spec.id());
            }
        }
        return pong(ClientStatus.NEED_REMOUNT, inUse);
    }

    private Outcome pong(ClientStatus status, List<SegmentId> inUse) {
        return new Outcome.Pong(status, state.config.masterEpoch(), inUse, state.config.clientTtlNanos());
    }
}
