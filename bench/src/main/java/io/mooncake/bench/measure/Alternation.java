package io.mooncake.bench.measure;

import java.util.Locale;

/**
 * Ours and a peer in turns, so that whatever else the machine does meets both alike.
 *
 * <p>A round during which other processes used more than 5 % of the machine is measured again, up to as many times as
 * there are rounds; the note counts them.
 */
public final class Alternation {

    /** Fewest rounds that make a ratio. */
    public static final int LEAST_ROUNDS = 5;

    private static final double MOST_FOREIGN_SHARE = 0.05;

    /** One side: measures once and answers its figure. */
    public interface Side {
        /** Blocks for as long as it takes. */
        double measure() throws InterruptedException;
    }

    /** Which figure is better. */
    public enum Better {
        /** A rate. */
        HIGHER,
        /** A duration. */
        LOWER
    }

    private final CpuMeter cpu;
    private final int rounds;

    /** At least {@link #LEAST_ROUNDS} rounds. */
    public Alternation(CpuMeter cpu, int rounds) {
        if (rounds < LEAST_ROUNDS) {
            throw new IllegalArgumentException("a ratio needs at least " + LEAST_ROUNDS + " rounds, not " + rounds);
        }
        this.cpu = cpu;
        this.rounds = rounds;
    }

    /**
     * Measures both sides.
     *
     * @param labels gives bench, case and metric; its figure is replaced
     */
    public Row run(Row labels, String peerName, Better better, Side ours, Side peer) throws InterruptedException {
        Samples ourSamples = new Samples();
        Samples peerSamples = new Samples();
        double cpuSeconds = 0;
        int repeated = 0;
        int round = 0;
        while (round < rounds) {
            CpuMeter.Reading before = cpu.read();
            double ourFigure = ours.measure();
            double peerFigure = peer.measure();
            CpuMeter.Use use = cpu.since(before);
            if (use.foreignShare() > MOST_FOREIGN_SHARE && repeated < rounds) {
                repeated++;
                continue;
            }
            cpuSeconds += use.ownSeconds();
            ourSamples.add(ourFigure);
            peerSamples.add(peerFigure);
            round++;
        }
        double quotient = ourSamples.median() / peerSamples.median();
        double ratio = switch (better) {
            case HIGHER -> quotient;
            case LOWER -> 1 / quotient;
        };
        String note = String.format(
                Locale.ROOT,
                "ours %s, peer %s, %.2f CPU s, %d repeated",
                ourSamples.spread(),
                peerSamples.spread(),
                cpuSeconds,
                repeated);
        return new Row(
                labels.bench(),
                labels.caseName(),
                labels.metric(),
                ourSamples.median(),
                peerSamples.median(),
                peerName,
                ratio,
                labels.note().isEmpty() ? note : labels.note() + "; " + note);
    }
}
