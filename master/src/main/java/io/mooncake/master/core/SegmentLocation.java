package io.mooncake.master.core;

/**
 * Where a segment lies, as a reader or writer needs it. One instance per mounted segment, shared by all answers.
 *
 * @param id the segment
 * @param name the owner's local host name
 * @param transferEndpoint where the owner's transfer engine answers, {@code host:port}
 * @param protocol transport protocol
 */
public record SegmentLocation(SegmentId id, String name, String transferEndpoint, String protocol) {}
