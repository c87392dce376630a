package io.mooncake.master.core;

import io.mooncake.allocator.Allocation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A range of a segment that is in use: by an open write, by a stored replica, or fenced until no write can land in
 * it.
 */
final class Extent {

    /** What a range is used for. */
    enum Use {
        /** Being written. */
        OPEN,
        /** Part of a readable replica. */
        STORED,
        /** Waits before it is used again. */
        FENCED
    }

    final Segment segment;
    final Allocation allocation;

    Use use = Use.OPEN;

    /** The replica that it is part of; none once fenced. */
    @Nullable
    StoredReplica replica;

    /** Why and until when it waits; only while fenced. */
    @Nullable
    FencedRange fence;

    /** Its place in the list of the segment. */
    int slot = ExtentLists.NONE;

    Extent(Segment segment, Allocation allocation) {
        this.segment = segment;
        this.allocation = allocation;
    }

    long lengthBytes() {
        return allocation.lengthBytes();
    }

    long address() {
        return segment.address(allocation.offsetBytes());
    }

    StoredReplica holder() {
        return Objects.requireNonNull(replica, "an extent outside a replica");
    }

    ExtentDescriptor describe(ExtentStatus status) {
        return new ExtentDescriptor(segment.location, address(), lengthBytes(), status);
    }
}
