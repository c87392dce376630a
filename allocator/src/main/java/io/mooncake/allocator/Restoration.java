package io.mooncake.allocator;

import java.util.List;

/**
 * An allocator rebuilt from the ranges that are in use, and what became of each of them.
 *
 * @param allocator holds exactly the restored ranges
 * @param entries in the order of the ranges that were asked for
 */
public record Restoration(OffsetAllocator allocator, List<Entry> entries) {

    /** Keeps a copy. */
    public Restoration {
        entries = List.copyOf(entries);
    }

    /** What became of one range. */
    public sealed interface Entry {}

    /** The range is allocated. */
    public record Restored(Allocation allocation) implements Entry {}

    /** The range is not allocated. */
    public record Refused(Range range, Reason reason) implements Entry {}

    /** Why a range is not allocated. */
    public enum Reason {
        /** Its length is below 1 byte. */
        EMPTY,
        /** It starts before the allocator's range or ends behind it. */
        OUT_OF_RANGE,
        /** It does not start at a multiple of the alignment. */
        MISALIGNED,
        /** It meets a range that comes before it in the list. */
        OVERLAP
    }
}
