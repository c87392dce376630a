package io.mooncake.bench.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Finds what switches a check or a test off, and whether its line says why. */
final class SuppressionScan {

    // Put together here, so that this file holds none of them.
    private static final Pattern SUPPRESSION = Pattern.compile("@" + "SuppressWarnings|@" + "NullUnmarked|@"
            + "Disabled|@" + "EnabledIf|@" + "EnabledOn|@" + "Ignore\\b|assume"
            + "(True|False|That|ingThat)\\(|Assumptions"
            + "\\.|cast" + "ToNonNull\\(|spotless:" + "off|CHECKSTYLE:" + "OFF");
    private static final Pattern REASON =
            Pattern.compile("//\\s*\\S+(\\s+\\S+){2,}|(Disabled|EnabledIf\\w*|EnabledOn\\w*)\\(.*\"\\w+ \\w+.*\"");

    private SuppressionScan() {}

    /** One place. */
    record Suppression(String file, int line, String text, boolean hasReason) {}

    static List<Suppression> scan(String file, List<String> lines) {
        List<Suppression> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (SUPPRESSION.matcher(line).find() && !line.startsWith("import ")) {
                found.add(new Suppression(
                        file, i + 1, line.strip(), REASON.matcher(line).find()));
            }
        }
        return found;
    }
}
