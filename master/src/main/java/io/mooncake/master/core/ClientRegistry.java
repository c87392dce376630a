package io.mooncake.master.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The registered clients, and those that are gone but whose open writes are still to be discarded. */
final class ClientRegistry {

    private final SegmentRegistry segments;
    private final Map<ClientId, Client> byId = new LinkedHashMap<>();
    private final ArrayDeque<Client> departed = new ArrayDeque<>();

    ClientRegistry(SegmentRegistry segments) {
        this.segments = segments;
    }

    @Nullable
    Client find(ClientId id) {
        return byId.get(id);
    }

    Collection<Client> all() {
        return byId.values();
    }

    int count() {
        return byId.size();
    }

    /** The client with this id, registered now if it was not; it has been heard of. */
    Client register(ClientId id, long nowNanos) {
        Client client = byId.computeIfAbsent(id, absent -> new Client(absent, nowNanos));
        client.heard(nowNanos);
        return client;
    }

    /**
     * Ends a client at once: its segments, its registration, its outcomes. What it leaves is dropped later, in
     * steps.
     */
    void end(Client client) {
        byId.remove(client.id);
        client.become(Client.Liveness.GONE);
        List.copyOf(client.segments).forEach(segments::unmount);
        if (client.firstOpenPut != null) {
            departed.add(client);
        }
    }

    /** A client that is gone and has open writes left, or {@code null}. */
    @Nullable
    Client departed() {
        while (!departed.isEmpty() && departed.getFirst().firstOpenPut == null) {
            departed.removeFirst();
        }
        return departed.peekFirst();
    }

    /** Other clients that answer at this endpoint: older incarnations of the process that answers there now. */
    List<Client> othersAt(String transferEndpoint, ClientId newer) {
        List<Client> others = new ArrayList<>();
        for (Client client : byId.values()) {
            if (!client.id.equals(newer)
                    && client.segments.stream()
                            .anyMatch(segment -> segment.spec.transferEndpoint().equals(transferEndpoint))) {
                others.add(client);
            }
        }
        return others;
    }

    /** Gone clients whose open writes are still to be discarded. */
    Iterable<Client> allDeparted() {
        return departed;
    }
}
