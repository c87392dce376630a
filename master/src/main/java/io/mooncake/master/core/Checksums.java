package io.mooncake.master.core;

import java.util.Arrays;

/**
 * The CRC-32C of each slice of an object and of the whole, as its writer computed them.
 *
 * <p>Thread safety: immutable.
 */
public final class Checksums {

    private final int[] sliceCrc32c;
    private final int objectCrc32c;

    private Checksums(int[] sliceCrc32c, int objectCrc32c) {
        this.sliceCrc32c = sliceCrc32c;
        this.objectCrc32c = objectCrc32c;
    }

    /** Keeps a copy of the slices' checksums. */
    public static Checksums of(int[] sliceCrc32c, int objectCrc32c) {
        return new Checksums(sliceCrc32c.clone(), objectCrc32c);
    }

    /** Number of slices. */
    public int sliceCount() {
        return sliceCrc32c.length;
    }

    /** CRC-32C of the slice with this index. */
    public int sliceCrc32c(int sliceIndex) {
        return sliceCrc32c[sliceIndex];
    }

    /** CRC-32C of the whole value. */
    public int objectCrc32c() {
        return objectCrc32c;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Checksums that
                && objectCrc32c == that.objectCrc32c
                && Arrays.equals(sliceCrc32c, that.sliceCrc32c);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sliceCrc32c) + objectCrc32c;
    }

    @Override
    public String toString() {
        return "Checksums[%08x, slices=%d]".formatted(objectCrc32c, sliceCrc32c.length);
    }
}
