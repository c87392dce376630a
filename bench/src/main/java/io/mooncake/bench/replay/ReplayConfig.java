package io.mooncake.bench.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * How a trace is replayed.
 *
 * @param blockBytes length of every block in bytes
 * @param threads how many requests are in flight
 * @param batchBlocks most blocks of one batch call
 */
public record ReplayConfig(long blockBytes, int threads, int batchBlocks) {

    /** The block of the usual comparison: 16 KiB. */
    public static final long DEFAULT_BLOCK_BYTES = 16L << 10;

    /** Longest request of the public traces in one call or two, and far below a limit of the protocol. */
    public static final int DEFAULT_BATCH_BLOCKS = 128;

    /** Checks the limits. */
    public ReplayConfig {
        List<String> faults = new ArrayList<>();
        if (blockBytes < 1) {
            faults.add("blockBytes is " + blockBytes + ", must be positive");
        }
        if (threads < 1) {
            faults.add("threads is " + threads + ", must be positive");
        }
        if (batchBlocks < 1) {
            faults.add("batchBlocks is " + batchBlocks + ", must be positive");
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /** 16 KiB blocks, one thread. */
    public static ReplayConfig standard() {
        return new ReplayConfig(DEFAULT_BLOCK_BYTES, 1, DEFAULT_BATCH_BLOCKS);
    }
}
