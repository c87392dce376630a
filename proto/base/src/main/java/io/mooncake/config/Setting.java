package io.mooncake.config;

import java.util.Optional;

/**
 * What a command lets people set, for reference documents.
 *
 * @param name of the setting
 * @param flag the flag, without hyphens, if there is one
 * @param key the key of the file, if there is one
 * @param variable the variable of the environment, if there is one
 * @param kind what a value looks like
 * @param defaultText the value where no source names one
 * @param help what it means
 */
public record Setting(
        String name,
        Optional<String> flag,
        Optional<String> key,
        Optional<String> variable,
        String kind,
        String defaultText,
        String help) {}
