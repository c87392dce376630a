package io.mooncake.master.core;

/**
 * A client process: 128 bits that are random per process start.
 *
 * @param high the upper 64 bits
 * @param low the lower 64 bits
 */
public record ClientId(long high, long low) {

    @Override
    public String toString() {
        return "%016x%016x".formatted(high, low);
    }
}
