package io.mooncake.bench.simulation;

import java.util.random.RandomGenerator;

/**
 * What the simulated world does to messages and processes, drawn from a seed.
 *
 * @param lossProbability share of control messages that never arrive
 * @param duplicateProbability share of control messages that arrive twice
 * @param slowProbability share of messages, control and data, that are delayed by up to {@code slowNanos}
 * @param delayNanos upper bound of the usual delay
 * @param slowNanos upper bound of the rare delay
 * @param crashProbability chance, per second and process, of a crash followed by a restart
 * @param pauseProbability chance, per second and process, of a stop that is continued later
 * @param pauseNanos upper bound of a stop
 */
record Faults(
        double lossProbability,
        double duplicateProbability,
        double slowProbability,
        long delayNanos,
        long slowNanos,
        double crashProbability,
        double pauseProbability,
        long pauseNanos) {

    private static final long MILLISECOND = 1_000_000;

    /** Nothing ever goes wrong; messages take up to a millisecond. */
    static Faults none() {
        return new Faults(0, 0, 0, MILLISECOND, MILLISECOND, 0, 0, 0);
    }

    /** Much of everything: the world in which a planted fault shows soonest. */
    static Faults roughest() {
        return new Faults(0.03, 0.1, 0.2, 10 * MILLISECOND, 800 * MILLISECOND, 0.08, 0.08, 4_000 * MILLISECOND);
    }

    /** A different mixture for every seed, from calm to rough. */
    static Faults drawn(RandomGenerator random) {
        return new Faults(
                random.nextDouble() < 0.3 ? 0 : random.nextDouble() * 0.08,
                random.nextDouble() < 0.3 ? 0 : random.nextDouble() * 0.08,
                random.nextDouble() * 0.05,
                MILLISECOND * (1 + random.nextInt(20)),
                MILLISECOND * (100 + random.nextInt(900)),
                random.nextDouble() < 0.4 ? 0 : random.nextDouble() * 0.05,
                random.nextDouble() < 0.4 ? 0 : random.nextDouble() * 0.05,
                MILLISECOND * (500 + random.nextInt(6_000)));
    }

    long delay(RandomGenerator random) {
        if (random.nextDouble() < slowProbability) {
            return random.nextLong(slowNanos + 1);
        }
        return random.nextLong(delayNanos + 1);
    }
}
