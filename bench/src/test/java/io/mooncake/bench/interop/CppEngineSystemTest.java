package io.mooncake.bench.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.mooncake.bench.interop.EnginePeer.Answer;
import io.mooncake.bench.interop.EnginePeer.Language;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our engine and the released C++ engine read and write each other's memory, as processes, found by handshake. */
@Timeout(300)
final class CppEngineSystemTest {
    /** Untouched bytes on both sides of every range that moves. */
    private static final long CANARY_BYTES = 4 << 10;

    private static final List<Long> LENGTHS =
            List.of(1L, 7L, 24L, 4L << 10, (64L << 10) - 1, (1L << 20) + 1, 16L << 20, 256L << 20);
    private static final long REGION_BYTES = LENGTHS.getLast() + 2 * CANARY_BYTES;
    private static final long SMALL_REGION_BYTES = 1 << 20;
    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final Map<String, String> OLD_FRAMING = Map.of("MC_TCP_PROTO", "1");
    private static final Pattern STATUS_SEEN = Pattern.compile("rejected by server, status 1");

    @BeforeAll
    static void needsTheCppEngine() {
        CppEngine.require();
    }

    static Stream<Arguments> rolesAndFramings() {
        return Stream.of(
                arguments(Language.JAVA, Language.CPP, 2),
                arguments(Language.JAVA, Language.CPP, 1),
                arguments(Language.CPP, Language.JAVA, 2),
                arguments(Language.CPP, Language.JAVA, 1));
    }

    private static Map<String, String> framing(int version) {
        return version == 1 ? OLD_FRAMING : Map.of();
    }

    @ParameterizedTest
    @MethodSource("rolesAndFramings")
    void everyByteArrivesAndNoOther(Language initiating, Language serving, int version) throws Exception {
        try (EnginePeer target = EnginePeer.start(serving, REGION_BYTES, Map.of());
                EnginePeer initiator = EnginePeer.start(initiating, REGION_BYTES, framing(version))) {
            long seed = 1;
            for (long length : LENGTHS) {
                moveAndCompare(initiator, initiator, target, "write", length, seed++);
                moveAndCompare(initiator, target, initiator, "read", length, seed++);
            }
            assertThat(initiator.order("probe " + target.name()).ok()).isTrue();
        }
    }

    /** Moves a range from {@code source} to {@code sink}; the initiator is one of them. */
    private static void moveAndCompare(
            EnginePeer initiator, EnginePeer source, EnginePeer sink, String verb, long length, long seed)
            throws Exception {
        long around = length + 2 * CANARY_BYTES;
        sink.fill(0, around, -seed);
        long before = sink.sum(0, CANARY_BYTES);
        long behind = sink.sum(CANARY_BYTES + length, CANARY_BYTES);
        long sent = source.fill(CANARY_BYTES, length, seed);
        EnginePeer target = initiator == source ? sink : source;

        Answer moved = initiator.move(verb, target, CANARY_BYTES, CANARY_BYTES, length);

        boolean blind = initiator.language() == Language.CPP && initiator.saysOldFraming() && verb.equals("write");
        long patienceNanos = blind ? PATIENCE_NANOS : 0;
        String what = verb + " of " + length + " bytes:\n" + source.said() + sink.said();
        assertThat(moved).as(what).isEqualTo(new Answer(true, ""));
        // A write of the old framing has no acknowledgement: the C++ engine is done before the bytes have arrived.
        long start = System.nanoTime();
        while (sink.sum(CANARY_BYTES, length) != sent && System.nanoTime() - start < patienceNanos) {
            Thread.onSpinWait();
        }
        assertThat(sink.sum(CANARY_BYTES, length)).as(what).isEqualTo(sent);
        assertThat(source.sum(CANARY_BYTES, length)).as(what).isEqualTo(sent);
        assertThat(sink.sum(0, CANARY_BYTES)).as("before a %s", what).isEqualTo(before);
        assertThat(sink.sum(CANARY_BYTES + length, CANARY_BYTES))
                .as("behind a %s", what)
                .isEqualTo(behind);
    }

    @Test
    void aFlippedByteIsNoticed() throws Exception {
        try (EnginePeer target = EnginePeer.java(Map.of(), "--bytes=64KB", "--corrupt_every_nth_read=1");
                EnginePeer initiator = EnginePeer.start(Language.CPP, SMALL_REGION_BYTES, Map.of())) {
            long sent = target.fill(0, 100, 1);
            assertThat(initiator.move("read", target, 0, 0, 100).ok()).isTrue();
            assertThat(initiator.sum(0, 100)).isNotEqualTo(sent);
        }
    }

