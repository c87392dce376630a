package io.mooncake.master.core;

import java.util.List;

/**
 * One slice of a replica.
 *
 * @param extents its ranges one after another, at least one
 */
public record SliceDescriptor(List<ExtentDescriptor> extents) {

    /** Keeps an unmodifiable copy. */
    public SliceDescriptor {
        extents = List.copyOf(extents);
    }
}
