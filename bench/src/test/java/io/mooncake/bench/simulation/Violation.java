package io.mooncake.bench.simulation;

/** Something that must never happen did: what the simulation is there to find. */
final class Violation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
