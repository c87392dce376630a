package io.mooncake.client.core;

/**
 * How an object is cut: slice i holds the bytes from i times the slice length on, the last one what is left.
 *
 * @param sizeBytes length of the object in bytes
 * @param sliceBytes length of a slice in bytes, positive
 */
public record SliceLayout(long sizeBytes, long sliceBytes) {

    /** Checks the limits. */
    public SliceLayout {
        if (sizeBytes < 0 || sliceBytes < 1) {
            throw new IllegalArgumentException("No slices of " + sliceBytes + " bytes in " + sizeBytes);
        }
    }

    /** Number of slices; 0 for an empty object. */
    public int count() {
        return Math.toIntExact(sizeBytes / sliceBytes + (sizeBytes % sliceBytes == 0 ? 0 : 1));
    }

    /** First byte of a slice. */
    public long offsetBytes(int slice) {
        return slice * sliceBytes;
    }

    /** Length of a slice in bytes. */
    public long lengthBytes(int slice) {
        return Math.min(sliceBytes, sizeBytes - offsetBytes(slice));
    }
}
