package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.cluster.StoreProcess;
import io.mooncake.bench.trace.TraceRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whoever finds the ports of a storage node and sends what he likes reads nothing, changes nothing and ends nothing.
 */
final class RawBytesFaultTest {

    /** Length, address, opcode, and padding. */
    private static final int HEADER_BYTES = 24;

    private static final byte READ_V2 = (byte) 0x80;
    private static final byte WRITE_V2 = (byte) 0x81;
    private static final int READ_LIMIT_MILLIS = 10_000;
    private static final long BLOCKS = 200;
    /** Longest answer to a refused request: a status of 8 bytes, or a descriptor of a port that is no data port. */
    private static final int MOST_ANSWER_BYTES = 4_096;

    @TempDir
    private Path folder;

    @Test
    void garbageAtEveryPortChangesNothing() throws Exception {
        Stage.run(folder, stage -> {
            stage.cluster().startMaster();
            StoreProcess node = stage.cluster().startClient("storage node", "16 MB");
            Path trace = stage.writeTrace(
                    List.of(new TraceRequest(LongStream.range(0, BLOCKS).boxed().toList())));
            stage.replay(trace).await(0);

            Set<Integer> ports = ListeningPorts.of(node.pid());
            assertThat(ports).hasSizeBetween(1, 8);
            for (int port : ports) {
                for (byte[] garbage : garbage()) {
                    assertThat(answerTo(port, garbage)).isLessThanOrEqualTo(MOST_ANSWER_BYTES);
                }
            }

            assertThat(node.isAlive()).isTrue();
            JsonNode read = stage.replay(trace).await(0);
            assertThat(read.get("hits").longValue()).isEqualTo(BLOCKS);
            SmallTraceReplayTest.assertNothingFailed(read);
        });
    }

    private static List<byte[]> garbage() {
        byte[] random = new byte[100_000];
        new Random(42).nextBytes(random);
        return List.of(
                random,
                new byte[100_000],
                "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                header(Long.MAX_VALUE, 1L << 30, READ_V2),
                header(-1, 1L << 30, WRITE_V2),
                header(16, -8, READ_V2),
                header(16, 0, WRITE_V2),
                header(1L << 40, 0x7F00_0000_0000L, READ_V2),
                header(16, 0x7F00_0000_0000L, (byte) 0),
                header(16, 0x7F00_0000_0000L, (byte) 1),
                header(0, 1L << 30, READ_V2),
                new byte[] {1, 2, 3, 4, 5, 6, 7});
    }

    private static byte[] header(long sizeBytes, long address, byte opcode) {
        return ByteBuffer.allocate(HEADER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(sizeBytes)
                .putLong(address)
                .put(opcode)
                .array();
    }

    /** Sends the bytes and no more; returns how many bytes come back until the connection is closed. */
    private static int answerTo(int port, byte[] garbage) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), READ_LIMIT_MILLIS);
            socket.setSoTimeout(READ_LIMIT_MILLIS);
            socket.getOutputStream().write(garbage);
            socket.shutdownOutput();
            return count(socket.getInputStream());
        } catch (SocketException reset) {
            // Closed while we were still sending: nothing came back.
            return 0;
        }
    }

    private static int count(InputStream stream) throws IOException {
        int count = 0;
        while (stream.read() >= 0) {
            count++;
        }
        return count;
    }
}
