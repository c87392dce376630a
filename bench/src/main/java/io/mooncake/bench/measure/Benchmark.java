package io.mooncake.bench.measure;

import java.io.IOException;
import java.util.List;

/** Something that is measured; {@code bench NAME} runs it. */
public interface Benchmark {

    /** What it is called on the command line, and in the first column of its rows. */
    String name();

    /** What it measures, in a few words. */
    String purpose();

    /** How often everything is measured when the command line does not say. */
    default int rounds() {
        return 3;
    }

    /**
     * Measures. Blocks for as long as it takes.
     *
     * @param settings what the command line asks for
     */
    List<Row> run(BenchSettings settings) throws IOException, InterruptedException;
}
