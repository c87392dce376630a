package io.mooncake.client.launch;

import io.mooncake.address.HostAndPort;
import io.mooncake.address.InvalidAddressException;
import io.mooncake.config.BadFlagsException;
import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import java.util.ArrayList;
import java.util.List;

/**
 * The command line of {@code mooncake_client}.
 *
 * <p>Thread safety: immutable.
 *
 * @param values the flags that {@code --help} names
 * @param corruptEveryNthRead the switch for tests that it does not name; 0: off
 */
record ClientFlags(FlagValues values, long corruptEveryNthRead) {

    static final String COMMAND = "mooncake_client";
    private static final String HOST = "host";
    private static final String PORT = "port";
    private static final String MASTER = "master_server_address";
    private static final String SEGMENT_SIZE = "global_segment_size";
    private static final String DEVICES = "device_names";
    private static final String CORRUPT = "test_corrupt_every_nth_read";
    private static final int DEFAULT_PORT = 50_052;
    private static final long DEFAULT_SEGMENT_BYTES = 4L << 30;

    static Flags declared() {
        return Flags.declare(COMMAND, "a storage node: lends memory to the cluster")
                .string(
                        HOST,
                        "0.0.0.0",
                        "Name or address under which other clients reach this one; host:port also names the port."
                                + " 0.0.0.0: the address that this machine reaches the master from.")
                .integer(PORT, DEFAULT_PORT, 0, HostAndPort.MAX_PORT, "Port of the handshake; 0 takes a free one.")
                .choice(
                        "metadata_server",
                        "P2PHANDSHAKE",
                        List.of("P2PHANDSHAKE"),
                        "How clients find each other; P2PHANDSHAKE: each asks the other.")
                .string(MASTER, "127.0.0.1:50051", "host:port of the master.")
                .choice("protocol", "tcp", List.of("tcp"), "Transport of the data.")
                .string(DEVICES, "", "Devices of the transport; tcp has none.")
                .byteSize(
                        SEGMENT_SIZE,
                        DEFAULT_SEGMENT_BYTES,
                        0,
                        Long.MAX_VALUE,
                        "Memory to lend, like 512MB or 4 GB; 0 lends none.");
    }

    private static Flags hidden() {
        return Flags.declare(COMMAND, "switches for tests").wholeNumber(CORRUPT, 0, 0, Long.MAX_VALUE, "");
    }

    /**
     * Reads a command line.
     *
     * @throws BadFlagsException with every fault
     */
    static ClientFlags parse(List<String> arguments) {
        List<String> open = new ArrayList<>();
        List<String> tests = new ArrayList<>();
        for (int index = 0; index < arguments.size(); index++) {
            String argument = arguments.get(index);
            if (argument.startsWith("--" + CORRUPT + "=")) {
                tests.add(argument);
            } else {
                open.add(argument);
            }
        }
        List<FlagFault> faults = new ArrayList<>();
        FlagValues values = parse(declared(), open, faults);
        FlagValues switches = parse(hidden(), tests, faults);
        if (!values.helpRequested() && !values.versionRequested()) {
            check(values, faults);
            if (!faults.isEmpty()) {
                throw new BadFlagsException(faults);
            }
        }
        return new ClientFlags(values, switches.wholeNumber(CORRUPT));
    }

    private static FlagValues parse(Flags flags, List<String> arguments, List<FlagFault> faults) {
        try {
            return flags.parse(arguments);
        } catch (BadFlagsException bad) {
            faults.addAll(bad.faults());
            return parseRest(flags, arguments, bad.faults());
        }
    }

    /** The values of the flags that have no fault, as far as they can be told apart, so that they are checked too. */
    private static FlagValues parseRest(Flags flags, List<String> arguments, List<FlagFault> faults) {
        List<String> rest = arguments.stream()
                .filter(argument -> faults.stream().noneMatch(fault -> argument.startsWith("--" + fault.flag())))
                .toList();
        try {
            return flags.parse(rest);
        } catch (BadFlagsException stillBad) {
            return flags.parse(List.of());
        }
    }

    private static void check(FlagValues values, List<FlagFault> faults) {
        checkAddress(MASTER, values.string(MASTER), false, faults);
        checkAddress(HOST, values.string(HOST), true, faults);
        if (!values.string(DEVICES).isEmpty()) {
            faults.add(new FlagFault(DEVICES, values.string(DEVICES), "the tcp transport has no devices"));
        }
    }

    private static void checkAddress(String flag, String text, boolean portIsOptional, List<FlagFault> faults) {
        try {
            HostAndPort address = portIsOptional ? HostAndPort.parse(flag, text, 0) : HostAndPort.parse(flag, text);
            if (!portIsOptional && address.port() == 0) {
                faults.add(new FlagFault(flag, text, "names port 0"));
            }
        } catch (InvalidAddressException fault) {
            faults.add(new FlagFault(flag, text, "" + fault.getMessage()));
        }
    }

    HostAndPort master() {
        return HostAndPort.parse(MASTER, values.string(MASTER));
    }

    /** Host and port of this node; port 0: a free one. */
    HostAndPort local() {
        return HostAndPort.parse(HOST, values.string(HOST), values.integer(PORT));
    }

    long segmentBytes() {
        return values.byteSize(SEGMENT_SIZE);
    }
}
