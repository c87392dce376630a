package io.mooncake.client.gateway;

import io.mooncake.client.core.Key;
import io.mooncake.error.ErrorCode;
import java.util.List;
import java.util.Map;

/**
 * What a clearing of replicas did.
 *
 * @param cleared keys of which something was cleared
 * @param leftOut how many were left out, by reason
 */
public record Clearing(List<Key> cleared, Map<ErrorCode, Long> leftOut) {

    /** Copies both. */
    public Clearing {
        cleared = List.copyOf(cleared);
        leftOut = Map.copyOf(leftOut);
    }
}
