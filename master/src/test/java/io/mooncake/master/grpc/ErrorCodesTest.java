package io.mooncake.master.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.error.ErrorCode;
import io.mooncake.protocol.v1.ErrorCodeNumber;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The three tables of error codes hold the same names and numbers: upstream's, the code's and the protocol's. */
final class ErrorCodesTest {
    private static Map<String, Integer> upstream() throws IOException {
        try (InputStream stream = Objects.requireNonNull(
                        ErrorCodesTest.class.getResourceAsStream("/io/mooncake/error/upstream-error-codes.txt"));
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.trim().split(" ", 2))
                    .collect(Collectors.toMap(fields -> fields[0], fields -> Integer.parseInt(fields[1])));
        }
    }

    @Test
    void theCodeHasUpstreamsNamesAndNumbers() throws IOException {
        Map<String, Integer> code =
                Arrays.stream(ErrorCode.values()).collect(Collectors.toMap(ErrorCode::name, ErrorCode::number));

        assertThat(upstream()).hasSizeGreaterThan(60);
        assertThat(code).isEqualTo(upstream());
    }

    @Test
    void theProtocolHasUpstreamsNamesAndNumbers() throws IOException {
        Map<String, Integer> protocol = Arrays.stream(ErrorCodeNumber.values())
                .filter(number -> number != ErrorCodeNumber.UNRECOGNIZED)
                .collect(Collectors.toMap(ErrorCodeNumber::name, ErrorCodeNumber::getNumber));

        assertThat(protocol).isEqualTo(upstream());
    }

    @Test
    void everyNumberLeadsBackToItsCode() {
        for (ErrorCode code : ErrorCode.values()) {
            assertThat(ErrorCode.ofNumber(code.number())).contains(code);
        }
        assertThat(ErrorCode.ofNumber(1)).isEmpty();
    }
}
