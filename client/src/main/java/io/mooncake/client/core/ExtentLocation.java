package io.mooncake.client.core;

import java.util.UUID;

/**
 * Where a contiguous range of an object lies.
 *
 * @param segmentId the segment
 * @param endpoint where its owner's transfer engine answers, host:port
 * @param address first address, in the address space that the owner publishes
 * @param lengthBytes length in bytes, at least 1
 * @param objectOffsetBytes the first byte of the object that lies here
 */
public record ExtentLocation(UUID segmentId, String endpoint, long address, long lengthBytes, long objectOffsetBytes) {}
