package io.mooncake.master.core;

import io.mooncake.master.core.placement.SegmentPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A registered client: when it was heard of, what it lends, what it is writing, what it has been answered. */
final class Client {

    /** How long it has been silent. */
    enum Liveness {
        /** Heard of recently. */
        ALIVE,
        /** Silent for a while: nothing new is placed on it. */
        SUSPECT,
        /** No longer registered. */
        GONE
    }

    final ClientId id;
    final List<Segment> segments = new ArrayList<>();
    final OutcomeLog outcomes = new OutcomeLog();

    private Liveness liveness = Liveness.ALIVE;
    long lastHeardNanos;

    /** Its open writes, linked through the objects. */
    @Nullable
    StoredObject firstOpenPut;

    /** Its writes that have given way, by put_id, while their space waits. */
    final Map<Long, DiscardedPut> discardedPuts = new HashMap<>();

    Client(ClientId id, long nowNanos) {
        this.id = id;
        this.lastHeardNanos = nowNanos;
    }

    boolean isAlive() {
        return liveness == Liveness.ALIVE;
    }

    boolean isGone() {
        return liveness == Liveness.GONE;
    }

    /** The host that it runs on, as its segments name it; empty where it lends none. */
    String host() {
        return segments.isEmpty() ? "" : SegmentPool.hostOf(segments.getFirst().name());
    }

    void heard(long nowNanos) {
        lastHeardNanos = nowNanos;
        become(Liveness.ALIVE);
    }

    /** Notes the liveness, also with its segments, where placement looks. */
    void become(Liveness now) {
        if (liveness != now) {
            liveness = now;
            for (Segment segment : segments) {
                segment.ownerIsAlive = isAlive();
            }
        }
    }

    void addOpenPut(StoredObject object) {
        StoredObject first = firstOpenPut;
        object.nextOpenPut = first;
        if (first != null) {
            first.previousOpenPut = object;
        }
        firstOpenPut = object;
    }

    void removeOpenPut(StoredObject object) {
        StoredObject previous = object.previousOpenPut;
        StoredObject next = object.nextOpenPut;
        if (previous == null && firstOpenPut != object) {
            throw new IllegalStateException("the open write of " + object.key + " is not listed by its writer");
        }
        if (previous == null) {
            firstOpenPut = next;
        } else {
            previous.nextOpenPut = next;
        }
        if (next != null) {
            next.previousOpenPut = previous;
        }
        object.previousOpenPut = null;
        object.nextOpenPut = null;
    }
}
