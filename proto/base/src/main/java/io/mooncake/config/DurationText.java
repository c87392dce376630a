package io.mooncake.config;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations: a whole number and optionally {@code ms}, {@code s}, {@code m}, {@code h}; else milliseconds. */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile("([0-9]+)(ms|s|m|h|)");

    private DurationText() {}

    /**
     * The duration.
     *
     * @throws IllegalArgumentException the text is no duration, or too large; the message says
     *     what was expected
     */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a whole number with ms, s, m, h or nothing for milliseconds");
        }
        long millisPerUnit = millisPerUnit(matcher.group(2));
        try {
            return Duration.ofMillis(Math.multiplyExact(Long.parseLong(matcher.group(1)), millisPerUnit));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("at most " + Long.MAX_VALUE + " ms", e);
        }
    }

    private static long millisPerUnit(String unit) {
        return switch (unit) {
            case "s" -> 1_000;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            default -> 1;
        };
    }
}
