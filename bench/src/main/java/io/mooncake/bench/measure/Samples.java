package io.mooncake.bench.measure;

import java.util.Arrays;
import java.util.Locale;

/** The figures of several rounds: median, least and most. */
public final class Samples {

    private double[] values = new double[8];
    private int count;

    /** Adds the figure of one round. */
    public void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    /** How many rounds. */
    public int count() {
        return count;
    }

    /** The middle figure, or the mean of the two middle ones. */
    public double median() {
        if (count == 0) {
            throw new IllegalStateException("no round was measured");
        }
        double[] sorted = sorted();
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    }

    /** The least figure. */
    public double least() {
        return sorted()[0];
    }

    /** The greatest figure. */
    public double most() {
        return sorted()[count - 1];
    }

    /** Least, greatest and number of rounds, for a note. */
    public String spread() {
        return String.format(Locale.ROOT, "%.4g..%.4g in %d rounds", least(), most(), count);
    }

    private double[] sorted() {
        double[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted;
    }
}
