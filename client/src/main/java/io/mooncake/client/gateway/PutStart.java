package io.mooncake.client.gateway;

import io.mooncake.client.core.Key;

/**
 * A write to open.
 *
 * @param key the name
 * @param sizeBytes length of the value in bytes
 */
public record PutStart(Key key, long sizeBytes) {}
