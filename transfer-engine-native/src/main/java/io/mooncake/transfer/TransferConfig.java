package io.mooncake.transfer;

import io.mooncake.address.HostAndPort;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Settings of one engine.
 *
 * <p>Thread safety: immutable.
 *
 * @param host host to bind and to publish; a name, an IPv4 or an IPv6 address
 * @param handshakePort port of the handshake server; 0 takes a free one
 * @param dataPort port of the data server; 0 takes a free one
 * @param newestFraming newest framing of the data port to speak to peers, 1 or 2; only 2 has acknowledgements
 * @param nanoClock monotonic clock in nanoseconds; deadlines are on it
 * @param random source of region bases
 * @param corruptEveryNthRead test-only switch of a storage node: one byte is flipped in every n-th READ that this
 *     engine serves; 0 never
 * @param limits bounds and timeouts
 */
public record TransferConfig(
        String host,
        int handshakePort,
        int dataPort,
        int newestFraming,
        LongSupplier nanoClock,
        RandomGenerator random,
        long corruptEveryNthRead,
        Limits limits) {

    /**
     * Bounds and timeouts; each says what happens when it is reached.
     *
     * @param connectionsPerPeer outgoing data connections per peer; more requests wait
     * @param inFlightBytesPerPeer bytes on their way to or from one peer; more wait, but one request always goes
     * @param queuedRequestsPerPeer waiting requests per peer; more fail with QUEUE_FULL
     * @param acceptedConnections incoming data connections; more are closed and counted
     * @param connectTimeout time for one connection attempt, also to the handshake port
     * @param idleClose an outgoing connection without request is closed after this time
     * @param stallClose an incoming connection inside a request is closed after this time without a byte
     */
    public record Limits(
            int connectionsPerPeer,
            long inFlightBytesPerPeer,
            int queuedRequestsPerPeer,
            int acceptedConnections,
            Duration connectTimeout,
            Duration idleClose,
            Duration stallClose) {

        /** The defaults. */
        public static final Limits DEFAULT = new Limits(
                4, 64L << 20, 65_536, 1_024, Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(30));

        /** Refuses what is not positive. */
        public Limits {
            if (connectionsPerPeer < 1
                    || inFlightBytesPerPeer < 1
                    || queuedRequestsPerPeer < 1
                    || acceptedConnections < 1) {
                throw new IllegalArgumentException("every limit must be at least 1");
            }
            if (!connectTimeout.isPositive() || !idleClose.isPositive() || !stallClose.isPositive()) {
                throw new IllegalArgumentException("every timeout must be positive");
            }
        }

        /** The same with another number of connections per peer. */
        public Limits withConnectionsPerPeer(int connections) {
            return new Limits(
                    connections,
                    inFlightBytesPerPeer,
                    queuedRequestsPerPeer,
                    acceptedConnections,
                    connectTimeout,
                    idleClose,
                    stallClose);
        }

        /** The same with another queue bound. */
        public Limits withQueuedRequestsPerPeer(int requests) {
            return new Limits(
                    connectionsPerPeer,
                    inFlightBytesPerPeer,
                    requests,
                    acceptedConnections,
                    connectTimeout,
                    idleClose,
                    stallClose);
        }

        /** The same with another bound on incoming connections. */
        public Limits withAcceptedConnections(int connections) {
            return new Limits(
                    connectionsPerPeer,
                    inFlightBytesPerPeer,
                    queuedRequestsPerPeer,
                    connections,
                    connectTimeout,
                    idleClose,
                    stallClose);
        }

        /** The same with other timeouts. */
        public Limits withTimeouts(Duration connect, Duration idle, Duration stall) {
            return new Limits(
                    connectionsPerPeer,
                    inFlightBytesPerPeer,
                    queuedRequestsPerPeer,
                    acceptedConnections,
                    connect,
                    idle,
                    stall);
        }
    }

    /** The framing that has acknowledgements. */
    public static final int NEWEST_FRAMING = 2;

    /** Refuses a host that is none and ports outside their range. */
    public TransferConfig {
        new HostAndPort(host, handshakePort);
        new HostAndPort(host, dataPort);
        if (newestFraming != 1 && newestFraming != 2) {
            throw new IllegalArgumentException("newestFraming must be 1 or 2");
        }
        if (corruptEveryNthRead < 0) {
            throw new IllegalArgumentException("corruptEveryNthRead must not be negative");
        }
    }

    /** Free ports, the system's clock, unpredictable region bases. */
    public static TransferConfig defaults(String host) {
        return new TransferConfig(host, 0, 0, NEWEST_FRAMING, System::nanoTime, new SecureRandom(), 0, Limits.DEFAULT);
    }

    /** The same with what the environment sets, see {@link EngineEnvironment}. */
    public TransferConfig fromEnvironment(Map<String, String> environment) {
        return EngineEnvironment.apply(this, environment);
    }

    /** The same with other ports; 0 takes a free one. */
    public TransferConfig withPorts(int otherHandshakePort, int otherDataPort) {
        return new TransferConfig(
                host, otherHandshakePort, otherDataPort, newestFraming, nanoClock, random, corruptEveryNthRead, limits);
    }

    /** The same, speaking this framing at the most. */
    public TransferConfig withNewestFraming(int framing) {
        return new TransferConfig(
                host, handshakePort, dataPort, framing, nanoClock, random, corruptEveryNthRead, limits);
    }

    /** The same with another clock. */
    public TransferConfig withNanoClock(LongSupplier otherNanoClock) {
        return new TransferConfig(
                host, handshakePort, dataPort, newestFraming, otherNanoClock, random, corruptEveryNthRead, limits);
    }

    /** The same with another source of region bases. */
    public TransferConfig withRandom(RandomGenerator otherRandom) {
        return new TransferConfig(
                host, handshakePort, dataPort, newestFraming, nanoClock, otherRandom, corruptEveryNthRead, limits);
    }

    /** The same, flipping a byte in every n-th READ it serves; 0 never. For tests only. */
    public TransferConfig withCorruptEveryNthRead(long everyNth) {
        return new TransferConfig(host, handshakePort, dataPort, newestFraming, nanoClock, random, everyNth, limits);
    }

    /** The same with other limits. */
    public TransferConfig withLimits(Limits otherLimits) {
        return new TransferConfig(
                host, handshakePort, dataPort, newestFraming, nanoClock, random, corruptEveryNthRead, otherLimits);
    }
}
