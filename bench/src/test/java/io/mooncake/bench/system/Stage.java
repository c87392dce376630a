package io.mooncake.bench.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.trace.TraceRequest;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One cluster of packaged processes, and the tools that tests use on it; a test that fails shows what they said. */
final class Stage implements AutoCloseable {

    static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    static final long BLOCK_BYTES = 16 << 10;
    private static final Duration REPLAY_LIMIT = Duration.ofMinutes(3);

    private final Launcher launcher = Launcher.in(ROOT);
    private final LocalCluster cluster = new LocalCluster(launcher);
    private final List<StoreProcess> tools = new ArrayList<>();
    private final Path folder;

    private Stage(Path folder) {
        this.folder = folder;
    }

    /** What a test does on a stage. */
    interface Play {
        void on(Stage stage) throws Exception;
    }

    /** Runs a test on a stage of its own. */
    static void run(Path folder, Play play) throws Exception {
        try (Stage stage = new Stage(folder)) {
            try {
                play.on(stage);
            } catch (Exception | AssertionError fault) {
                fault.addSuppressed(new IllegalStateException("what the processes said:\n" + stage.tails()));
                throw fault;
            }
        }
    }

    private String tails() {
        StringBuilder text = new StringBuilder(cluster.tails());
        tools.forEach(
                tool -> text.append("--- ").append(tool.name()).append('\n').append(tool.tail()));
        return text.toString();
    }

    LocalCluster cluster() {
        return cluster;
    }

    Launcher launcher() {
        return launcher;
    }

    MasterProbe probe() {
        return new MasterProbe(cluster.adminAddress());
    }

    /** A client in this process that lends nothing. */
    MooncakeClient connect() {
        return MooncakeClient.connect(config().build());
    }

    ClientConfig.Builder config() {
        return ClientConfig.builder("127.0.0.1", cluster.masterAddress());
    }

    Path writeTrace(List<TraceRequest> requests) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        List<String> lines = new ArrayList<>();
        for (TraceRequest request : requests) {
            ObjectNode line = mapper.createObjectNode();
            line.put("timestamp", lines.size()).put("input_length", 1).put("output_length", 1);
            ArrayNode ids = line.putArray("hash_ids");
            request.hashIds().forEach(ids::add);
            lines.add(mapper.writeValueAsString(line));
        }
        return Files.write(folder.resolve("trace-" + UUID.randomUUID() + ".jsonl"), lines);
    }

    /** Starts a replay of a trace as a process of its own. */
    Replaying replay(Path trace, String... flags) throws IOException {
        return replay(launcher, trace, flags);
    }

    Replaying replay(Launcher through, Path trace, String... flags) throws IOException {
        List<String> all = new ArrayList<>(List.of("--master", cluster.masterAddress(), "--trace", trace.toString()));
        all.addAll(List.of(flags));
        return tool(through, all);
    }

    /** Starts a process that reads and verifies every key that the master lists. */
    Replaying verifyAll() throws IOException {
        return tool(
                launcher,
                List.of("--master", cluster.masterAddress(), "--admin", cluster.adminAddress(), "--verify_all"));
    }

    private Replaying tool(Launcher through, List<String> flags) throws IOException {
        Path json = folder.resolve("figures-" + UUID.randomUUID() + ".json");
        List<String> all = new ArrayList<>(flags);
        all.add("--json=" + json);
        StoreProcess process = StoreProcess.start(through, "replay", "replay", all);
        tools.add(process);
        return new Replaying(process, json);
    }

    /** A replay that runs. */
    record Replaying(StoreProcess process, Path json) {

        /** Its figures after it ended with this status. */
        JsonNode await(int status) throws IOException, InterruptedException {
            int ended = process.awaitExit(REPLAY_LIMIT);
            if (ended != status) {
                throw new AssertionError("the replay ended with status " + ended + ":\n" + process.tail());
            }
            return new ObjectMapper().readTree(json.toFile());
        }
    }

    @Override
    public void close() {
        tools.forEach(StoreProcess::close);
        cluster.close();
    }
}
