package io.mooncake.config;

import java.util.List;
import java.util.stream.Collectors;

/** A command line with faults: all of them at once, one per line of the message. A main ends with exit code 2. */
public final class BadFlagsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<FlagFault> faults;

    /** All faults of one command line; at least one. */
    public BadFlagsException(List<FlagFault> faults) {
        super(faults.stream().map(FlagFault::toString).collect(Collectors.joining("\n")));
        this.faults = List.copyOf(faults);
    }

    /** The faults in the order in which they were found. */
    public List<FlagFault> faults() {
        return faults;
    }
}
