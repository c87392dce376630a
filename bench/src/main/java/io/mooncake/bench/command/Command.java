package io.mooncake.bench.command;

import io.mooncake.address.InvalidAddressException;
import io.mooncake.bench.cluster.ClusterException;
import io.mooncake.bench.trace.TraceFormatException;
import io.mooncake.client.MooncakeException;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.config.SoftwareVersion;
import java.io.IOException;
import java.util.List;

/**
 * The frame of every command of this module: {@code --help} and {@code --version}, errors as one line, and the exit
 * codes {@link #DONE}, {@link #FAILED} and {@link #BAD_USAGE}.
 */
public final class Command {

    /** The command did what it should. */
    public static final int DONE = 0;
    /** It could not, or found what it looks for. */
    public static final int FAILED = 1;
    /** It was asked for something that does not exist. */
    public static final int BAD_USAGE = 2;

    private Command() {}

    /** What a command does with its flags. */
    public interface Work {
        /**
         * Blocks until it is done.
         *
         * @return the exit code
         */
        int run(FlagValues values) throws IOException, InterruptedException;
    }

    /** Runs a command; returns its exit code. */
    public static int run(Flags flags, List<String> arguments, Console console, Work work) {
        // "bench master" is the measurement; the command that speaks is "bench".
        String name = flags.command().split(" ", 2)[0];
        try {
            FlagValues values = flags.parse(arguments);
            if (values.helpRequested()) {
                console.out().print(flags.help());
                return DONE;
            }
            if (values.versionRequested()) {
                console.out().println(SoftwareVersion.current());
                return DONE;
            }
            return work.run(values);
        } catch (BadFlagsException | InvalidAddressException e) {
            console.err().println(name + ": " + e.getMessage());
            return BAD_USAGE;
        } catch (ClusterException | TraceFormatException | MooncakeException | IOException e) {
            console.err().println(name + ": " + e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return FAILED;
        }
    }
}
