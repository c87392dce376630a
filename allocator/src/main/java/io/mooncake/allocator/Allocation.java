package io.mooncake.allocator;

/**
 * A range that an {@link RangeAllocator} has handed out.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Ownership: whoever holds it gives it back once, to the allocator that it came from.
 */
public final class Allocation {

    private final RangeAllocator owner;
    private final long offsetBytes;
    private final long lengthBytes;
    private final int node;
    private final int use;

    Allocation(RangeAllocator owner, long offsetBytes, long lengthBytes, int node, int use) {
        this.owner = owner;
        this.offsetBytes = offsetBytes;
        this.lengthBytes = lengthBytes;
        this.node = node;
        this.use = use;
    }

    /** First byte, counted from the start of the allocator's range; a multiple of its alignment. */
    public long offsetBytes() {
        return offsetBytes;
    }

    /** Length in bytes, exactly as asked for. */
    public long lengthBytes() {
        return lengthBytes;
    }

    RangeAllocator owner() {
        return owner;
    }

    int node() {
        return node;
    }

    int use() {
        return use;
    }

    @Override
    public String toString() {
        return "[" + offsetBytes + ", +" + lengthBytes + ")";
    }
}
