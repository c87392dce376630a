package io.mooncake.config;

import java.util.Locale;

/**
 * Where the value of a setting comes from.
 *
 * @param kind which source; the strongest comes first in {@link Kind}
 * @param place file and line, or variable; empty where the kind says it all
 */
public record Origin(Kind kind, String place) {
    /** No source names the setting. */
    public static final Origin DEFAULT = new Origin(Kind.DEFAULT, "");

    /** The command line itself. */
    public static final Origin COMMAND_LINE = new Origin(Kind.FLAG, "");

    /** The sources, the strongest first. */
    public enum Kind {
        /** The command line, or a file that it names with {@code --flagfile}. */
        FLAG,
        /** The file of {@code --config_path}. */
        FILE,
        /** A variable of the environment. */
        ENVIRONMENT,
        /** None of them. */
        DEFAULT;

        /** The name in lower case. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A variable of the environment. */
    static Origin variable(String name) {
        return new Origin(Kind.ENVIRONMENT, name);
    }

    /** Whether a value from here wins against one from there. */
    public boolean isStrongerThan(Origin other) {
        return kind.compareTo(other.kind) < 0;
    }
}
