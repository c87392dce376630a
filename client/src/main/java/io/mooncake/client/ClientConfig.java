package io.mooncake.client;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * How a client is set up.
 *
 * <p>Errors: values outside their limits throw {@link IllegalArgumentException}, all faults named at once.
 *
 * @param localHostname the name under which other clients reach this process: a host, or host:port with the port of the
 *     transfer engine's handshake; without a port a free one is taken
 * @param masterAddress the master's host:port
 * @param globalSegmentSizeBytes bytes of memory lent to the cluster; 0: none
 * @param checksum whether writes carry checksums and reads are compared with them
 * @param metrics whether the client measures what it does
 * @param metricsInterval how often the summary of the metrics is logged; zero: never
 * @param controlDeadline how long a call to the master may take
 * @param dataDeadline how long a put or get may take, in addition to its size at the slowest rate
 * @param slowestBytesPerSecond the rate that a transfer must at least reach, in bytes per second
 * @param defaultSliceBytes length of a slice in bytes where the options of a put name none
 * @param corruptEveryNthRead for tests only: flips one byte in every n-th read that this process serves; 0: never
 * @param nanoClock the clock, in nanoseconds from an arbitrary origin
 * @param random where identities and region bases come from
 */
public record ClientConfig(
        String localHostname,
        String masterAddress,
        long globalSegmentSizeBytes,
        boolean checksum,
        boolean metrics,
        Duration metricsInterval,
        Duration controlDeadline,
        Duration dataDeadline,
        long slowestBytesPerSecond,
        long defaultSliceBytes,
        long corruptEveryNthRead,
        LongSupplier nanoClock,
        RandomGenerator random) {

    /** The environment variable that turns checksums off when it is 0. */
    public static final String CHECKSUM_VARIABLE = "MOONCAKE_STORE_CHECKSUM";

    /** The environment variable that turns metrics off when it is 0. */
    public static final String METRICS_VARIABLE = "MC_STORE_CLIENT_METRIC";

    /** The environment variable with the seconds between two lines of the log that sum the metrics up; 0: none. */
    public static final String METRICS_INTERVAL_VARIABLE = "MC_STORE_CLIENT_METRIC_INTERVAL";

    /** The longest interval of the summary in the log, in seconds: ten years. */
    public static final long MAX_METRICS_INTERVAL_SECONDS = 10L * 366 * 24 * 3600;

    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
    private static final long DEFAULT_SLOWEST_BYTES_PER_SECOND = 50_000_000;
    private static final long DEFAULT_SLICE_BYTES = 16L << 20;

    /** Checks the limits. */
    public ClientConfig {
        List<String> faults = new ArrayList<>();
        if (localHostname.isBlank()) {
            faults.add("localHostname is empty");
        }
        if (masterAddress.isBlank()) {
            faults.add("masterAddress is empty");
        }
        if (globalSegmentSizeBytes < 0) {
            faults.add("globalSegmentSizeBytes is " + globalSegmentSizeBytes + ", must not be negative");
        }
        if (metricsInterval.isNegative()
                || metricsInterval.compareTo(Duration.ofSeconds(MAX_METRICS_INTERVAL_SECONDS)) > 0) {
            faults.add("metricsInterval is " + metricsInterval + ", must be from zero to "
                    + MAX_METRICS_INTERVAL_SECONDS + " s");
        }
        if (!controlDeadline.isPositive()) {
            faults.add("controlDeadline is " + controlDeadline + ", must be positive");
        }
        if (!dataDeadline.isPositive()) {
            faults.add("dataDeadline is " + dataDeadline + ", must be positive");
        }
        if (slowestBytesPerSecond < 1) {
            faults.add("slowestBytesPerSecond is " + slowestBytesPerSecond + ", must be positive");
        }
        if (!PutOptions.isSliceLength(defaultSliceBytes)) {
            faults.add("defaultSliceBytes is " + defaultSliceBytes + ", must be a power of two from 64 KiB to 1 GiB");
        }
        if (corruptEveryNthRead < 0) {
            faults.add("corruptEveryNthRead is " + corruptEveryNthRead + ", must not be negative");
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /** A builder with the defaults: a client that lends no memory, checksums on. */
    public static Builder builder(String localHostname, String masterAddress) {
        return new Builder(localHostname, masterAddress);
    }

    /** How long a put or get of this many bytes may take. */
    public Duration dataDeadlineFor(long sizeBytes) {
        double seconds = (double) sizeBytes / slowestBytesPerSecond;
        return dataDeadline.plusNanos((long) (seconds * 1e9));
    }

    /**
     * Collects the values of a {@link ClientConfig}.
     *
     * <p>Thread safety: none.
     */
    public static final class Builder {

        private final String localHostname;
        private final String masterAddress;
        private long globalSegmentSizeBytes;
        private boolean checksum = true;
        private boolean metrics = true;
        private Duration metricsInterval = Duration.ZERO;
        private Duration controlDeadline = DEFAULT_DEADLINE;
        private Duration dataDeadline = DEFAULT_DEADLINE;
        private long slowestBytesPerSecond = DEFAULT_SLOWEST_BYTES_PER_SECOND;
        private long defaultSliceBytes = DEFAULT_SLICE_BYTES;
        private long corruptEveryNthRead;
        private LongSupplier nanoClock = System::nanoTime;
        private RandomGenerator random = new SecureRandom();

        private Builder(String localHostname, String masterAddress) {
            this.localHostname = localHostname;
            this.masterAddress = masterAddress;
        }

        /**
         * Takes what the environment sets: {@value ClientConfig#CHECKSUM_VARIABLE} 0 turns checksums off, {@value
         * ClientConfig#METRICS_VARIABLE} 0 turns metrics off, {@value ClientConfig#METRICS_INTERVAL_VARIABLE} says how
         * often they are logged.
         */
        public Builder fromEnvironment(Map<String, String> environment) {
            checksum = isOn(environment, CHECKSUM_VARIABLE, checksum);
            metrics = isOn(environment, METRICS_VARIABLE, metrics);
            String seconds = environment.getOrDefault(METRICS_INTERVAL_VARIABLE, "");
            if (!seconds.isEmpty()) {
                metricsInterval = seconds(METRICS_INTERVAL_VARIABLE, seconds);
            }
            return this;
        }

        private static Duration seconds(String variable, String text) {
            try {
                return Duration.ofSeconds(Long.parseLong(text.trim()));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(variable + " is '" + text + "', must be whole seconds", e);
            }
        }

        private static boolean isOn(Map<String, String> environment, String variable, boolean otherwise) {
            String value = environment.get(variable);
            if (value == null) {
                return otherwise;
            }
            return switch (value) {
                case "", "1" -> true;
                case "0" -> false;
                default -> throw new IllegalArgumentException(variable + " is '" + value + "', must be 0 or 1");
            };
        }

        /** Bytes of memory lent to the cluster. */
        public Builder globalSegmentSizeBytes(long value) {
            globalSegmentSizeBytes = value;
            return this;
        }

        /** Whether writes carry checksums and reads are compared with them. */
        public Builder checksum(boolean value) {
            checksum = value;
            return this;
        }

        /** Whether the client measures what it does. */
        public Builder metrics(boolean value) {
            metrics = value;
            return this;
        }

        /** How often the summary of the metrics is logged; zero: never. */
        public Builder metricsInterval(Duration value) {
            metricsInterval = value;
            return this;
        }

        /** How long a call to the master may take. */
        public Builder controlDeadline(Duration value) {
            controlDeadline = value;
            return this;
        }

        /** How long a put or get may take, in addition to its size at the slowest rate. */
        public Builder dataDeadline(Duration value) {
            dataDeadline = value;
            return this;
        }

        /** The rate that a transfer must at least reach, in bytes per second. */
        public Builder slowestBytesPerSecond(long value) {
            slowestBytesPerSecond = value;
            return this;
        }

        /** Length of a slice in bytes where the options of a put name none. */
        public Builder defaultSliceBytes(long value) {
            defaultSliceBytes = value;
            return this;
        }

        /** For tests only: flips one byte in every n-th read that this process serves. */
        public Builder corruptEveryNthRead(long value) {
            corruptEveryNthRead = value;
            return this;
        }

        /** The clock, in nanoseconds from an arbitrary origin. */
        public Builder nanoClock(LongSupplier value) {
            nanoClock = value;
            return this;
        }

        /** Where identities and region bases come from. */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /** The config. */
        public ClientConfig build() {
            return new ClientConfig(
                    localHostname,
                    masterAddress,
                    globalSegmentSizeBytes,
                    checksum,
                    metrics,
                    metricsInterval,
                    controlDeadline,
                    dataDeadline,
                    slowestBytesPerSecond,
                    defaultSliceBytes,
                    corruptEveryNthRead,
                    nanoClock,
                    random);
        }
    }
}
