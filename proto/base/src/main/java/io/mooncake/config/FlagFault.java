package io.mooncake.config;

/**
 * One thing that is wrong with a command line.
 *
 * @param flag name of the flag, without hyphens; what was written where there is no such flag
 * @param value the value that was given; empty when there was none
 * @param expected what is wrong and what the limit is
 */
public record FlagFault(String flag, String value, String expected) {
    @Override
    public String toString() {
        return value.isEmpty() ? "--" + flag + ": " + expected : "--" + flag + "=" + value + ": " + expected;
    }
}
