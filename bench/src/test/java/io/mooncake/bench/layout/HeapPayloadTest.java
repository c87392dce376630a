package io.mooncake.bench.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No payload on the heap where a storage node or a data port receives it: the packages of the put path make no byte
 * array and no buffer of a length that comes from outside. Cores enter no monitor.
 */
final class HeapPayloadTest {

    private static final Path ROOT = Path.of(System.getProperty("mooncake.root"));
    private static final List<Path> PUT_PATH = Stream.of("tcp", "local", "memory")
            .map(name -> classes("transfer-engine-native", "transfer/" + name))
            .toList();
    private static final Path LENT_MEMORY = classes("client", "client/segment");

    @TempDir
    private Path folder;

    @Test
    void thePutPathMakesNoHeapPayload() {
        assertThat(HeapPayloadScan.unboundedBytes(PUT_PATH)).isEmpty();
        assertThat(HeapPayloadScan.unboundedBytes(List.of(LENT_MEMORY))).isEmpty();
    }

    @Test
    void theScanLooksAtClasses() {
        // tcp joins when the transport does
        assertThat(HeapPayloadScan.classFiles(classes("transfer-engine-native", "transfer/memory")))
                .isNotEmpty();
        assertThat(HeapPayloadScan.classFiles(LENT_MEMORY)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "new byte[(int) lengthBytes]",
                "java.nio.ByteBuffer.allocate((int) lengthBytes)",
                "memory.toArray(java.lang.foreign.ValueLayout.JAVA_BYTE)",
                "java.util.Arrays.copyOf(header, (int) lengthBytes)",
                "io.netty.buffer.Unpooled.buffer((int) lengthBytes)",
                "io.netty.buffer.ByteBufAllocator.DEFAULT.directBuffer((int) lengthBytes)"
            })
    void seesAPlantedHeapPayload(String expression) {
        assertThat(HeapPayloadScan.unboundedBytes(List.of(planted("return " + expression + ";"))))
                .containsExactly("io.mooncake.transfer.tcp.Planted.planted");
    }

    @Test
    void aHeaderOfAConstantLengthIsFine() {
        assertThat(HeapPayloadScan.unboundedBytes(List.of(planted("return new byte[17];"))))
                .isEmpty();
    }

    @Test
    void aMethodThatMakesABufferIsJudgedByItsCalls() {
        String maker = "return frame(%s); } static Object frame(int size) { return new byte[size];";
        assertThat(HeapPayloadScan.unboundedBytes(List.of(planted(maker.formatted("24")))))
                .isEmpty();
        assertThat(HeapPayloadScan.unboundedBytes(List.of(planted(maker.formatted("(int) lengthBytes")))))
                .containsExactly("io.mooncake.transfer.tcp.Planted.planted");
    }

    @Test
    void coresEnterNoMonitor() {
        assertThat(HeapPayloadScan.monitors(
                        List.of(classes("master", "master/core"), classes("client", "client/core"))))
                .isEmpty();
        assertThat(HeapPayloadScan.monitors(List.of(planted("synchronized (this) { return header; }"))))
                .contains("io.mooncake.transfer.tcp.Planted.planted");
    }

    private Path planted(String body) {
        return new PlantedClasses(folder)
                .compile(Map.of(
                        "io.mooncake.transfer.tcp.Planted",
                        "package io.mooncake.transfer.tcp; public class Planted { Object planted(long lengthBytes,"
                                + " byte[] header, java.lang.foreign.MemorySegment memory) { " + body + " } }"));
    }

    private static Path classes(String module, String packagePath) {
        return ROOT.resolve(module).resolve("target/classes/io/mooncake").resolve(packagePath);
    }
}
