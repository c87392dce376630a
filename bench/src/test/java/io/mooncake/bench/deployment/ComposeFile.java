package io.mooncake.bench.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * A compose file, as far as the shipped one goes. What it holds beyond that is refused, so that nothing is overlooked.
 *
 * @param services by name, in the order of the file
 */
record ComposeFile(Map<String, Service> services) {

    private static final List<String> KNOWN = List.of(
            "image",
            "build",
            "restart",
            "stop_grace_period",
            "command",
            "ports",
            "healthcheck",
            "depends_on",
            "volumes",
            "environment");

    /**
     * One service.
     *
     * @param dockerfile file that its image is built from, empty for an image of others
     * @param ports host:container
     * @param healthCheck words of the check, without its kind
     * @param dependsOn conditions by the service that has to fulfil them
     */
    record Service(
            String name,
            String image,
            String dockerfile,
            List<String> command,
            List<String> ports,
            List<String> healthCheck,
            Map<String, String> dependsOn,
            List<Mount> mounts) {}

    /** A file or folder of this machine in a container. */
    record Mount(Path source, String target) {}

    /** Reads a file; mounts are relative to its folder. YAML's anchors and merges are resolved. */
    static ComposeFile read(Path file) throws IOException {
        Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        JsonNode root = new ObjectMapper().valueToTree(tree);
        Map<String, Service> services = new LinkedHashMap<>();
        root.path("services")
                .properties()
                .forEach(entry -> services.put(entry.getKey(), service(file, entry.getKey(), entry.getValue())));
        return new ComposeFile(services);
    }

    /** The service of this name, which has to be there. */
    Service service(String name) {
        @Nullable Service service = services.get(name);
        if (service == null) {
            throw new IllegalArgumentException("no service " + name);
        }
        return service;
    }

    private static Service service(Path file, String name, JsonNode node) {
        node.fieldNames().forEachRemaining(key -> {
            if (!KNOWN.contains(key)) {
                throw new IllegalArgumentException("service " + name + " has an unknown key " + key);
            }
        });
        List<String> check = words(node.path("healthcheck").path("test"));
        if (!check.isEmpty() && !check.getFirst().equals("CMD")) {
            throw new IllegalArgumentException("the health check of " + name + " needs a shell: " + check);
        }
        Map<String, String> dependsOn = new LinkedHashMap<>();
        node.path("depends_on")
                .properties()
                .forEach(entry -> dependsOn.put(
                        entry.getKey(), entry.getValue().path("condition").asText()));
        List<Mount> mounts = new ArrayList<>();
        for (String volume : words(node.path("volumes"))) {
            String[] parts = volume.split(":", -1);
            mounts.add(new Mount(file.resolveSibling(parts[0]).normalize(), parts[1]));
        }
        return new Service(
                name,
                node.path("image").asText(),
                node.path("build").path("dockerfile").asText(),
                words(node.path("command")),
                words(node.path("ports")),
                check.isEmpty() ? check : check.subList(1, check.size()),
                dependsOn,
                mounts);
    }

    private static List<String> words(JsonNode array) {
        List<String> words = new ArrayList<>();
        array.forEach(word -> words.add(word.asText()));
        return words;
    }
}
