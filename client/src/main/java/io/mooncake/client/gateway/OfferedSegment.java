package io.mooncake.client.gateway;

import java.util.UUID;

/**
 * A region of memory offered to the cluster.
 *
 * @param segmentId random per mount
 * @param name what preferred segments name
 * @param base its first address in the address space that the transfer engine publishes
 * @param sizeBytes length in bytes
 * @param endpoint where the transfer engine answers, host:port
 */
public record OfferedSegment(UUID segmentId, String name, long base, long sizeBytes, String endpoint) {}
