package io.mooncake.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of the store, or of a program beside it, on this machine, and what it prints.
 *
 * <p>Thread safety: any thread. A daemon thread reads the output, of which the latest lines are kept.
 *
 * <p>Ownership: whoever starts it closes it. Blocking: waits take a deadline.
 */
public final class StoreProcess implements AutoCloseable {

    private static final int KEPT_LINES = 2_000;
    private static final int SHOWN_LINES = 60;
    private static final Duration GRACE = Duration.ofSeconds(8);

    private final String name;
    private final Process process;
    private final LongSupplier nanoClock;
    private final Object monitor = new Object();

    /** Guarded by monitor. */
    private final Deque<String> lines = new ArrayDeque<>();
    /** Guarded by monitor. */
    private boolean outputEnded;

    private StoreProcess(String name, Process process, LongSupplier nanoClock) {
        this.name = name;
        this.process = process;
        this.nanoClock = nanoClock;
    }

    /** Starts a command of the launcher; its input ends at once. */
    public static StoreProcess start(Launcher launcher, String name, String command, List<String> flags)
            throws IOException {
        return start(name, launcher.process(command, flags));
    }

    /** Starts a program that is not the store's; the builder joins its errors to its output. */
    public static StoreProcess start(String name, ProcessBuilder builder) throws IOException {
        StoreProcess started = startTalking(name, builder);
        started.process.getOutputStream().close();
        return started;
    }

    /** Starts a command of the launcher that takes lines on its input. */
    public static StoreProcess startTalking(Launcher launcher, String name, String command, List<String> flags)
            throws IOException {
        return startTalking(name, launcher.process(command, flags));
    }

    /** Starts a program that takes lines on its input; the builder joins its errors to its output. */
    public static StoreProcess startTalking(String name, ProcessBuilder builder) throws IOException {
        StoreProcess started = new StoreProcess(name, builder.start(), System::nanoTime);
        Thread.ofPlatform().daemon().name("output of " + name).start(started::readOutput);
        return started;
    }

    /** Gives it a line on its input. */
    public void say(String line) throws IOException {
        OutputStream input = process.getOutputStream();
        input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        input.flush();
    }

    private void readOutput() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            String line = reader.readLine();
            while (line != null) {
                keep(line);
                line = reader.readLine();
            }
        } catch (IOException e) {
            keep("(output lost: " + e.getMessage() + ")");
        } finally {
            synchronized (monitor) {
                outputEnded = true;
                monitor.notifyAll();
            }
        }
    }

    private void keep(String line) {
        synchronized (monitor) {
            if (lines.size() == KEPT_LINES) {
                lines.removeFirst();
            }
            lines.addLast(line);
            monitor.notifyAll();
        }
    }

    /** The name it was started under. */
    public String name() {
        return name;
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it runs; a stopped process does. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for a line, also one printed before.
     *
     * @throws ClusterException the process ended or the time is up; the message has its last lines
     */
    public MatchResult awaitLine(Pattern pattern, Duration limit) throws InterruptedException {
        long start = nanoClock.getAsLong();
        synchronized (monitor) {
            Optional<MatchResult> found = find(pattern);
            while (found.isEmpty()) {
                long leftMillis = (limit.toNanos() - (nanoClock.getAsLong() - start)) / 1_000_000;
                if (outputEnded || leftMillis <= 0) {
                    throw new ClusterException(name + (outputEnded ? " ended" : " did not come up in " + limit)
                            + ", no line matches " + pattern + "; it said:\n" + tail());
                }
                monitor.wait(leftMillis);
                found = find(pattern);
            }
            return found.get();
        }
    }

    private Optional<MatchResult> find(Pattern pattern) {
        for (String line : lines) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                return Optional.of(matcher.toMatchResult());
            }
        }
        return Optional.empty();
    }

    /** How many of the kept lines match. */
    public long countLines(Pattern pattern) {
        synchronized (monitor) {
            return lines.stream().filter(line -> pattern.matcher(line).find()).count();
        }
    }

    /** The last lines it printed. */
    public String tail() {
        synchronized (monitor) {
            return String.join(
                    "\n",
                    lines.stream().skip(Math.max(0, lines.size() - SHOWN_LINES)).toList());
        }
    }

    /** Waits for the end; returns the exit status. */
    public int awaitExit(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new ClusterException(name + " did not end in " + limit + "; it said:\n" + tail());
        }
        return process.exitValue();
    }

    /** Sends a signal: STOP, CONT and the like. */
    public void signal(String signalName) throws InterruptedException {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signalName, Long.toString(pid()))
                    .inheritIO()
                    .start();
            if (kill.waitFor() != 0) {
                throw new ClusterException("no signal " + signalName + " to " + name);
            }
        } catch (IOException e) {
            throw new ClusterException("no signal " + signalName + " to " + name, e);
        }
    }

    /** Ends it at once, without a chance to say good-bye, and waits until it is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit(GRACE);
    }

    /** Asks it to end; returns at once. */
    public void terminate() {
        process.destroy();
    }

    /** Ends it: politely at first, by force after a while. */
    @Override
    public void close() {
        terminate();
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
