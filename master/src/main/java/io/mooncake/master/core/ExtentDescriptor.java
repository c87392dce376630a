package io.mooncake.master.core;

/**
 * A contiguous range of one segment.
 *
 * @param segment where the segment lies; the same instance for all extents of a segment
 * @param address absolute address in the address space of the segment's base
 * @param lengthBytes exact length, at least 1
 * @param status where the extent stands
 */
public record ExtentDescriptor(SegmentLocation segment, long address, long lengthBytes, ExtentStatus status) {}
