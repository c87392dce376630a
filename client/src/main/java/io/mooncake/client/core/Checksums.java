package io.mooncake.client.core;

import java.util.List;

/**
 * The CRC-32C of each slice of an object and of the whole.
 *
 * @param slices one per slice, in order
 * @param object of all bytes
 */
public record Checksums(List<Integer> slices, int object) {

    /** Copies the list. */
    public Checksums {
        slices = List.copyOf(slices);
    }
}
