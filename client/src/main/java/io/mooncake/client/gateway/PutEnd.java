package io.mooncake.client.gateway;

import io.mooncake.client.core.Key;
import io.mooncake.client.core.PutStep;

/**
 * A write to commit.
 *
 * @param key the name
 * @param end what to say
 */
public record PutEnd(Key key, PutStep.SendEnd end) {}
