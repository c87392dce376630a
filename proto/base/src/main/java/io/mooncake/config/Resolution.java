package io.mooncake.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects the values of the sources, the strongest source first: what it names, no later one changes.
 *
 * <p>Thread safety: one thread.
 */
final class Resolution {
    final List<FlagFault> faults = new ArrayList<>();

    private final Map<String, DeclaredFlag> declared;
    private final Map<String, String> otherNames;
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Origin> origins = new HashMap<>();
    private final Set<String> settled = new HashSet<>();

    Resolution(Map<String, DeclaredFlag> declared, Map<String, String> otherNames) {
        this.declared = declared;
        this.otherNames = otherNames;
    }

    /** The next source is weaker: what was set so far stays. */
    private void nextSource() {
        settled.addAll(values.keySet());
    }

    /** Takes what the current source assigns to a declared setting; the last of several counts. */
    void take(Assignment assignment) {
        DeclaredFlag flag = declared.get(assignment.name());
        if (flag == null) {
            throw new IllegalStateException("no setting is named " + assignment.name());
        }
        try {
            Object value = flag.parser().apply(assignment.text());
            if (!settled.contains(flag.name())) {
                values.put(flag.name(), value);
                origins.put(flag.name(), assignment.origin());
            }
        } catch (IllegalArgumentException e) {
            faults.add(new FlagFault(
                    assignment.origin(), assignment.written(), assignment.text(), String.valueOf(e.getMessage())));
        }
    }

    /** Takes the keys of the file that was named, if any. */
    void takeFile() {
        String path = values.get(Flags.CONFIG_PATH) instanceof String text ? text : "";
        if (path.isEmpty()) {
            return;
        }
        nextSource();
        Map<String, String> nameOfKey = new HashMap<>(otherNames);
        declared.values().forEach(flag -> {
            if (flag.key() != null) {
                nameOfKey.put(flag.key(), flag.name());
            }
        });
        Origin named = origins.getOrDefault(Flags.CONFIG_PATH, Origin.COMMAND_LINE);
        for (Assignment assignment : ConfigFile.read(path, named, faults)) {
            String name = nameOfKey.get(assignment.written());
            if (name == null) {
                faults.add(new FlagFault(
                        assignment.origin(), assignment.written(), assignment.text(), "unknown key of this build"));
            } else {
                take(new Assignment(name, assignment.written(), assignment.text(), assignment.origin()));
            }
        }
    }

    /** Takes the variables that settings name; an empty one counts as not there. */
    void takeEnvironment(Map<String, String> environment) {
        nextSource();
        for (DeclaredFlag flag : declared.values()) {
            String variable = flag.variable();
            String text = variable == null ? null : environment.get(variable);
            if (variable != null && text != null && !text.isEmpty()) {
                take(new Assignment(flag.name(), variable, text, Origin.variable(variable)));
            }
        }
    }

    FlagValues values(boolean help, boolean version) {
        Map<String, Object> all = new LinkedHashMap<>();
        declared.forEach((name, flag) -> all.put(name, values.getOrDefault(name, flag.defaultValue())));
        return new FlagValues(all, origins, help, version);
    }
}
