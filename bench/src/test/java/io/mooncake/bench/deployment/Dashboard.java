package io.mooncake.bench.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A Grafana dashboard: its panels and the variables in their queries.
 *
 * @param panels those that show something, in order
 * @param variables those that are a query of label values
 */
record Dashboard(List<Panel> panels, List<Variable> variables) {

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), *(\\w+)\\)");
    private static final Pattern LEFT_OVER = Pattern.compile("\\$\\w+|\\$\\{");

    /** One panel. */
    record Panel(String title, String description, String unit, List<String> queries) {}

    /** The values of a label of a metric, under a name. */
    record Variable(String name, String metric, String label) {}

    static Dashboard read(Path file) throws IOException {
        JsonNode root = new ObjectMapper().readTree(file.toFile());
        List<Panel> panels = new ArrayList<>();
        for (JsonNode panel : root.path("panels")) {
            if (!panel.path("type").asText().equals("row")) {
                panels.add(panel(panel));
            }
        }
        List<Variable> variables = new ArrayList<>();
        for (JsonNode variable : root.path("templating").path("list")) {
            if (variable.path("type").asText().equals("query")) {
                variables.add(variable(variable));
            }
        }
        return new Dashboard(panels, variables);
    }

    private static Panel panel(JsonNode panel) {
        List<String> queries = new ArrayList<>();
        panel.path("targets").forEach(target -> queries.add(target.path("expr").asText()));
        return new Panel(
                panel.path("title").asText(),
                panel.path("description").asText(),
                panel.path("fieldConfig").path("defaults").path("unit").asText(),
                queries);
    }

    private static Variable variable(JsonNode variable) {
        String query = variable.path("query").path("query").asText();
        Matcher matcher = LABEL_VALUES.matcher(query);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a query of label values: " + query);
        }
        return new Variable(variable.path("name").asText(), matcher.group(1), matcher.group(2));
    }

    /** A query with the values of its variables in their place: several as alternatives, as Grafana writes them. */
    static String substitute(String query, Map<String, List<String>> values) {
        String text = query;
        for (Map.Entry<String, List<String>> value : values.entrySet()) {
            String alternatives = value.getValue().stream()
                    .map(word -> word.replace(".", "\\\\."))
                    .collect(Collectors.joining("|"));
            text = text.replaceAll("\\$" + value.getKey() + "\\b", Matcher.quoteReplacement(alternatives));
        }
        if (LEFT_OVER.matcher(text).find()) {
            throw new IllegalArgumentException("a variable without value in " + text);
        }
        return text;
    }
}