    /** The range ends one byte behind the region, or begins one before it. */
    @ParameterizedTest
    @MethodSource("rolesAndFramings")
    void aWrongAddressIsRefused(Language initiating, Language serving, int version) throws Exception {
        try (EnginePeer target = EnginePeer.start(serving, SMALL_REGION_BYTES, Map.of());
                EnginePeer initiator = EnginePeer.start(initiating, SMALL_REGION_BYTES, framing(version))) {
            long before = target.sum(0, SMALL_REGION_BYTES);
            for (long offset : List.of(SMALL_REGION_BYTES - 99, -1L)) {
                for (String verb : List.of("read", "write")) {
                    // The C++ engine takes a write of the old framing for done when the socket has it.
                    boolean blind = initiating == Language.CPP && version == 1 && verb.equals("write");
                    Answer refused = initiator.move(verb, target, offset, 0, 100);
                    assertThat(refused.ok()).as(verb + " at " + offset).isEqualTo(blind);
                    if (initiating == Language.JAVA && version == 2) {
                        assertThat(refused.text()).startsWith("ADDRESS_REFUSED");
                    }
                    eventuallyReads(initiator, target);
                }
            }
            if (initiating == Language.CPP) {
                assertThat(initiator.process().countLines(STATUS_SEEN))
                        .as(initiator.said())
                        .isEqualTo(version == 2 ? 4 : 0);
                assertThat(target.order("served").text()).endsWith(" 4");
            }
            assertThat(target.sum(0, SMALL_REGION_BYTES)).isEqualTo(before);
        }
    }

    /** Between two C++ engines the same calls fail: lanes that broke are found out one call after the other. */
    private static void eventuallyReads(EnginePeer initiator, EnginePeer target) throws Exception {
        long start = System.nanoTime();
        while (!initiator.move("read", target, 0, 0, 100).ok()) {
            assertThat(initiator.language()).as(initiator.said()).isEqualTo(Language.CPP);
            assertThat(System.nanoTime() - start).as(initiator.said()).isLessThan(PATIENCE_NANOS);
        }
    }

    @Test
    void ourRestartedEngineIsFoundAgainAndItsOldAddressesAreRefused() throws Exception {
        String[] ports = {"--port=" + freePort(), "--data_port=" + freePort()};
        try (EnginePeer initiator = EnginePeer.start(Language.CPP, SMALL_REGION_BYTES, Map.of())) {
            String oldAddress;
            try (EnginePeer first = EnginePeer.java(Map.of(), ports)) {
                oldAddress = first.address(0);
                assertThat(initiator.move("write", first, 0, 0, 100).ok()).isTrue();
                first.process().kill();
                assertThat(initiator.move("write", first, 0, 0, 100).ok()).isFalse();
            }
            try (EnginePeer second = EnginePeer.java(Map.of(), ports)) {
                long before = second.sum(0, SMALL_REGION_BYTES);
                assertThat(initiator
                                .moveAt("write", second.name(), oldAddress, 0, 100)
                                .ok())
                        .isFalse();
                assertThat(second.sum(0, SMALL_REGION_BYTES)).isEqualTo(before);

                eventuallyReads(initiator, second);
                long sent = initiator.fill(0, 100, 3);
                assertThat(initiator.move("write", second, 0, 0, 100).ok()).isTrue();
                assertThat(second.sum(0, 100)).isEqualTo(sent);
            }
        }
    }

    @Test
    void aDepartedCppEngineFailsOurCallsSoonAndItsSuccessorIsServed() throws Exception {
        try (EnginePeer initiator = EnginePeer.start(Language.JAVA, SMALL_REGION_BYTES, Map.of())) {
            try (EnginePeer first = EnginePeer.start(Language.CPP, SMALL_REGION_BYTES, Map.of())) {
                assertThat(initiator.move("read", first, 0, 0, 100).ok()).isTrue();
                first.process().kill();
                Answer gone = initiator.move("read", first, 0, 0, 100);
                assertThat(gone.text()).startsWith("DESCRIPTOR_UNAVAILABLE");
            }
            try (EnginePeer second = EnginePeer.start(Language.CPP, SMALL_REGION_BYTES, Map.of())) {
                assertThat(initiator.move("read", second, 0, 0, 100).ok()).isTrue();
                assertThat(second.move("read", initiator, 0, 0, 100).ok()).isTrue();
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
