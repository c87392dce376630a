package io.mooncake.config;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The settings that one command declares, and the parser of its sources: the command line, the file of
 * {@code --config_path} where {@link #configFile} declares it, the environment. The first that names a setting wins.
 *
 * <p>Forms of a flag: {@code --name=value}, {@code --name value}, with one hyphen or two; hyphens inside a name count
 * as underscores. A boolean is on by {@code --name} alone and off by {@code --noname}. The last of several wins.
 * {@code --flagfile=FILE} reads flags from a file.
 *
 * <p>Thread safety: declared and parsed by one thread.
 *
 * <p>Errors: {@link BadFlagsException} with every fault of every source.
 */
public final class Flags {
    /** Names the file of settings. */
    static final String CONFIG_PATH = "config_path";

    private static final List<String> BUILT_IN = List.of(CommandLine.HELP, CommandLine.VERSION, CommandLine.FLAG_FILE);

    private final String command;
    private final String purpose;
    private final Map<String, DeclaredFlag> declared = new LinkedHashMap<>();
    private final Map<String, String> otherNames = new HashMap<>();
    private final List<Function<FlagValues, List<FlagFault>>> checks = new ArrayList<>();
    private String last = "";

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

    /** The path of a YAML or JSON file; every setting has a key there, unless {@link #noKey} says otherwise. */
    public Flags configFile() {
        string(CONFIG_PATH, "", "YAML or JSON file of settings: .yaml, .yml or .json; flags beat it.");
        return noKey();
    }

    /** Gives the setting declared last this key in the file instead of its name. */
    public Flags key(String key) {
        return change(flag -> flag.withKey(key));
    }

    /** Lets the setting declared last be named so, too, on the command line and in the file. */
    public Flags alsoNamed(String otherName) {
        otherNames.put(otherName, last);
        return this;
    }

    /** Leaves the setting declared last out of the file. */
    public Flags noKey() {
        return change(flag -> flag.withKey(null));
    }

    /** Lets a variable of the environment set the setting declared last, too. */
    public Flags variable(String variable) {
        return change(flag -> flag.withVariable(variable, true));
    }

    /** Makes the setting declared last one that only the variable of its own name sets. */
    public Flags variableOnly() {
        return change(flag -> flag.withKey(null).withVariable(flag.name(), false));
    }

    /** Leaves the setting declared last out of help, file and reference: a switch for tests. */
    public Flags hidden() {
        return change(DeclaredFlag::hide);
    }

    /** Judges values together; where a value has a fault already, the check sees the default. */
    public Flags check(Function<FlagValues, List<FlagFault>> check) {
        checks.add(check);
        return this;
    }

    private Flags change(UnaryOperator<DeclaredFlag> change) {
        declared.computeIfPresent(last, (name, flag) -> change.apply(flag));
        return this;
    }

    private Flags add(
            String name,
            String kind,
            String defaultText,
            String help,
            Object defaultValue,
            Function<String, Object> parser) {
        if (BUILT_IN.contains(name) || declared.containsKey(name)) {
            throw new IllegalStateException("the flag " + name + " is declared twice");
        }
        declared.put(
                name, new DeclaredFlag(name, kind, defaultText, help, defaultValue, parser, name, null, true, false));
        last = name;
        return this;
    }

    /**
     * Reads a command line, and the file that it names.
     *
     * @throws BadFlagsException see {@link #parse(List, Map)}
     */
    public FlagValues parse(List<String> arguments) {
        return parse(arguments, Map.of());
    }

    /**
     * Reads a command line, the file that it names, and the environment. With {@code --help} or {@code --version}
     * nothing is judged.
     *
     * @throws BadFlagsException unknown flags and keys, stray words, values that are none or out of range: all of them,
     *     also where a stronger source names the same setting
     */
    public FlagValues parse(List<String> arguments, Map<String, String> environment) {
        Resolution resolution = new Resolution(declared, otherNames);
        CommandLine line = new CommandLine(command, declared, otherNames, resolution);
        line.read(arguments);
        if (declared.containsKey(CONFIG_PATH)) {
            resolution.takeFile();
        }
        resolution.takeEnvironment(environment);
        FlagValues values = resolution.values(line.helpRequested(), line.versionRequested());
        checks.forEach(check -> resolution.faults.addAll(check.apply(values)));
        if (!values.helpRequested() && !values.versionRequested() && !resolution.faults.isEmpty()) {
            throw new BadFlagsException(resolution.faults);
        }
        return values;
    }

    /** What {@code --help} prints: every flag with its kind, default and meaning. */
    public String help() {
        StringBuilder text = new StringBuilder();
        text.append(command).append(": ").append(purpose).append("\n\nFlags:\n");
        declared.values().stream()
                .filter(flag -> flag.hasFlag() && !flag.hidden())
                .forEach(flag -> describe(text, "--" + flag.name(), flag));
        text.append("  --flagfile (file)\n      Read flags from a file, one per line.\n");
        text.append("  --help\n      Print this text and exit.\n");
        text.append("  --version\n      Print the version and exit.\n");
        if (declared.values().stream().anyMatch(flag -> !flag.hasFlag())) {
            text.append("\nEnvironment:\n");
            declared.values().stream()
                    .filter(flag -> !flag.hasFlag())
                    .forEach(flag -> describe(text, flag.name(), flag));
        }
        return text.toString();
    }

    private static void describe(StringBuilder text, String name, DeclaredFlag flag) {
        text.append("  ")
                .append(name)
                .append(" (")
                .append(flag.kind())
                .append(", default ")
                .append(flag.defaultText())
                .append(")\n      ")
                .append(flag.help())
                .append('\n');
    }

    /** The names of all declared settings, in the order of declaration. */
    public List<String> names() {
        return List.copyOf(declared.keySet());
    }

    /** The command that declares them. */
    public String command() {
        return command;
    }

    /** All declared settings but the hidden ones, in the order of declaration. */
    public List<Setting> settings() {
        boolean hasFile = declared.containsKey(CONFIG_PATH);
        return declared.values().stream()
                .filter(flag -> !flag.hidden())
                .map(flag -> new Setting(
                        flag.name(),
                        flag.hasFlag() ? Optional.of(flag.name()) : Optional.empty(),
                        hasFile ? Optional.ofNullable(flag.key()) : Optional.empty(),
                        Optional.ofNullable(flag.variable()),
                        flag.kind(),
                        flag.defaultText(),
                        flag.help()))
                .toList();
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
            case "true", "t", "yes", "y", "1", "on" -> true;
            case "false", "f", "no", "n", "0", "off" -> false;
            default -> throw new IllegalArgumentException("must be true or false");
        };
    }
}
