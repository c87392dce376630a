package io.mooncake.master.config;

import io.mooncake.config.FlagFault;
import io.mooncake.config.FlagValues;
import io.mooncake.config.Flags;
import io.mooncake.master.core.WriteTimeouts;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The settings of {@link WriteTimeouts} among the flags of the master, with and without their unit in the name. */
final class WriteTimeoutFlags {

    private static final String DISCARD = "put_start_discard_timeout_sec";
    private static final String RELEASE = "put_start_release_timeout_sec";

    /** Ten years: no deadline of the core overflows. */
    private static final long MAX_SECONDS = 10L * 366 * 24 * 3600;

    private WriteTimeoutFlags() {}

    static Flags declare(Flags flags) {
        return flags.wholeNumber(
                        DISCARD,
                        TimeUnit.NANOSECONDS.toSeconds(WriteTimeouts.DEFAULT.discardNanos()),
                        0,
                        MAX_SECONDS,
                        "Seconds after which a put takes over a key whose writer has not ended its own.")
                .alsoNamed("put_start_discard_timeout")
                .wholeNumber(
                        RELEASE,
                        TimeUnit.NANOSECONDS.toSeconds(WriteTimeouts.DEFAULT.releaseNanos()),
                        1,
                        MAX_SECONDS,
                        "Seconds after which the space of a write that was not ended is free again.")
                .alsoNamed("put_start_release_timeout")
                .check(WriteTimeoutFlags::contradictions);
    }

    static WriteTimeouts of(FlagValues values) {
        return new WriteTimeouts(
                TimeUnit.SECONDS.toNanos(values.wholeNumber(DISCARD)),
                TimeUnit.SECONDS.toNanos(values.wholeNumber(RELEASE)));
    }

    private static List<FlagFault> contradictions(FlagValues values) {
        return values.wholeNumber(RELEASE) > values.wholeNumber(DISCARD)
                ? List.of()
                : List.of(values.fault(RELEASE, "must be above --" + DISCARD + "=" + values.wholeNumber(DISCARD)));
    }
}
