package io.mooncake.client.gateway;

import io.mooncake.client.core.Answer;
import io.mooncake.client.core.Answer.Done;
import io.mooncake.client.core.Key;
import io.mooncake.client.core.ObjectLocation;
import io.mooncake.client.core.PingAnswer;
import io.mooncake.client.core.PutGrant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The calls to a master. Each returns once every item has its answer, at the latest at the deadline, a moment of the
 * clock that the gateway was made with. Batches have any length; the answers keep their order.
 *
 * <p>A change that got no answer is repeated as the same operation until its deadline; it is applied at most once. A
 * change carries the epoch that the caller is registered with; another incarnation refuses it.
 *
 * <p>Thread safety: every method may be called by any number of threads.
 *
 * <p>Blocking: every call, at most until its deadline.
 */
public interface MasterGateway extends AutoCloseable {

    /** Which master answers. */
    Answer<MasterStatus> status(long deadlineNanos);

    /** Offers a segment, and registers the client; answers the epoch. */
    Answer<Long> mount(OfferedSegment segment, long deadlineNanos);

    /** Registers the client with all its segments; answers the epoch. */
    Answer<Long> remount(List<OfferedSegment> segments, long deadlineNanos);

    /** Takes a segment back. */
    Answer<Done> unmount(UUID segmentId, long epoch, long deadlineNanos);

    /** A heartbeat of a client that is registered with this epoch. */
    Answer<PingAnswer> ping(long epoch, long deadlineNanos);

    /** Opens writes. */
    List<Answer<PutGrant>> putStart(List<PutStart> items, PutPlan plan, long epoch, long deadlineNanos);

    /** Commits writes. */
    List<Answer<Done>> putEnd(List<PutEnd> items, long epoch, long deadlineNanos);

    /** Gives writes up. */
    List<Answer<Done>> putRevoke(List<PutRevoke> items, long epoch, long deadlineNanos);

    /** Starts, ends and revokes that had no answer in time and are still to be settled. */
    int unsettledCalls();

    /**
     * Repeats the starts, ends and revokes that had no answer in time: a write that turns out to be open is given up,
     * an end or revoke takes effect. So no write stays open because an answer was lost.
     */
    void settle(long deadlineNanos);

    /** Where objects lie; grants read leases. */
    List<Answer<ObjectLocation>> locate(List<Key> keys, long deadlineNanos);

    /** Whether objects are readable; grants read leases. */
    List<Answer<Boolean>> exists(List<Key> keys, long deadlineNanos);

    /** Removes objects. */
    List<Answer<Done>> remove(List<Key> keys, boolean force, long epoch, long deadlineNanos);

    /** Removes every object that may be removed. */
    Answer<Removal> removeAll(boolean force, long epoch, long deadlineNanos);

    /** Some of the objects whose keys a pattern finds, from a cursor on, at first 0; grants read leases. */
    Answer<MatchPage> locateByRegex(String regex, long cursor, long deadlineNanos);

    /** Removes the objects whose keys a pattern finds and that may be removed. */
    Answer<Removal> removeByRegex(String regex, boolean force, long epoch, long deadlineNanos);

    /** Clears what a client wrote: whole objects, or where a segment is named their replicas on it; at most 1,024. */
    Answer<Clearing> clearReplicas(List<Key> keys, UUID writerId, String segmentName, long epoch, long deadlineNanos);

    /** Addresses of the machines that clients lend memory on, at most 1,024; those that lend none are left out. */
    Answer<Map<UUID, List<String>>> queryIps(List<UUID> clientIds, long deadlineNanos);

    /** Capacity, use and members. */
    Answer<Cluster> cluster(long deadlineNanos);

    /** Ends the connection; calls under way end without answer. */
    @Override
    void close();
}
