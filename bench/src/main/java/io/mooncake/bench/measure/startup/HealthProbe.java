package io.mooncake.bench.measure.startup;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Asks a port of this machine for {@code /health} until the answer is 200. */
final class HealthProbe {

    /** Small beside what is measured, and rare enough to take no CPU from it. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int ANSWER_LIMIT_MILLIS = 2_000;
    private static final byte[] REQUEST =
            "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final String FOUND = "HTTP/1.1 200";

    private final LongSupplier nanoClock;

    HealthProbe(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** A port that was free a moment ago. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Blocks until the answer is 200; returns the time since then. */
    long nanosSince(long startNanos, int port, long limitNanos) throws IOException {
        while (!isHealthy(port)) {
            if (nanoClock.getAsLong() - startNanos > limitNanos) {
                throw new IOException("no /health at port " + port + " within " + limitNanos / 1_000_000 + " ms");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return nanoClock.getAsLong() - startNanos;
    }

    private static boolean isHealthy(int port) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_LIMIT_MILLIS);
            socket.setSoTimeout(ANSWER_LIMIT_MILLIS);
            socket.getOutputStream().write(REQUEST);
            InputStream answer = socket.getInputStream();
            return new String(answer.readNBytes(FOUND.length()), StandardCharsets.US_ASCII).equals(FOUND);
        } catch (ConnectException notYet) {
            return false;
        }
    }
}
