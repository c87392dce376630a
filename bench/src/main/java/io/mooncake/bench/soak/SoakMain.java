package io.mooncake.bench.soak;

import io.mooncake.bench.cluster.LocalCluster;
import io.mooncake.bench.command.Command;
import io.mooncake.bench.command.Console;
import io.mooncake.client.ClientConfig;
import io.mooncake.client.MooncakeClient;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code soak churn}: a cluster on this machine and {@link Churn} in it. Exit code 0: nothing failed; 1:
 * something did; 2: bad usage.
 */
public final class SoakMain {

    private static final String CHURN = "churn";
    private static final int NODES = 2;
    private static final int MOST_MEBIBYTES = 1 << 20;

    private SoakMain() {}

    /** Runs the command and ends the process. */
    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), new Console(System.getenv(), System.out, System.err)));
    }

    static int run(List<String> arguments, Console console) {
        Flags flags = Flags.declare("soak " + CHURN, "puts and removes at random in a pool that stays almost full")
                .wholeNumber("seconds", 600, 1, TimeUnit.DAYS.toSeconds(30), "How long.")
                .wholeNumber("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE, "Seed of every random choice.")
                .integer("node_mib", 512, 64, MOST_MEBIBYTES, "MiB that each of the two storage nodes lends.");
        boolean named = !arguments.isEmpty() && arguments.getFirst().equals(CHURN);
        return Command.run(flags, named ? arguments.subList(1, arguments.size()) : arguments, console, values -> {
            if (!named) {
                console.err().println("soak: name one: " + CHURN);
                return Command.BAD_USAGE;
            }
            return churn(values, console);
        });
    }

    private static int churn(FlagValues values, Console console) throws IOException, InterruptedException {
        long seconds = values.wholeNumber("seconds");
        long seed = values.wholeNumber("seed");
        int mebibytes = values.integer("node_mib");
        try (LocalCluster cluster = new LocalCluster(console.launcher())) {
            cluster.startMaster();
            cluster.startClients(NODES, mebibytes + " MB");
            try (MooncakeClient client = MooncakeClient.connect(
                    ClientConfig.builder("127.0.0.1", cluster.masterAddress()).build())) {
                long poolBytes = ((long) NODES * mebibytes) << 20;
                Churn.Report report =
                        new Churn(client, poolBytes, seed, System::nanoTime).run(TimeUnit.SECONDS.toNanos(seconds));
                console.out()
                        .printf(
                                "soak churn: %d s, seed %d, %d puts of %d MiB, %d removes, %d failures%n",
                                seconds,
                                seed,
                                report.putCount(),
                                report.putBytes() >> 20,
                                report.removedCount(),
                                report.failures().size());
                report.failures().forEach(console.out()::println);
                return report.failures().isEmpty() ? Command.DONE : Command.FAILED;
            }
        }
    }
}
