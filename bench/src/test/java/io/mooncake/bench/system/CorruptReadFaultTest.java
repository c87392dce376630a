package io.mooncake.bench.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.mooncake.bench.trace.TraceRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The check is checked: a storage node that flips one byte in every 1,000th read is seen each time; by the checksum
 * where there is one, by the replay where there is none.
 */
final class CorruptReadFaultTest {

    private static final int EVERY = 1_000;
    private static final long BLOCKS = 3_500;

    @TempDir
    private Path folder;

    @Test
    void eachFlippedByteIsAChecksumMismatchAndNoWrongByte() throws Exception {
        Stage.run(folder, stage -> {
            Path trace = prepare(stage);
            JsonNode written = stage.replay(trace, "--batch=100").await(0);
            assertThat(written.get("bytes_written").longValue()).isEqualTo(BLOCKS * Stage.BLOCK_BYTES);
            JsonNode read = stage.replay(trace, "--batch=100").await(0);
            assertThat(read.get("errors").get("CHECKSUM_MISMATCH").longValue()).isEqualTo(BLOCKS / EVERY);
            assertThat(read.get("failed_gets").longValue()).isEqualTo(BLOCKS / EVERY);
            assertThat(read.get("hits").longValue()).isEqualTo(BLOCKS - BLOCKS / EVERY);
            assertThat(read.get("wrong_bytes").longValue()).isZero();
        });
    }

    @Test
    void withoutChecksumsEachIsAWrongByte() throws Exception {
        Stage.run(folder, stage -> {
            Path trace = prepare(stage);
            var unchecked = stage.launcher().with("MOONCAKE_STORE_CHECKSUM", "0");
            stage.replay(unchecked, trace, "--batch=100").await(0);
            JsonNode read = stage.replay(unchecked, trace, "--batch=100").await(1);
            assertThat(read.get("wrong_bytes").longValue()).isEqualTo(BLOCKS / EVERY);
            assertThat(read.get("hits").longValue()).isEqualTo(BLOCKS);
            assertThat(read.get("failed_gets").longValue()).isZero();
        });
    }

    private static Path prepare(Stage stage) throws Exception {
        stage.cluster().startMaster();
        stage.cluster().startClient("flipping node", "128 MB", "--test_corrupt_every_nth_read=" + EVERY);
        return stage.writeTrace(
                List.of(new TraceRequest(LongStream.range(0, BLOCKS).boxed().toList())));
    }
}
