package io.mooncake.master.core;

/** How long a slice may be, and how many an object has. */
final class SliceLimits {

    static final String DESCRIPTION = "a power of two from 64 KiB to 1 GiB";

    private static final long SMALLEST_BYTES = 64L << 10;
    private static final long LARGEST_BYTES = 1L << 30;

    private SliceLimits() {}

    static boolean isLegal(long sliceBytes) {
        return sliceBytes >= SMALLEST_BYTES && sliceBytes <= LARGEST_BYTES && Long.bitCount(sliceBytes) == 1;
    }

    static long count(long sizeBytes, long sliceBytes) {
        return sizeBytes / sliceBytes + (sizeBytes % sliceBytes == 0 ? 0 : 1);
    }
}
