package io.mooncake.config;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The flags that one command declares, and the parser of its command line.
 *
 * <p>Forms read: {@code --name=value}, {@code --name value}, with one hyphen or two; hyphens inside a name count as
 * underscores. A boolean is on by {@code --name} alone and off by {@code --noname}. The last of several wins.
 *
 * <p>Thread safety: declared and parsed by one thread.
 *
 * <p>Errors: {@link BadFlagsException} with every fault of the command line.
 */
public final class Flags {
    private static final String HELP = "help";
    private static final String VERSION = "version";

    private final String command;
    private final String purpose;
    private final Map<String, Flag> declared = new LinkedHashMap<>();

    private Flags(String command, String purpose) {
        this.command = command;
        this.purpose = purpose;
    }

    /** No flags yet, except {@code --help} and {@code --version}, which every command has. */
    public static Flags declare(String command, String purpose) {
        return new Flags(command, purpose);
    }

    /** A text. */
    public Flags string(String name, String defaultValue, String help) {
        return add(name, "string", "\"" + defaultValue + "\"", help, defaultValue, text -> text);
    }

    /** A host name or address, without port. */
    public Flags host(String name, String defaultValue, String help) {
        return add(name, "host", "\"" + defaultValue + "\"", help, defaultValue, text -> {
            try {
                return new HostAndPort(text, 0).host();
            } catch (InvalidAddressException e) {
                throw new IllegalArgumentException("is no host name or address", e);
            }
        });
    }

    /** One of a few words. */
    public Flags choice(String name, String defaultValue, List<String> allowed, String help) {
        return add(name, String.join("|", allowed), "\"" + defaultValue + "\"", help, defaultValue, text -> {
            if (!allowed.contains(text)) {
                throw new IllegalArgumentException("this build offers only " + String.join(", ", allowed));
            }
            return text;
        });
    }

    /** A whole number from {@code least} to {@code most}. */
    public Flags integer(String name, int defaultValue, int least, int most, String help) {
        return add(
                name,
                "integer",
                Integer.toString(defaultValue),
                help,
                defaultValue,
                text -> Math.toIntExact(parseWhole(text, least, most)));
    }

    /** A whole number of 64 bits from {@code least} to {@code most}. */
    public Flags wholeNumber(String name, long defaultValue, long least, long most, String help) {
        return add(
                name,
                "integer",
                Long.toString(defaultValue),
                help,
                defaultValue,
                text -> parseWhole(text, least, most));
    }

    /** A share from 0 to 1. */
    public Flags ratio(String name, double defaultValue, String help) {
        return add(name, "ratio", Double.toString(defaultValue), help, defaultValue, Flags::parseRatio);
    }

    /** On or off. */
    public Flags bool(String name, boolean defaultValue, String help) {
        return add(name, "boolean", Boolean.toString(defaultValue), help, defaultValue, Flags::parseBoolean);
    }

    /** A number of bytes from {@code leastBytes} to {@code mostBytes}, see {@link ByteSize}. */
    public Flags byteSize(String name, long defaultBytes, long leastBytes, long mostBytes, String help) {
        return add(name, "size", ByteSize.format(defaultBytes), help, defaultBytes, text -> {
            long bytes = ByteSize.parse(text);
            if (bytes < leastBytes || bytes > mostBytes) {
                throw new IllegalArgumentException("must be from " + leastBytes + " to " + mostBytes + " bytes");
            }
            return bytes;
        });
    }

