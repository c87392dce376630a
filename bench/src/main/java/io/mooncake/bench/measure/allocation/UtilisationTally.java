package io.mooncake.bench.measure.allocation;

/** Average and least share of a pool that was in use, over all samples. */
final class UtilisationTally {

    private double sum;
    private double least = 1;
    private long count;

    void add(double share) {
        sum += share;
        least = Math.min(least, share);
        count++;
    }

    double average() {
        return count == 0 ? 0 : sum / count;
    }

    double least() {
        return least;
    }

    long count() {
        return count;
    }
}
