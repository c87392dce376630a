package io.mooncake.config;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A setting with its parser.
 *
 * @param parser turns a text into a value, or throws {@link IllegalArgumentException} that says what was expected
 * @param key its key in a file; {@code null}: none
 * @param variable its variable of the environment; {@code null}: none
 * @param hasFlag whether it can be set on the command line
 * @param hidden whether help and reference leave it out
 */
record DeclaredFlag(
        String name,
        String kind,
        String defaultText,
        String help,
        Object defaultValue,
        Function<String, Object> parser,
        @Nullable String key,
        @Nullable String variable,
        boolean hasFlag,
        boolean hidden) {

    boolean isBoolean() {
        return defaultValue instanceof Boolean;
    }

    DeclaredFlag withKey(@Nullable String newKey) {
        return new DeclaredFlag(name, kind, defaultText, help, defaultValue, parser, newKey, variable, hasFlag, hidden);
    }

    DeclaredFlag withVariable(String newVariable, boolean andFlag) {
        return new DeclaredFlag(name, kind, defaultText, help, defaultValue, parser, key, newVariable, andFlag, hidden);
    }

    DeclaredFlag hide() {
        return new DeclaredFlag(name, kind, defaultText, help, defaultValue, parser, null, variable, hasFlag, true);
    }
}
