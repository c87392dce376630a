package io.mooncake.master.core.placement;

/** What a policy sees of a segment. */
public interface SegmentView {

    /** The owner's local host name. */
    String name();

    /** Length in bytes. */
    long capacityBytes();

    /** What is free, in bytes. */
    long freeBytes();

    /** Free share of the SSD behind it, 0 to 1; 1.0 where nobody reports it. */
    double ssdFreeRatio();

    /** Free share of the segment, 0 to 1. */
    default double freeRatio() {
        return (double) freeBytes() / capacityBytes();
    }
}