    /** A duration from {@code least} to {@code most}, see {@link DurationText}. */
    public Flags duration(String name, Duration defaultValue, Duration least, Duration most, String help) {
        return add(name, "duration", Long.toString(defaultValue.toMillis()), help, defaultValue, text -> {
            Duration duration = DurationText.parse(text);
            if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
                throw new IllegalArgumentException(
                        "must be from " + least.toMillis() + " to " + most.toMillis() + " ms");
            }
            return duration;
        });
    }

    private Flags add(String name, String kind, String defaultText, String help, Object defaultValue, Parser parser) {
        if (name.equals(HELP) || name.equals(VERSION) || declared.containsKey(name)) {
            throw new IllegalStateException("the flag " + name + " is declared twice");
        }
        declared.put(name, new Flag(kind, defaultText, help, defaultValue, parser));
        return this;
    }

    /**
     * Reads a command line. With {@code --help} or {@code --version} the rest is not judged.
     *
     * @throws BadFlagsException unknown flags, stray words, values that are none or out of range: all of them
     */
    public FlagValues parse(List<String> arguments) {
        Reading reading = new Reading();
        int next = 0;
        while (next < arguments.size()) {
            next = readOne(arguments, next, reading);
        }
        if (!reading.help && !reading.version && !reading.faults.isEmpty()) {
            throw new BadFlagsException(reading.faults);
        }
        Map<String, Object> values = new LinkedHashMap<>();
        declared.forEach((name, flag) -> values.put(name, reading.values.getOrDefault(name, flag.defaultValue())));
        return new FlagValues(values, reading.values.keySet(), reading.help, reading.version);
    }

    /** Reads the argument at {@code index} and its value; returns the index of the next. */
    private int readOne(List<String> arguments, int index, Reading reading) {
        String argument = arguments.get(index);
        String bare = argument.startsWith("--") ? argument.substring(2) : argument.substring(hyphens(argument));
        if (!argument.startsWith("-") || bare.isEmpty() || bare.startsWith("-")) {
            reading.faults.add(new FlagFault(argument, "", "is no flag, expected --name=value"));
            return index + 1;
        }
        int equals = bare.indexOf('=');
        String name = (equals < 0 ? bare : bare.substring(0, equals)).replace('-', '_');
        @Nullable String value = equals < 0 ? null : bare.substring(equals + 1);
        if (value == null && (name.equals(HELP) || name.equals(VERSION))) {
            reading.help |= name.equals(HELP);
            reading.version |= name.equals(VERSION);
            return index + 1;
        }
        if (value == null && !declared.containsKey(name) && isNegated(name)) {
            reading.values.put(name.substring(2), false);
            return index + 1;
        }
        Flag flag = declared.get(name);
        if (flag == null) {
            reading.faults.add(new FlagFault(name, value == null ? "" : value, "unknown flag, see --help"));
            return index + 1;
        }
        if (value != null) {
            reading.take(name, flag, value);
            return index + 1;
        }
        if (flag.isBoolean()) {
            reading.values.put(name, true);
            return index + 1;
        }
        if (index + 1 == arguments.size()) {
            reading.faults.add(new FlagFault(name, "", "needs a value (" + flag.kind() + ")"));
            return index + 1;
        }
        reading.take(name, flag, arguments.get(index + 1));
        return index + 2;
    }

    private boolean isNegated(String name) {
        if (!name.startsWith("no")) {
            return false;
        }
        Flag flag = declared.get(name.substring(2));
        return flag != null && flag.isBoolean();
    }

    private static int hyphens(String argument) {
        return argument.startsWith("-") ? 1 : 0;
    }

    /** What {@code --help} prints: every flag with its kind, default and meaning. */
    public String help() {
        StringBuilder text = new StringBuilder();
        text.append(command).append(": ").append(purpose).append("\n\nFlags:\n");
        declared.forEach((name, flag) -> text.append("  --")
                .append(name)
                .append(" (")
                .append(flag.kind())
                .append(", default ")
                .append(flag.defaultText())
                .append(")\n      ")
                .append(flag.help())
                .append('\n'));
        text.append("  --help\n      Print this text and exit.\n");
        text.append("  --version\n      Print the version and exit.\n");
        return text.toString();
    }

    /** The names of all declared flags, in the order of declaration. */
    public List<String> names() {
        return List.copyOf(declared.keySet());
    }

    private static long parseWhole(String text, long least, long most) {
        String range = "must be a whole number from " + least + " to " + most;
        long value;
        try {
            value = Long.parseLong(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(range, e);
        }
        if (value < least || value > most) {
            throw new IllegalArgumentException(range);
        }
        return value;
    }

    private static Double parseRatio(String text) {
        String range = "must be a number from 0 to 1";
        double value;
        try {
            value = Double.parseDouble(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(range, e);
        }
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(range);
        }
        return value;
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "true", "t", "yes", "y", "1" -> true;
            case "false", "f", "no", "n", "0" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }

    /** Turns a text into a value, or throws {@link IllegalArgumentException} that says what was expected. */
    private interface Parser extends Function<String, Object> {}

    private record Flag(String kind, String defaultText, String help, Object defaultValue, Parser parser) {
        boolean isBoolean() {
            return defaultValue instanceof Boolean;
        }
    }

    /** What was read so far. */
    private static final class Reading {
        private final Map<String, Object> values = new LinkedHashMap<>();
        private final List<FlagFault> faults = new ArrayList<>();
        private boolean help;
        private boolean version;

        void take(String name, Flag flag, String text) {
            try {
                values.put(name, flag.parser().apply(text));
            } catch (IllegalArgumentException e) {
                faults.add(new FlagFault(name, text, String.valueOf(e.getMessage())));
            }
        }
    }
}
