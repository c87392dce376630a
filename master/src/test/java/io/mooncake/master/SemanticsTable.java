package io.mooncake.master;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The tables of docs/SEMANTICS.md whose first column is headed "Operation": one cell per operation and state. */
final class SemanticsTable {

    /**
     * One cell.
     *
     * @param outcome what the operation answers
     * @param effect what a read finds afterwards
     */
    record Cell(String operation, String state, String outcome, String effect) {
        @Override
        public String toString() {
            return operation + " / " + state;
        }
    }

    private SemanticsTable() {}

    static List<Cell> read(Path document) throws IOException {
        List<Cell> cells = new ArrayList<>();
        List<String> states = List.of();
        for (String line : Files.readAllLines(document)) {
            List<String> columns = columns(line);
            if (columns.size() < 2 || columns.getFirst().startsWith("---")) {
                states = columns.isEmpty() ? List.of() : states;
            } else if (columns.getFirst().equals("Operation")) {
                states = columns.subList(1, columns.size());
            } else if (!states.isEmpty()) {
                addRow(cells, states, columns);
            }
        }
        return cells;
    }

    private static void addRow(List<Cell> cells, List<String> states, List<String> columns) {
        if (columns.size() != states.size() + 1) {
            throw new IllegalArgumentException(
                    "the row of " + columns.getFirst() + " has " + columns.size() + " cells");
        }
        for (int i = 0; i < states.size(); i++) {
            String[] parts = columns.get(i + 1).split(" → ", -1);
            if (parts.length != 2) {
                throw new IllegalArgumentException("no 'outcome → effect': " + columns.get(i + 1));
            }
            cells.add(new Cell(columns.getFirst(), states.get(i), parts[0].replace("`", ""), parts[1]));
        }
    }

    private static List<String> columns(String line) {
        if (!line.startsWith("|")) {
            return List.of();
        }
        return Stream.of(line.substring(1, line.length() - 1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }
}
