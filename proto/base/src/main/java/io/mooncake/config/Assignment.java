package io.mooncake.config;

/** A text that a source gives to a setting, under the flag, key or variable {@code written} there. */
record Assignment(String name, String written, String text, Origin origin) {}
