package io.mooncake.client;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * What the master says of a readable object.
 *
 * @param key its name
 * @param sizeBytes length in bytes
 * @param sliceBytes length of a slice in bytes
 * @param replicas its readable replicas, those on suspect clients last
 * @param crc32c checksum of the value; empty where its writer computed none
 * @param lease how long the lease lasts that the query granted, from its execution
 */
public record ObjectDescription(
        ObjectKey key, long sizeBytes, long sliceBytes, List<Replica> replicas, OptionalInt crc32c, Duration lease) {

    /** Copies the list. */
    public ObjectDescription {
        replicas = List.copyOf(replicas);
    }

    /**
     * One copy of the value.
     *
     * @param index number of the replica within its object
     * @param extents its ranges, in the order of the bytes; none for an empty value
     */
    public record Replica(int index, List<Extent> extents) {

        /** Copies the list. */
        public Replica {
            extents = List.copyOf(extents);
        }
    }

    /**
     * A contiguous range.
     *
     * @param segmentId where it lies
     * @param endpoint host:port of the transfer engine of the segment's owner
     * @param address first address, in the address space that the owner publishes
     * @param lengthBytes length in bytes
     */
    public record Extent(UUID segmentId, String endpoint, long address, long lengthBytes) {}
}
