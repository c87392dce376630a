package io.mooncake.master.core;

import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.placement.AllocationStrategy;
import io.mooncake.master.core.placement.MemoryAllocator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a segment may be mounted: its own fields, and what is mounted already. */
final class SegmentCheck {

    /** Segments that one client lends: each is compared with every other when it is mounted. */
    static final int MAXIMUM_PER_CLIENT = 1024;

    private static final long BASE_ALIGNMENT_BYTES = 1L << 30;
    /** The longest range that the allocators are tested with; a process has less memory than this. */
    private static final long MAXIMUM_SIZE_BYTES = 16L << 40;

    private static final int MAXIMUM_TEXT_CHARS = 1024;

    private SegmentCheck() {}

    /** What is wrong with the fields, or {@code null}. */
    static @Nullable Failure fields(SegmentSpec spec, MasterCoreConfig config) {
        long alignmentBytes = config.alignmentBytes();
        MemoryAllocator allocator = config.placement().allocator();
        Failure wrong = text("name", spec.name(), 1);
        wrong = wrong == null ? text("te_endpoint", spec.transferEndpoint(), 1) : wrong;
        wrong = wrong == null ? text("protocol", spec.protocol(), 0) : wrong;
        if (wrong != null) {
            return wrong;
        }
        if (spec.base() == 0 || spec.base() % BASE_ALIGNMENT_BYTES != 0) {
            return invalid("base must be a multiple of 1 GiB and not 0, is 0x" + Long.toHexString(spec.base()));
        }
        if (spec.sizeBytes() < alignmentBytes || spec.sizeBytes() > MAXIMUM_SIZE_BYTES) {
            return invalid("size_bytes must be from " + alignmentBytes + " to " + MAXIMUM_SIZE_BYTES + ", is "
                    + Long.toUnsignedString(spec.sizeBytes()));
        }
        if (Long.compareUnsigned(spec.base() + spec.sizeBytes(), spec.base()) <= 0) {
            return invalid("base + size_bytes must stay below 2^64, base is 0x" + Long.toHexString(spec.base())
                    + ", size_bytes is " + spec.sizeBytes());
        }
        if (spec.base() % allocator.segmentUnitBytes() != 0 || spec.sizeBytes() % allocator.segmentUnitBytes() != 0) {
            return invalid("base and size_bytes must be multiples of " + allocator.segmentUnitBytes()
                    + " with memory_allocator " + allocator.flagValue() + ", size_bytes is " + spec.sizeBytes());
        }
        if (config.placement().strategy() == AllocationStrategy.CXL
                && Long.compareUnsigned(spec.base(), Segment.CXL_BASE) < 0) {
            return invalid("base must be at least 0x" + Long.toHexString(Segment.CXL_BASE)
                    + " with allocation_strategy cxl, is 0x" + Long.toHexString(spec.base()));
        }
        return null;
    }

    private static @Nullable Failure text(String field, String text, int leastChars) {
        return text.length() < leastChars || text.length() > MAXIMUM_TEXT_CHARS
                ? invalid(field + " must have " + leastChars + " to " + MAXIMUM_TEXT_CHARS + " characters, has "
                        + text.length())
                : null;
    }

    /**
     * Whether the segment is mounted just like that; a {@link Failure} is in the way, or {@code null} when it is
     * new.
     */
    static @Nullable Failure conflict(SegmentSpec spec, @Nullable Client owner, @Nullable Segment existing) {
        if (existing == null || (existing.owner == owner && existing.spec.equals(spec))) {
            return null;
        }
        return new Failure(
                ErrorCode.SEGMENT_ALREADY_EXISTS,
                "segment " + spec.id() + " is mounted already, with other fields or by another client");
    }

    /** Whether the address ranges of two different segments of one client meet. */
    static @Nullable Failure overlap(SegmentSpec spec, List<SegmentSpec> others) {
        for (SegmentSpec other : others) {
            if (!other.id().equals(spec.id())
                    && Long.compareUnsigned(spec.base(), other.base() + other.sizeBytes()) < 0
                    && Long.compareUnsigned(other.base(), spec.base() + spec.sizeBytes()) < 0) {
                return invalid("the addresses of segments " + spec.id() + " and " + other.id() + " overlap");
            }
        }
        return null;
    }

    private static Failure invalid(String message) {
        return new Failure(ErrorCode.INVALID_PARAMS, message);
    }
}
