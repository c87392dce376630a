package io.mooncake.exposition;

/** Writes the metrics whose values come from one report, taken at the time of a scrape. */
@FunctionalInterface
public interface MetricCollector {
    /** Writes every metric once; called by the thread that scrapes. */
    void collect(ExpositionWriter writer);
}
