package io.mooncake.allocator;

/**
 * How far a length may be cut where no free region holds it whole.
 *
 * @param maximumPieces most pieces, at least 1; 1: never cut
 * @param smallestBytes no piece but the last is shorter, at least 1
 */
public record PieceLimits(int maximumPieces, long smallestBytes) {

    /** Rejects limits below 1. */
    public PieceLimits {
        if (maximumPieces < 1) {
            throw new IllegalArgumentException("maximumPieces must be at least 1, is " + maximumPieces);
        }
        if (smallestBytes < 1) {
            throw new IllegalArgumentException("smallestBytes must be at least 1, is " + smallestBytes);
        }
    }
}
