package io.mooncake.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows as a table for people and as JSON for machines. */
final class RowTable {

    private RowTable() {}

    static List<Map<String, @Nullable Object>> toMaps(List<Row> rows) {
        return rows.stream().map(Row::toMap).toList();
    }

    static String toText(List<Row> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(List.of("case", "metric", "ours", "peer", "ratio", "note"));
        for (Row row : rows) {
            String peer = row.peer() == null ? "" : number(row.peer()) + " " + row.peerName();
            lines.add(List.of(row.caseName(), row.metric(), number(row.ours()), peer, number(row.ratio()), row.note()));
        }
        int[] widths = new int[lines.getFirst().size()];
        for (List<String> line : lines) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            StringBuilder padded = new StringBuilder();
            for (int column = 0; column < widths.length; column++) {
                padded.append(line.get(column))
                        .repeat(' ', widths[column] - line.get(column).length() + 2);
            }
            text.append(padded.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }

    /** Four digits where that is enough, whole numbers from 1,000 on. */
    private static String number(@Nullable Double value) {
        if (value == null) {
            return "";
        }
        double size = Math.abs(value);
        String format = size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, format, value);
    }
}
