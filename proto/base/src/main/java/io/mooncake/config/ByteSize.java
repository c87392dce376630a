package io.mooncake.config;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads sizes in bytes: plain numbers, or with a unit of 1024-powers like {@code 4 GB} or {@code 512MiB}. */
public final class ByteSize {
    private static final Pattern TEXT = Pattern.compile("([0-9]+)(?:\\.([0-9]{1,6}))?\\s*([a-z]*)");

    /** Units of the C++ store are powers of 1024 whether or not they are written with an i. */
    private static final Map<String, Integer> SHIFTS = Map.ofEntries(
            Map.entry("", 0),
            Map.entry("b", 0),
            Map.entry("k", 10),
            Map.entry("kb", 10),
            Map.entry("kib", 10),
            Map.entry("m", 20),
            Map.entry("mb", 20),
            Map.entry("mib", 20),
            Map.entry("g", 30),
            Map.entry("gb", 30),
            Map.entry("gib", 30),
            Map.entry("t", 40),
            Map.entry("tb", 40),
            Map.entry("tib", 40));

    private ByteSize() {}

    /**
     * The size in bytes.
     *
     * @throws IllegalArgumentException the text is no size, or more than {@link Long#MAX_VALUE}; the message says what
     *     was expected
     */
    public static long parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        Integer shift = matcher.matches() ? SHIFTS.get(matcher.group(3)) : null;
        if (shift == null) {
            throw new IllegalArgumentException("expected bytes, like 1073741824, 512MB or 4 GB");
        }
        try {
            long whole = Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift);
            return Math.addExact(whole, fraction(matcher.group(2), shift));
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("at most " + Long.MAX_VALUE + " bytes", e);
        }
    }

    private static long fraction(@Nullable String digits, int shift) {
        if (digits == null) {
            return 0;
        }
        long denominator = 1;
        for (int i = 0; i < digits.length(); i++) {
            denominator *= 10;
        }
        return Long.parseLong(digits) * (1L << shift) / denominator;
    }

    /** The size for people, in the largest unit that divides it: {@code 4 GB}, {@code 1000 B}. */
    public static String format(long bytes) {
        String[] units = {"B", "KB", "MB", "GB", "TB"};
        long value = bytes;
        int unit = 0;
        while (unit < units.length - 1 && value != 0 && value % 1024 == 0) {
            value /= 1024;
            unit++;
        }
        return value + " " + units[unit];
    }
}
