package io.mooncake.client;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * One item of a batch of gets into the caller's memory.
 *
 * @param key the name
 * @param target where the object goes, from its first byte on; may be longer than the object
 */
public record GetRequest(ObjectKey key, MemorySegment target) {

    /** Checks that nothing is null. */
    public GetRequest {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(target, "target");
    }

    /** A get of this text into this memory. */
    public static GetRequest of(String key, MemorySegment target) {
        return new GetRequest(ObjectKey.of(key), target);
    }
}
