package io.mooncake.bench.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a trace: one JSON object per line with {@code timestamp} (ms), {@code input_length}, {@code output_length}
 * (tokens) and {@code hash_ids}. Only {@code hash_ids} is used; empty lines are skipped.
 *
 * <p>Errors: {@link TraceFormatException} for the first line that is no request.
 */
public final class TraceReader {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TraceReader() {}

    /**
     * The first requests of a file.
     *
     * @param mostRequests how many at most
     */
    public static List<TraceRequest> read(Path file, long mostRequests) throws IOException {
        List<TraceRequest> requests = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            long lineNumber = 0;
            String line = reader.readLine();
            while (line != null && requests.size() < mostRequests) {
                lineNumber++;
                if (!line.isBlank()) {
                    requests.add(parse(file, lineNumber, line));
                }
                line = reader.readLine();
            }
        }
        return requests;
    }

    private static TraceRequest parse(Path file, long lineNumber, String line) {
        @Nullable JsonNode ids = tree(file, lineNumber, line).get("hash_ids");
        if (ids == null || !ids.isArray()) {
            throw new TraceFormatException(file, lineNumber, "has no array hash_ids");
        }
        List<Long> hashIds = new ArrayList<>(ids.size());
        for (JsonNode id : ids) {
            if (!id.isIntegralNumber() || !id.canConvertToLong()) {
                throw new TraceFormatException(file, lineNumber, "hash_ids holds " + id + ", which is no whole number");
            }
            hashIds.add(id.longValue());
        }
        return new TraceRequest(hashIds);
    }

    private static JsonNode tree(Path file, long lineNumber, String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException e) {
            throw new TraceFormatException(file, lineNumber, "is no JSON: " + e.getOriginalMessage());
        }
    }
}
