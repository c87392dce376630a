package io.mooncake.client.gateway;

import io.mooncake.client.core.Key;
import io.mooncake.client.core.PutStep;

/**
 * A write to give up.
 *
 * @param key the name
 * @param revoke what to say
 */
public record PutRevoke(Key key, PutStep.SendRevoke revoke) {}
