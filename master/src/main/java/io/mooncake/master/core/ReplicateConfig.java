package io.mooncake.master.core;

import java.util.List;

/**
 * How a new object is replicated.
 *
 * @param replicaNum replicas in memory, 1 to 64; best effort
 * @param preferredSegments names of segments to try first, in this order
 */
public record ReplicateConfig(int replicaNum, List<String> preferredSegments) {

    /** One replica, anywhere. */
    public static final ReplicateConfig SINGLE = new ReplicateConfig(1, List.of());

    /** Keeps a copy of the names; ranges are checked by the core, which answers INVALID_PARAMS. */
    public ReplicateConfig {
        preferredSegments = List.copyOf(preferredSegments);
    }
}
