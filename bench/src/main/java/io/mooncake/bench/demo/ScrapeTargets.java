package io.mooncake.bench.demo;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * The addresses that Prometheus scrapes, as the files that {@code docker/prometheus.yml} discovers them in.
 *
 * @param masters host:port of the admin side of each master
 * @param clients host:port of the metrics of each client
 */
record ScrapeTargets(List<String> masters, List<String> clients) {

    /** Both lists are copied. */
    ScrapeTargets {
        masters = List.copyOf(masters);
        clients = List.copyOf(clients);
    }

    /** Writes {@code master.yml} and {@code client.yml}, each whole or not at all; makes the folder. */
    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(folder, "master.yml", masters);
        write(folder, "client.yml", clients);
    }

    private static void write(Path folder, String name, List<String> targets) throws IOException {
        Path whole = Files.createTempFile(folder, ".", ".tmp");
        Files.write(whole, new YAMLMapper().writeValueAsBytes(List.of(Map.of("targets", targets))));
        Files.move(whole, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
