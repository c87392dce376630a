package io.mooncake.allocator;

/**
 * Bytes from an offset on, as somebody claims to hold them; not checked.
 *
 * @param offsetBytes first byte, counted from the start of the allocator's range
 * @param lengthBytes length in bytes
 */
public record Range(long offsetBytes, long lengthBytes) {}
