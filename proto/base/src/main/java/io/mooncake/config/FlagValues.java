package io.mooncake.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The values of all declared flags of one command line.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Errors: asking for a flag that was not declared, or as another kind, is a fault of the program and throws
 * {@link IllegalStateException}.
 */
public final class FlagValues {
    private final Map<String, Object> values;
    private final Set<String> given;
    private final boolean help;
    private final boolean version;

    FlagValues(Map<String, Object> values, Set<String> given, boolean help, boolean version) {
        this.values = new LinkedHashMap<>(values);
        this.given = Set.copyOf(given);
        this.help = help;
        this.version = version;
    }

    /** Whether the command line asks for the help text; then the other values mean nothing. */
    public boolean helpRequested() {
        return help;
    }

    /** Whether the command line asks for the version; then the other values mean nothing. */
    public boolean versionRequested() {
        return version;
    }

    /** Whether the command line named the flag; otherwise its value is the default. */
    public boolean isGiven(String name) {
        return given.contains(name);
    }

    /** The value of a text or choice flag. */
    public String string(String name) {
        return value(name, String.class);
    }

    /** The value of an integer flag. */
    public int integer(String name) {
        return value(name, Integer.class);
    }

    /** The value of a 64-bit integer flag. */
    public long wholeNumber(String name) {
        return value(name, Long.class);
    }

    /** The value of a ratio flag. */
    public double ratio(String name) {
        return value(name, Double.class);
    }

    /** The value of a boolean flag. */
    public boolean bool(String name) {
        return value(name, Boolean.class);
    }

    /** The value of a size flag in bytes. */
    public long byteSize(String name) {
        return value(name, Long.class);
    }

    /** The value of a duration flag. */
    public Duration duration(String name) {
        return value(name, Duration.class);
    }

    /** All values by name, in the order of declaration; for printing the effective settings. */
    public Map<String, Object> all() {
        return new LinkedHashMap<>(values);
    }

    private <T> T value(String name, Class<T> kind) {
        Object value = values.get(name);
        if (!kind.isInstance(value)) {
            throw new IllegalStateException("no " + kind.getSimpleName() + " flag named " + name + " is declared");
        }
        return kind.cast(value);
    }
}
