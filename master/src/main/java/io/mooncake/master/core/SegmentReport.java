package io.mooncake.master.core;

/**
 * A mounted segment.
 *
 * @param spec the segment as its owner offered it
 * @param clientId its owner
 * @param usedBytes bytes placed on it, those that wait before reuse included
 * @param fencedBytes bytes of it that wait before reuse
 * @param largestFreeBytes longest free range
 */
public record SegmentReport(
        SegmentSpec spec, ClientId clientId, long usedBytes, long fencedBytes, long largestFreeBytes) {}
