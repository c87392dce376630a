package io.mooncake.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the keys of a YAML or JSON file; the ending of its name decides. Keys of nested maps are joined with dots.
 *
 * <p>Thread safety: one thread, one file.
 */
final class ConfigFile {
    private final String path;
    private final List<FlagFault> faults;
    private final List<Assignment> assignments = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();

    private ConfigFile(String path, List<FlagFault> faults) {
        this.path = path;
        this.faults = faults;
    }

    /** What the file says, as far as it can be read; the rest is among the faults. */
    static List<Assignment> read(String path, Origin named, List<FlagFault> faults) {
        ConfigFile file = new ConfigFile(path, faults);
        JsonFactory factory = factory(path);
        if (factory == null) {
            faults.add(new FlagFault(named, Flags.CONFIG_PATH, path, "must end in .yaml, .yml or .json"));
            return List.of();
        }
        try (JsonParser parser = factory.createParser(Path.of(path).toFile())) {
            file.readRoot(parser);
        } catch (JacksonException e) {
            String message = e.getOriginalMessage();
            int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
            file.fault(
                    line,
                    "",
                    "",
                    "cannot be understood: " + message.lines().findFirst().orElse(""));
        } catch (IOException e) {
            faults.add(new FlagFault(named, Flags.CONFIG_PATH, path, "cannot be read (" + e + ")"));
        }
        return file.assignments;
    }

    private static @Nullable JsonFactory factory(String path) {
        String name = path.toLowerCase(Locale.ROOT);
        if (name.endsWith(".json")) {
            return new JsonFactory();
        }
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return new YAMLFactory().disable(YAMLParser.Feature.EMPTY_STRING_AS_NULL);
        }
        return null;
    }

    private void readRoot(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return;
        }
        if (first != JsonToken.START_OBJECT) {
            fault(line(parser), "", "", "must hold keys and values");
            return;
        }
        readMap(parser, "");
        if (parser.nextToken() != null) {
            fault(line(parser), "", "", "holds more than one document");
        }
    }

    private void readMap(JsonParser parser, String prefix) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = prefix + parser.currentName();
            int line = line(parser);
            JsonToken value = parser.nextToken();
            if (value == JsonToken.START_OBJECT) {
                readMap(parser, key + ".");
            } else if (value == JsonToken.START_ARRAY) {
                fault(line, key, "", "must be one value, is a list");
                parser.skipChildren();
            } else if (value == JsonToken.VALUE_NULL) {
                fault(line, key, "", "has no value");
            } else if (parser instanceof YAMLParser yaml && yaml.isCurrentAlias()) {
                fault(line, key, "*" + parser.getText(), "must be a value, is a reference to another");
            } else if (!keys.add(key)) {
                fault(line, key, parser.getText(), "is there twice");
            } else {
                assignments.add(new Assignment(key, key, parser.getText(), origin(line)));
            }
        }
    }

    private static int line(JsonParser parser) {
        return parser.currentTokenLocation().getLineNr();
    }

    private Origin origin(int line) {
        return new Origin(Origin.Kind.FILE, path + ":" + line);
    }

    private void fault(int line, String key, String value, String expected) {
        faults.add(new FlagFault(origin(line), key, value, expected));
    }
}
