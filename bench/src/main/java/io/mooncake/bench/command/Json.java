package io.mooncake.bench.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one writer of JSON: maps, lists, texts and numbers, in the order they were put in. */
public final class Json {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    /** The text, without a line end. */
    public static String text(Object value) {
        try {
            return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts and numbers became no JSON", e);
        }
    }

    /** Writes the text to the file that a flag names; an empty name writes nothing. */
    public static void write(String file, Object value) throws IOException {
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), text(value) + System.lineSeparator());
        }
    }
}
