package io.mooncake.config;

/**
 * A setting as it is in force.
 *
 * @param name of the setting
 * @param value text, number or boolean; durations are milliseconds
 * @param origin where the value comes from
 */
public record EffectiveSetting(String name, Object value, Origin origin) {}
