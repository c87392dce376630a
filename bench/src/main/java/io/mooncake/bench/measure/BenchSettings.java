package io.mooncake.bench.measure;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a command line asks a measurement for.
 *
 * @param rounds times that everything is measured; figures are medians of them
 * @param seed of every random choice
 * @param scale share of the full work, in (0, 1]; below 1 the figures only show that it runs
 * @param only cases whose name contains this; empty: all
 * @param home the folder of the launcher, for measurements that start processes
 * @param progress takes lines that say how far it is
 */
public record BenchSettings(int rounds, long seed, double scale, String only, Path home, Consumer<String> progress) {

    /** Whether the command line asks for this case. */
    public boolean wants(String caseName) {
        return caseName.contains(only);
    }

    /** This many, scaled down to at least 1. */
    public int scaled(int count) {
        return Math.toIntExact(Math.max(1, Math.round(count * scale)));
    }
}
