package io.mooncake.bench.interop;

import io.mooncake.bench.cluster.Launcher;
import io.mooncake.bench.cluster.StoreProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A transfer engine in a process of its own that obeys the test: ours or the released C++ one. */
final class EnginePeer implements AutoCloseable {

    /** Who plays. */
    enum Language {
        JAVA,
        CPP
    }

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final Pattern READY = Pattern.compile("^> ready (\\S+) (\\d+) (\\d+)$");
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final StoreProcess process;
    private final Language language;
    private final boolean oldFraming;
    private final String name;
    private final long base;
    private int orders;

    private EnginePeer(StoreProcess process, Language language, boolean oldFraming) throws InterruptedException {
        this.process = process;
        this.language = language;
        this.oldFraming = oldFraming;
        MatchResult ready = process.awaitLine(READY, LIMIT);
        this.name = ready.group(1);
        this.base = Long.parseUnsignedLong(ready.group(2));
    }

    /** Starts a peer on free ports of this machine. */
    static EnginePeer start(Language language, long lengthBytes, Map<String, String> environment) throws Exception {
        return language == Language.JAVA
                ? java(environment, "--bytes=" + lengthBytes)
                : cpp(environment, "127.0.0.1", Long.toString(lengthBytes), "P2PHANDSHAKE");
    }

    static EnginePeer java(Map<String, String> environment, String... flags) throws Exception {
        Launcher launcher = Launcher.in(ROOT);
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            launcher = launcher.with(variable.getKey(), variable.getValue());
        }
        return ready(
                StoreProcess.startTalking(launcher, "Java engine", "engine_peer", List.of(flags)),
                Language.JAVA,
                environment);
    }

    static EnginePeer cpp(Map<String, String> environment, String... words) throws Exception {
        ProcessBuilder program = CppEngine.peer(words);
        program.environment().putAll(environment);
        return ready(StoreProcess.startTalking("C++ engine", program), Language.CPP, environment);
    }

    private static EnginePeer ready(StoreProcess process, Language language, Map<String, String> environment)
            throws InterruptedException {
        try {
            return new EnginePeer(process, language, environment.containsKey("MC_TCP_PROTO"));
        } catch (RuntimeException | InterruptedException fault) {
            process.close();
            throw fault;
        }
    }

    /**
     * What a peer answered.
     *
     * @param ok whether it did what it was told
     * @param text the words after that
     */
    record Answer(boolean ok, String text) {
        long number() {
            return Long.parseLong(text);
        }
    }

    /** Gives an order and waits for the answer. */
    Answer order(String words) throws IOException, InterruptedException {
        int number = ++orders;
        process.say(number + " " + words);
        MatchResult line = process.awaitLine(Pattern.compile("^> " + number + " (ok|failed) ?(.*)$"), LIMIT);
        return new Answer(line.group(1).equals("ok"), line.group(2));
    }

    /** The segment's name, under which peers open it. */
    String name() {
        return name;
    }

    /** The address that peers know this offset by. */
    String address(long offset) {
        return Long.toUnsignedString(base + offset);
    }

    long fill(long offset, long lengthBytes, long seed) throws Exception {
        return order("fill " + offset + " " + lengthBytes + " " + seed).number();
    }

    long sum(long offset, long lengthBytes) throws Exception {
        return order("sum " + offset + " " + lengthBytes).number();
    }

    /** Moves between this peer's memory at an offset and another's at an offset. */
    Answer move(String verb, EnginePeer target, long targetOffset, long offset, long lengthBytes) throws Exception {
        return moveAt(verb, target.name, target.address(targetOffset), offset, lengthBytes);
    }

    Answer moveAt(String verb, String segment, String address, long offset, long lengthBytes) throws Exception {
        return order(verb + " " + segment + " " + address + " " + offset + " " + lengthBytes);
    }

    Language language() {
        return language;
    }

    boolean saysOldFraming() {
        return oldFraming;
    }

    StoreProcess process() {
        return process;
    }

    String said() {
        return "--- " + process.name() + "\n" + process.tail() + "\n";
    }

    @Override
    public void close() {
        process.close();
    }
}
