package io.mooncake.allocator;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ranges of an address range that it never touches.
 *
 * <p>Thread safety: none; one thread at a time.
 *
 * <p>Ownership: an {@link Allocation} belongs to the caller until {@link #free}.
 *
 * <p>Errors: no room is {@code null} or an empty list; giving back what is not allocated here throws
 * {@link IllegalStateException}.
 */
public sealed interface RangeAllocator extends AutoCloseable permits OffsetAllocator, SlabAllocator {

    /** What is managed, in bytes. */
    long capacityBytes();

    /** Sum of the exact lengths of all allocations, in bytes. */
    long allocatedBytes();

    /** What is neither allocated nor lost to rounding, in bytes. */
    long freeBytes();

    /** Length of the longest range that an allocation would get in one piece, in bytes; 0 when there is none. */
    long largestFreeBytes();

    /** A range of exactly this length, at least 1 byte; {@code null} when there is no room for it in one piece. */
    @Nullable
    Allocation allocate(long lengthBytes);

    /**
     * The longest range up to {@code maximumBytes}; {@code null} when that is below {@code minimumBytes}, at least
     * 1 byte.
     */
    @Nullable
    Allocation allocateUpTo(long minimumBytes, long maximumBytes);

    /**
     * Ranges of exactly this length together, in as few pieces as the limits allow; empty, with nothing taken,
     * when there is no room.
     */
    List<Allocation> allocatePieces(long lengthBytes, PieceLimits limits);

    /** Takes a range back. */
    void free(Allocation allocation);

    /** Ends it; what is still allocated is forgotten, and the range belongs to the caller again. */
    @Override
    void close();

    /** How full it is. */
    FreeSpaceReport report();

    /**
     * Recounts everything.
     *
     * @throws IllegalStateException naming the first thing that does not add up
     */
    void checkInvariants();
}
