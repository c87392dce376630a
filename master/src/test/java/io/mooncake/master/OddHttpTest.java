package io.mooncake.master;

import static io.mooncake.master.MasterFixture.GIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.mooncake.protocol.v1.PutEndItem;
import io.mooncake.protocol.v1.PutEndRequest;
import io.mooncake.protocol.v1.PutGrant;
import io.mooncake.protocol.v1.VoidOutcome;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys of every kind through the admin paths: found under their own name only, or refused. */
@Timeout(60)
final class OddHttpTest {
    private final MasterFixture master = new MasterFixture();

    @AfterEach
    void close() {
        master.close();
    }

    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static List<String> legalKeys() {
        return List.of(
                "a/b",
                "a b",
                "a%20b",
                "a+b",
                "é",
                "..",
                "../../etc/passwd",
                "?x=1&y",
                "model@v1:tp0/layer#3",
                "two\nlines",
                "two\r\nlines",
                "nul\0inside",
                "\0",
                " ",
                "x",
                "x".repeat(1024),
                "x".repeat(4096),
                "é".repeat(2048),
                "\uD83E\uDD6E".repeat(1024));
    }

    @ParameterizedTest
    @MethodSource("legalKeys")
    void aKeyIsFoundUnderItsOwnNameOnly(String key) throws Exception {
        master.mount(1, "10.0.0.1:12345", GIB);
        master.put(key, 77);

        HttpResponse<String> found = master.get("/query_key?key=" + encoded(key));

        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).contains("\"size_\":77,");
        for (String other : legalKeys()) {
            if (!other.equals(key)) {
                assertThat(master.get("/query_key?key=" + encoded(other)).statusCode())
                        .as("%.20s", other)
                        .isEqualTo(404);
            }
        }
        List<String> lines = master.get("/get_all_keys").body().lines().toList();
        assertThat(lines).hasSize(1);
        assertThat(master.get("/query_key?key=" + encoded(unlisted(lines.getFirst())))
                        .statusCode())
                .isEqualTo(200);
    }

    /** A line of the listing back into a key: only control characters and percent signs are encoded. */
    private static String unlisted(String line) {
        return URLDecoder.decode(line.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Test
    void anEmptyValueIsFoundAndHasNoExtents() throws Exception {
        master.mount(1, "10.0.0.1:12345", GIB);
        PutGrant grant = master.start("empty", 0).getGrant();
        VoidOutcome ended = master.stub
                .putEnd(PutEndRequest.newBuilder()
                        .setHeader(master.changes(1))
                        .setItem(PutEndItem.newBuilder()
                                .setKey(MasterFixture.key("empty"))
                                .setPutId(grant.getPutId()))
                        .build())
                .getOutcome();

        assertThat(ended.hasFailure()).isFalse();
        HttpResponse<String> found = master.get("/query_key?key=empty");
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(found.body()).isEqualTo("{\"success\":true,\"data\":[]}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /query_key                | 404 | "error_code":-704,"error_message":"OBJECT_NOT_FOUND"}
            /query_key?key=           | 404 | "error_code":-704,"error_message":"OBJECT_NOT_FOUND"}
            /query_key?key=missing    | 404 | "error_code":-704,"error_message":"OBJECT_NOT_FOUND"}
            /query_key?key=4097*x     | 404 | "detail":"key must have 1 to 4096 bytes of well-formed UTF-8, has 4097"}
            /query_key?key=%ff        | 400 | 400 Bad Request: the URI must be percent-encoded UTF-8
            /query_key?key=%ed%a0%80  | 400 | 400 Bad Request: the URI must be percent-encoded UTF-8
            /query_key?key=20000*x    | 414 | 414 Request-URI Too Long
            /no_such_path             | 404 | 404 Not Found
            """)
    void isRefused(String path, int status, String body) throws Exception {
        String uri = path;
        int star = path.indexOf('*');
        if (star > 0) {
            int equals = path.indexOf('=') + 1;
            uri = path.substring(0, equals) + "x".repeat(Integer.parseInt(path.substring(equals, star)));
        }
        HttpResponse<String> answer = master.get(uri);
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).endsWith(body);
    }
}
