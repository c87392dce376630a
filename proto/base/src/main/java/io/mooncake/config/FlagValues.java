package io.mooncake.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
    private final Map<String, Origin> origins;
    private final boolean help;
    private final boolean version;

    /** The values of all settings in the order of declaration, and where those come from that are not defaults. */
    FlagValues(Map<String, Object> values, Map<String, Origin> origins, boolean help, boolean version) {
        this.values = new LinkedHashMap<>(values);
        this.origins = Map.copyOf(origins);
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

    /** Whether some source named the setting; otherwise its value is the default. */
    public boolean isGiven(String name) {
        return origins.containsKey(name);
    }

    /** Where the value comes from. */
    public Origin origin(String name) {
        return origins.getOrDefault(name, Origin.DEFAULT);
    }

    /** A fault of the value that is in force, for checks beyond its kind and range. */
    public FlagFault fault(String name, String expected) {
        Object value = values.get(name);
        return new FlagFault(origin(name), name, value == null ? "" : value.toString(), expected);
    }

    /** All settings as they are in force, in the order of declaration. */
    public List<EffectiveSetting> effective() {
        return values.entrySet().stream()
                .map(entry -> new EffectiveSetting(
                        entry.getKey(),
                        entry.getValue() instanceof Duration duration ? (Object) duration.toMillis() : entry.getValue(),
                        origin(entry.getKey())))
                .toList();
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
