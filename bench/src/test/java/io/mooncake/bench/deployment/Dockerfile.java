package io.mooncake.bench.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The instructions of a Dockerfile with two stages, one that builds and one that runs.
 *
 * @param build of the first stage
 * @param run of the second stage
 */
record Dockerfile(List<Instruction> build, List<Instruction> run) {

    /** One line: FROM, COPY and the like, and what it says. */
    record Instruction(String name, String text) {

        /** What it says, as words of the exec form. */
        List<String> words() {
            try {
                return List.of(new ObjectMapper().readValue(text, String[].class));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(name + " is not in the exec form: " + text, e);
            }
        }
    }

    static Dockerfile read(Path file) throws IOException {
        List<List<Instruction>> stages = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] parts = line.split(" ", 2);
                if (parts[0].equals("FROM")) {
                    stages.add(new ArrayList<>());
                }
                stages.getLast().add(new Instruction(parts[0], parts[1].strip()));
            }
        }
        if (stages.size() != 2) {
            throw new IllegalArgumentException(file + " has " + stages.size() + " stages, not 2");
        }
        return new Dockerfile(stages.get(0), stages.get(1));
    }

    /** What the only instruction of this name in the stage that runs says. */
    Instruction only(String name) {
        List<Instruction> found = all(run, name);
        if (found.size() != 1) {
            throw new IllegalArgumentException(name + " is there " + found.size() + " times");
        }
        return found.getFirst();
    }

    static List<Instruction> all(List<Instruction> stage, String name) {
        return stage.stream()
                .filter(instruction -> instruction.name().equals(name))
                .toList();
    }
}
