package io.mooncake.client;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A member of a cluster: puts, gets and removes objects, and lends memory if its config says so.
 *
 * <p>Thread safety: every method may be called by any number of threads.
 *
 * <p>Ownership: the caller closes the client. Memory handed to a put or get belongs to the call until it returns, and
 * is not touched after that. Heap memory, and memory that only the calling thread may touch, is copied once through
 * native memory.
 *
 * <p>Blocking: every method blocks until its outcome is known, at most until its deadline (see {@link ClientConfig}).
 *
 * <p>Errors: each item has its own outcome. A null argument throws {@link NullPointerException} before anything is
 * sent; a call after {@link #close} throws {@link MooncakeException}.
 */
public interface MooncakeClient extends AutoCloseable {

    /**
     * Connects to the master, registers, and mounts the memory to lend.
     *
     * @throws MooncakeException when the master does not answer in time, refuses, or the memory cannot be had
     */
    static MooncakeClient connect(ClientConfig config) {
        return Connector.connect(config);
    }

    /** The name under which the other clients reach this one: host:port of its transfer engine. */
    String name();

    /** The identity of this client at the master, random per connect. */
    UUID clientId();

    /** Stores the memory under the key, unless the key is taken. */
    default PutOutcome put(ObjectKey key, MemorySegment value, PutOptions options) {
        return putBatch(List.of(new PutRequest(key, value)), options).getFirst();
    }

    /** Stores the memory under the UTF-8 bytes of the key. */
    default PutOutcome put(String key, MemorySegment value, PutOptions options) {
        return put(ObjectKey.of(key), value, options);
    }

    /** Stores the memory under the key. */
    default PutOutcome put(byte[] key, MemorySegment value, PutOptions options) {
        return put(ObjectKey.of(key), value, options);
    }

    /** Stores the memory under the key, with default options. */
    default PutOutcome put(String key, MemorySegment value) {
        return put(key, value, PutOptions.DEFAULT);
    }

    /** Stores the remaining bytes of the buffer under the key; the buffer's position stays. */
    default PutOutcome put(String key, ByteBuffer value, PutOptions options) {
        return put(key, MemorySegment.ofBuffer(value), options);
    }

    /** Stores the bytes under the key. */
    default PutOutcome put(String key, byte[] value, PutOptions options) {
        return put(key, MemorySegment.ofArray(value), options);
    }

    /** Stores the bytes under the key, with default options. */
    default PutOutcome put(String key, byte[] value) {
        return put(key, value, PutOptions.DEFAULT);
    }

    /** Stores many objects; outcomes in the order of the requests. */
    List<PutOutcome> putBatch(List<PutRequest> requests, PutOptions options);

    /** Stores the memory under the key, in place of what it holds. */
    default PutOutcome upsert(ObjectKey key, MemorySegment value, PutOptions options) {
        return upsertBatch(List.of(new PutRequest(key, value)), options).getFirst();
    }

    /** Stores the memory under the UTF-8 bytes of the key, in place of what it holds. */
    default PutOutcome upsert(String key, MemorySegment value, PutOptions options) {
        return upsert(ObjectKey.of(key), value, options);
    }

    /** Stores the bytes under the key, in place of what it holds, with default options. */
    default PutOutcome upsert(String key, byte[] value) {
        return upsert(key, MemorySegment.ofArray(value), PutOptions.DEFAULT);
    }

    /** Stores many objects in place of what their keys hold, see {@link UpsertMode#KEEP_OLD_VALUE}. */
    default List<PutOutcome> upsertBatch(List<PutRequest> requests, PutOptions options) {
        return upsertBatch(requests, options, UpsertMode.KEEP_OLD_VALUE);
    }

    /**
     * Stores many objects in place of what their keys hold; outcomes in the order of the requests. An open write of a
     * key gives way: of writers that race, the one that started last wins, the others fail.
     */
    List<PutOutcome> upsertBatch(List<PutRequest> requests, PutOptions options, UpsertMode mode);

    /** Reads an object into memory of the client's; the caller closes the buffer. */
    default GetOutcome get(ObjectKey key) {
        return getBatch(List.of(key)).getFirst();
    }

    /** Reads an object into memory of the client's; the caller closes the buffer. */
    default GetOutcome get(String key) {
        return get(ObjectKey.of(key));
    }

    /** Reads an object into memory of the client's; the caller closes the buffer. */
    default GetOutcome get(byte[] key) {
        return get(ObjectKey.of(key));
    }

    /** Reads an object to the start of the target, which may be longer. */
    default GetIntoOutcome getInto(ObjectKey key, MemorySegment target) {
        return getBatchInto(List.of(new GetRequest(key, target))).getFirst();
    }

    /** Reads an object to the start of the target, which may be longer. */
    default GetIntoOutcome getInto(String key, MemorySegment target) {
        return getInto(ObjectKey.of(key), target);
    }

    /** Reads an object to the start of the target, which may be longer. */
    default GetIntoOutcome getInto(byte[] key, MemorySegment target) {
        return getInto(ObjectKey.of(key), target);
    }

    /** Reads many objects into memory of the client's, in the order of the keys; the caller closes each buffer. */
    List<GetOutcome> getBatch(List<ObjectKey> keys);

    /** Reads many objects into the caller's memory; outcomes in the order of the requests. */
    List<GetIntoOutcome> getBatchInto(List<GetRequest> requests);

    /** Whether an object is readable; if so, the master grants it a read lease. */
    default ExistOutcome exists(ObjectKey key) {
        return existsBatch(List.of(key)).getFirst();
    }

    /** Whether an object is readable; if so, the master grants it a read lease. */
    default ExistOutcome exists(String key) {
        return exists(ObjectKey.of(key));
    }

    /** Whether objects are readable; outcomes in the order of the keys. */
    List<ExistOutcome> existsBatch(List<ObjectKey> keys);

    /** Removes an object; with force, even while a reader holds a lease on it. */
    default RemoveOutcome remove(ObjectKey key, boolean force) {
        return removeBatch(List.of(key), force).getFirst();
    }

    /** Removes an object; with force, even while a reader holds a lease on it. */
    default RemoveOutcome remove(String key, boolean force) {
        return remove(ObjectKey.of(key), force);
    }

    /** Removes many objects; outcomes in the order of the keys. */
    List<RemoveOutcome> removeBatch(List<ObjectKey> keys, boolean force);

    /**
     * Removes the objects whose keys a pattern finds and that may be removed; with force, also those on which readers
     * hold leases.
     *
     * @param regex RE2 expression of 1 to 1,024 characters, searched for in the key: it need not match all of it
     */
    RemoveByRegexOutcome removeByRegex(String regex, boolean force);

    /**
     * Clears what a client wrote and nobody holds a lease on: whole objects, or only replicas on one segment.
     *
     * @param writerId who wrote the objects, see {@link #clientId}
     * @param segmentName only replicas that lie on segments of this name, be it in part; empty: whole objects
     */
    ReplicaClearOutcome batchReplicaClear(List<ObjectKey> keys, UUID writerId, String segmentName);

    /** Removes every object that may be removed; with force, also those on which readers hold leases. */
    RemoveAllOutcome removeAll(boolean force);

    /** The length of an object; the master grants it a read lease. */
    SizeOutcome size(ObjectKey key);

    /** The length of an object; the master grants it a read lease. */
    default SizeOutcome size(String key) {
        return size(ObjectKey.of(key));
    }

    /** Where an object lies and what is known of it; the master grants it a read lease. */
    QueryOutcome query(ObjectKey key);

    /** Where an object lies and what is known of it; the master grants it a read lease. */
    default QueryOutcome query(String key) {
        return query(ObjectKey.of(key));
    }

    /**
     * The objects whose keys a pattern finds; the master grants each a read lease. All of them are kept in memory: ask
     * for as many as fit. The deadline of a control call holds for each part of the answer, at most 1,024 objects.
     *
     * @param regex RE2 expression of 1 to 1,024 characters, searched for in the key: it need not match all of it
     */
    RegexQueryOutcome queryByRegex(String regex);

    /**
     * The addresses of the machines that clients lend memory on, each once; clients that are not registered or lend no
     * memory are left out.
     *
     * @throws MooncakeException when the master does not answer in time
     */
    Map<UUID, List<String>> batchQueryIp(List<UUID> clientIds);

    /**
     * Capacity, use and members of the cluster.
     *
     * @throws MooncakeException when the master does not answer in time
     */
    ClusterReport clusterInfo();

    /** The counters of this client. */
    ClientReport report();

    /** The metrics of this client as Prometheus text 0.0.4; empty where its config turns them off. */
    Optional<String> metrics();

    /** The metrics of this client as one line for people; empty where its config turns them off. */
    Optional<String> metricsSummary();

    /** Whether the client can work, as far as it knows; asks nobody. */
    ClientHealth health();

    /** Takes the lent memory back from the cluster, ends all threads and returns all memory. Later calls do nothing. */
    @Override
    void close();
}
