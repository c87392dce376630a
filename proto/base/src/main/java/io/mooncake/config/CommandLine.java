package io.mooncake.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the words of a command line, and the flag files that it names where it names them: the last of several wins.
 *
 * <p>A flag file has a flag per line; lines that start with {@code #} and empty ones mean nothing. A line of other
 * words names commands, with {@code *} and {@code ?}: what follows is for these only.
 *
 * <p>Thread safety: one thread, one command line.
 */
final class CommandLine {
    static final String HELP = "help";
    static final String VERSION = "version";
    static final String FLAG_FILE = "flagfile";

    private final String command;
    private final Map<String, DeclaredFlag> declared;
    private final Map<String, String> otherNames;
    private final Resolution resolution;
    private final List<FlagFault> faults;
    private final Deque<Path> openFiles = new ArrayDeque<>();
    private boolean help;
    private boolean version;

    CommandLine(
            String command, Map<String, DeclaredFlag> declared, Map<String, String> otherNames, Resolution resolution) {
        this.command = command;
        this.declared = declared;
        this.otherNames = otherNames;
        this.resolution = resolution;
        this.faults = resolution.faults;
    }

    boolean helpRequested() {
        return help;
    }

    boolean versionRequested() {
        return version;
    }

    void read(List<String> arguments) {
        read(arguments, Origin.COMMAND_LINE);
    }

    private void read(List<String> arguments, Origin origin) {
        int next = 0;
        while (next < arguments.size()) {
            next = readOne(arguments, next, origin);
        }
    }

    /** Reads the argument at {@code index} and its value; returns the index of the next. */
    private int readOne(List<String> arguments, int index, Origin origin) {
        String argument = arguments.get(index);
        String bare = argument.substring(argument.startsWith("--") ? 2 : Math.min(1, argument.length()));
        if (!argument.startsWith("-") || bare.isEmpty() || bare.startsWith("-")) {
            faults.add(new FlagFault(origin, argument, "", "is no flag, expected --name=value"));
            return index + 1;
        }
        int equals = bare.indexOf('=');
        String written = (equals < 0 ? bare : bare.substring(0, equals)).replace('-', '_');
        String name = otherNames.getOrDefault(written, written);
        @Nullable String value = equals < 0 ? null : bare.substring(equals + 1);
        if (value == null && (name.equals(HELP) || name.equals(VERSION))) {
            help |= name.equals(HELP);
            version |= name.equals(VERSION);
            return index + 1;
        }
        DeclaredFlag flag = declared.get(name);
        boolean known = name.equals(FLAG_FILE) || (flag != null && flag.hasFlag());
        if (value == null && !known && isNegated(name)) {
            assign(name.substring(2), "false", origin);
            return index + 1;
        }
        if (!known) {
            faults.add(new FlagFault(origin, name, value == null ? "" : value, "unknown flag, see --help"));
            return index + 1;
        }
        if (value != null) {
            assign(name, value, origin);
            return index + 1;
        }
        if (flag != null && flag.isBoolean()) {
            assign(name, "true", origin);
            return index + 1;
        }
        if (index + 1 == arguments.size()) {
            String kind = flag == null ? "file" : flag.kind();
            faults.add(new FlagFault(origin, name, "", "needs a value (" + kind + ")"));
            return index + 1;
        }
        assign(name, arguments.get(index + 1), origin);
        return index + 2;
    }

    private boolean isNegated(String name) {
        if (!name.startsWith("no")) {
            return false;
        }
        DeclaredFlag flag = declared.get(name.substring(2));
        return flag != null && flag.hasFlag() && flag.isBoolean();
    }

    private void assign(String name, String text, Origin origin) {
        if (name.equals(FLAG_FILE)) {
            for (String path : text.split(",", -1)) {
                readFile(path, origin);
            }
            return;
        }
        resolution.take(new Assignment(name, name, text, origin));
    }

    private void readFile(String text, Origin origin) {
        List<String> lines;
        Path path = Path.of(text);
        try {
            path = path.toRealPath();
            if (openFiles.contains(path)) {
                faults.add(new FlagFault(origin, FLAG_FILE, text, "names itself"));
                return;
            }
            lines = Files.readAllLines(path);
        } catch (IOException e) {
            faults.add(new FlagFault(origin, FLAG_FILE, text, "cannot be read (" + e + ")"));
            return;
        }
        openFiles.push(path);
        boolean forThisCommand = true;
        boolean afterFlags = true;
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith("-")) {
                forThisCommand = (!afterFlags && forThisCommand) || names(line);
                afterFlags = false;
                continue;
            }
            afterFlags = true;
            if (forThisCommand) {
                read(List.of(line), new Origin(Origin.Kind.FLAG, text + ":" + number));
            }
        }
        openFiles.pop();
    }

    private boolean names(String line) {
        return Stream.of(line.split("\\s+", -1))
                .anyMatch(word -> Pattern.matches(
                        Pattern.quote(word).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"), command));
    }
}
