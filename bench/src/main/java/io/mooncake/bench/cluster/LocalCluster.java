package io.mooncake.bench.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A master and storage nodes as processes of their own, on free ports of this machine.
 *
 * <p>Thread safety: one thread starts and stops nodes; {@link #close} may come from any thread, also in between.
 *
 * <p>Ownership: closes every process that it started, also those of a start that failed.
 *
 * <p>Errors: {@link ClusterException} with the last lines of the process that did not do what it should.
 */
public final class LocalCluster implements AutoCloseable {

    private static final Pattern MASTER_SERVES =
            Pattern.compile("mooncake_master .*serving rpc=\\S+:([0-9]+) admin=\\S+:([0-9]+)");
    private static final Pattern CLIENT_SERVES = Pattern.compile("mooncake_client .*serving");
    private static final Pattern CLIENT_HTTP = Pattern.compile("mooncake_client .*serving .*http=\\S+:([0-9]+)");
    /** Five JVMs start on two processors, which also run tests. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private static final String HOST = "127.0.0.1";

    private final Launcher launcher;
    private final List<StoreProcess> processes = new ArrayList<>();
    private boolean closed;
    private int masterPort;
    private int adminPort;

    /** A cluster without processes. */
    public LocalCluster(Launcher launcher) {
        this.launcher = launcher;
    }

    /** Starts the master with these flags on free ports and waits until it serves. */
    public StoreProcess startMaster(String... flags) throws IOException, InterruptedException {
        return startMaster(0, 0, flags);
    }

    /** Starts another master on the ports of the last one. */
    public StoreProcess restartMaster(String... flags) throws IOException, InterruptedException {
        return startMaster(masterPort, adminPort, flags);
    }

    private StoreProcess startMaster(int port, int admin, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                "--rpc_address=" + HOST, "--metrics_host=" + HOST, "--port=" + port, "--metrics_port=" + admin));
        all.addAll(List.of(flags));
        StoreProcess master = start("master", "mooncake_master", all, launcher);
        MatchResult line = master.awaitLine(MASTER_SERVES, START_LIMIT);
        masterPort = Integer.parseInt(line.group(1));
        adminPort = Integer.parseInt(line.group(2));
        return master;
    }

    /** Starts a storage node that lends this much memory and waits until it serves. */
    public StoreProcess startClient(String name, String segmentSize, String... flags)
            throws IOException, InterruptedException {
        return awaitClient(launchClient(name, segmentSize, launcher, flags));
    }

    /** Starts a storage node through another launcher, that is with another environment; does not wait. */
    public StoreProcess launchClient(String name, String segmentSize, Launcher through, String... flags)
            throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--host=" + HOST,
                "--port=0",
                "--master_server_address=" + masterAddress(),
                "--global_segment_size=" + segmentSize));
        all.addAll(List.of(flags));
        return start(name, "mooncake_client", all, through);
    }

    /** Waits until a storage node serves. */
    public StoreProcess awaitClient(StoreProcess client) throws InterruptedException {
        client.awaitLine(CLIENT_SERVES, START_LIMIT);
        return client;
    }

    /** host:port of the metrics and health of a storage node that serves with {@code --enable_http_server}. */
    public static String httpAddress(StoreProcess client) throws InterruptedException {
        return HOST + ":" + client.awaitLine(CLIENT_HTTP, START_LIMIT).group(1);
    }

    /** Starts so many storage nodes side by side. */
    public List<StoreProcess> startClients(int count, String segmentSize, String... flags)
            throws IOException, InterruptedException {
        List<StoreProcess> clients = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            clients.add(launchClient("storage node " + i, segmentSize, launcher, flags));
        }
        for (StoreProcess client : clients) {
            awaitClient(client);
        }
        return clients;
    }

    private synchronized StoreProcess start(String name, String command, List<String> flags, Launcher through)
            throws IOException {
        if (closed) {
            throw new ClusterException("the cluster is being stopped");
        }
        StoreProcess process = StoreProcess.start(through, name, command, flags);
        processes.add(process);
        return process;
    }

    /** host:port of the master. */
    public String masterAddress() {
        return HOST + ":" + masterPort;
    }

    /** host:port of the master's metrics and admin paths. */
    public String adminAddress() {
        return HOST + ":" + adminPort;
    }

    /** The last lines of every process. */
    public synchronized String tails() {
        StringBuilder text = new StringBuilder();
        for (StoreProcess process : processes) {
            text.append("--- ")
                    .append(process.name())
                    .append(" (pid ")
                    .append(process.pid())
                    .append(")\n");
            text.append(process.tail()).append('\n');
        }
        return text.toString();
    }

    /** Ends every process: storage nodes first, so that they can take leave of the master. */
    @Override
    public void close() {
        List<StoreProcess> latestFirst;
        synchronized (this) {
            closed = true;
            latestFirst = processes.reversed().stream().toList();
        }
        for (StoreProcess process : latestFirst) {
            if (!process.name().equals("master")) {
                process.terminate();
            }
        }
        for (StoreProcess process : latestFirst) {
            process.close();
        }
    }
}
