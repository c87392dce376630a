package io.mooncake.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mooncake.address.HostAndPort;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class HttpServerTest {
    private static final HostAndPort ANY_PORT = new HostAndPort("127.0.0.1", 0);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private HttpServer server = start();

    private HttpServer start() {
        try {
            return HttpServer.builder()
                    .threadName("test-http")
                    .workers(1, 1)
                    .maxBodyBytes(16)
                    .get("/hello", request -> HttpReply.of(200, HttpReply.TEXT, "hello"))
                    .get(
                            "/echo",
                            request -> HttpReply.of(
                                    200,
                                    HttpReply.TEXT,
                                    request.parameter("key").orElse("none")))
                    .post("/body", request -> HttpReply.of(200, HttpReply.TEXT, request.body()))
                    .get("/throws", request -> {
                        throw new IllegalStateException("planted");
                    })
                    .get("/blocks", request -> {
                        entered.countDown();
                        awaitRelease();
                        return HttpReply.of(200, HttpReply.TEXT, "done");
                    })
                    .start(ANY_PORT);
        } catch (BindFailedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitRelease() {
        try {
            assertThat(release.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void checkPort() {
        assertThat(server.boundAddress().port()).isPositive();
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close();
        client.close();
    }

    private java.net.http.HttpRequest.Builder request(String pathAndQuery) {
        return java.net.http.HttpRequest.newBuilder(URI.create("http://" + server.boundAddress() + pathAndQuery))
                .timeout(Duration.ofSeconds(10));
    }

    private HttpResponse<String> get(String pathAndQuery) throws IOException, InterruptedException {
        return client.send(request(pathAndQuery).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void answersGetAndPostAtExactPaths() throws Exception {
        HttpResponse<String> hello = get("/hello");
        assertThat(hello.statusCode()).isEqualTo(200);
        assertThat(hello.body()).isEqualTo("hello");
        assertThat(hello.headers().firstValue("content-type")).contains("text/plain; charset=utf-8");
        assertThat(post("/body", "sixteen bytes ok").body()).isEqualTo("sixteen bytes ok");
    }

    @Test
    void decodesPercentEncodedParameters() throws Exception {
        assertThat(get("/echo?key=a%2Fb%20%C3%BC%26c+d").body()).isEqualTo("a/b ü&c+d");
        assertThat(get("/echo").body()).isEqualTo("none");
        // Bytes as they are: what curl sends of a name that nobody encoded.
        assertThat(raw("GET /echo?key=\u00c3\u00bc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .endsWith("\u00c3\u00bc");
        for (String malformed : List.of("%ff", "%c3(", "\u00ff", "a%c0%80")) {
            assertThat(raw("GET /echo?key=" + malformed + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 400 ")
                    .endsWith("the URI must be percent-encoded UTF-8");
        }
        assertThat(raw("GET /echo?key=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void answersUnknownPathsAndMethods() throws Exception {
        HttpResponse<String> missing = get("/hello/");
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).isEqualTo("404 Not Found");
        assertThat(get("/body").statusCode()).isEqualTo(405);
        assertThat(post("/hello", "").statusCode()).isEqualTo(405);
    }

    @Test
    void boundsTheBytesOfARequest() throws Exception {
        assertThat(post("/body", "seventeen bytes !").statusCode()).isEqualTo(413);
        assertThat(raw("GET /hello HTTP/1.1\r\nHost: x\r\nA: " + "b".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431 ");
        assertThat(raw("GET /" + "b".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"))
                .startsWith("HTTP/1.1 414 ");
    }

    @Test
    void answers500WhenAHandlerThrowsAndGoesOn() throws Exception {
        assertThat(get("/throws").statusCode()).isEqualTo(500);
        assertThat(get("/hello").statusCode()).isEqualTo(200);
    }

    @Test
    void answers503WhenEveryWorkerAndTheQueueAreTaken() throws Exception {
        CompletableFuture<HttpResponse<String>> running =
                client.sendAsync(request("/blocks").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<HttpResponse<String>> second =
                client.sendAsync(request("/hello").build(), HttpResponse.BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> third =
                client.sendAsync(request("/hello").build(), HttpResponse.BodyHandlers.ofString());

        HttpResponse<String> refused =
                second.applyToEither(third, answer -> answer).get(10, TimeUnit.SECONDS);
        assertThat(refused.statusCode()).isEqualTo(503);

        release.countDown();
        assertThat(running.get(10, TimeUnit.SECONDS).body()).isEqualTo("done");
        assertThat(second.get(10, TimeUnit.SECONDS).statusCode()
                        + third.get(10, TimeUnit.SECONDS).statusCode())
                .isEqualTo(200 + 503);
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        String start = "GET /echo?key=1 HTTP/1.1\r\nHost: x\r\n\r\n";
        String middle = "GET /nosuch HTTP/1.1\r\nHost: x\r\n\r\n";
        String end = "GET /echo?key=3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        String answers = raw(start + middle + end);

        int first = answers.indexOf("\r\n\r\n1");
        int second = answers.indexOf("404 Not Found");
        int third = answers.indexOf("\r\n\r\n3");
        assertThat(first).isPositive().isLessThan(second);
        assertThat(second).isLessThan(third);
    }

    @Test
    void saysWhichAddressCouldNotBeBound() {
        assertThatThrownBy(() -> HttpServer.builder().start(server.boundAddress()))
                .isInstanceOfSatisfying(BindFailedException.class, fault -> {
                    assertThat(fault.address()).isEqualTo(server.boundAddress());
                    assertThat(fault).hasMessageContaining(server.boundAddress().toString());
                });
    }

    @Test
    void closesAgainAndFreesThePort() throws Exception {
        HostAndPort address = server.boundAddress();
        server.close();
        server.close();

        server = HttpServer.builder()
                .get("/again", request -> HttpReply.of(200, HttpReply.TEXT, "again"))
                .start(address);
        assertThat(get("/again").body()).isEqualTo("again");
    }

    private String raw(String bytes) throws IOException {
        try (Socket socket =
                new Socket(server.boundAddress().host(), server.boundAddress().port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
