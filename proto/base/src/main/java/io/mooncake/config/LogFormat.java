package io.mooncake.config;

import java.util.List;

/**
 * How log lines look. The configuration of the logger reads the choice from a system property, which a main sets before
 * the first line.
 */
public final class LogFormat {
    /** The flag that commands declare for it. */
    public static final String FLAG = "log_format";

    /** One line for people. */
    public static final String TEXT = "text";

    /** What the flag allows. */
    public static final List<String> ALL = List.of(TEXT, "json");

    /** The help of the flag. */
    public static final String HELP = "How log lines look: for people, or one JSON object per line.";

    private static final String PROPERTY = "mooncake.log.format";

    private LogFormat() {}

    /** Chooses the format of this process; only before the first log line. */
    public static void choose(String format) {
        System.setProperty(PROPERTY, format);
    }
}
