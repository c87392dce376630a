package io.mooncake.master.service;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.mooncake.error.ErrorCode;
import io.mooncake.master.core.Failure;
import io.mooncake.master.core.ObjectKey;
import java.util.ArrayList;
import java.util.List;

/**
 * A regular expression that is searched for in keys; it need not match the whole key. The engine's time grows with the
 * product of key length and program size, and both are bounded: no pattern can take for ever.
 *
 * <p>Thread safety: immutable.
 */
final class KeyPattern {
    private static final int MAX_LENGTH = 1024;
    private static final int MAX_PROGRAM_SIZE = 10_000;

    private final Pattern pattern;

    private KeyPattern(Pattern pattern) {
        this.pattern = pattern;
    }

    /** What became of a text that should be a pattern. */
    sealed interface Parsed {
        /** It is one. */
        record Valid(KeyPattern pattern) implements Parsed {}

        /** It is none. */
        record Invalid(Failure failure) implements Parsed {}
    }

    /** Compiles; syntax is that of RE2. */
    static Parsed parse(String regex) {
        if (regex.isEmpty() || regex.length() > MAX_LENGTH) {
            return invalid("must have 1 to " + MAX_LENGTH + " characters, has " + regex.length());
        }
        Pattern pattern;
        try {
            pattern = Pattern.compile(regex);
        } catch (PatternSyntaxException fault) {
            return invalid("is no RE2 expression: " + fault.getDescription() + " at '" + fault.getPattern() + "'");
        }
        return pattern.programSize() > MAX_PROGRAM_SIZE
                ? invalid("compiles to " + pattern.programSize() + " steps, must be at most " + MAX_PROGRAM_SIZE)
                : new Parsed.Valid(new KeyPattern(pattern));
    }

    private static Parsed invalid(String why) {
        return new Parsed.Invalid(new Failure(ErrorCode.INVALID_PARAMS, "key_regex " + why));
    }

    /** The keys in which it is found, in their order. */
    List<ObjectKey> among(List<ObjectKey> keys) {
        List<ObjectKey> found = new ArrayList<>();
        for (ObjectKey key : keys) {
            if (pattern.matcher(key.toString()).find()) {
                found.add(key);
            }
        }
        return found;
    }
}
