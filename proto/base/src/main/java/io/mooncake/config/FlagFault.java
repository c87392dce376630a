package io.mooncake.config;

/**
 * One thing that is wrong with a setting.
 *
 * @param origin where it was read
 * @param flag name of the flag, without hyphens, of the key or of the variable; what was written where there is none
 * @param value the value that was given; empty when there was none
 * @param expected what is wrong and what the limit is
 */
public record FlagFault(Origin origin, String flag, String value, String expected) {
    /** A fault of the command line. */
    public FlagFault(String flag, String value, String expected) {
        this(Origin.COMMAND_LINE, flag, value, expected);
    }

    @Override
    public String toString() {
        return switch (origin.kind()) {
            case FLAG, DEFAULT -> place() + "--" + flag + with("=") + ": " + expected;
            case FILE -> place() + (flag.isEmpty() ? "" : flag + with(": ") + ": ") + expected;
            case ENVIRONMENT -> "environment: " + flag + with("=") + ": " + expected;
        };
    }

    private String place() {
        return origin.place().isEmpty() ? "" : origin.place() + ": ";
    }

    private String with(String sign) {
        return value.isEmpty() ? "" : sign + value;
    }
}
