package io.ringside.serve;

import io.ringside.RingsideException;
import io.ringside.export.ForeignProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.agrona.CloseHelper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who is let in, and what the others cost. */
@Timeout(60)
class TraceServerTest {
    private static final String ANSWER = "answer";
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Socket> sockets = new ArrayList<>();
    private TraceServer server;

    @BeforeEach
    void start() {
        server = start(context());
    }

    @AfterEach
    void close() {
        CloseHelper.closeAll(sockets);
        server.close();
    }

    @Test
    void shouldAnswerWhoHasTheToken() throws IOException, InterruptedException {
        assertThat(get("closed", "Authorization", "Bearer " + server.token()).body()).isEqualTo(ANSWER);
        assertThat(get("closed", "Authorization", "bearer  " + server.token()).statusCode()).isEqualTo(200);
    }

    @Test
    void shouldGiveABrowserACookieForTheTokenInTheAddress() throws IOException, InterruptedException {
        final HttpResponse<String> first = get("closed?a=1&token=" + server.token() + "&b=2");

        assertThat(first.statusCode()).isEqualTo(303);
        assertThat(first.headers().firstValue("Location")).contains("/closed?a=1&b=2");
        final String cookie = first.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(cookie).startsWith("ringside-" + server.port() + "=")
                .endsWith("; Path=/; HttpOnly; SameSite=Strict");
        for (final String other : List.of("other=1; ", "a={\"b\":\"c, d\"}; ", "a=\"b; ", "\u00e9=\\; ", "; ,=; ")) {
            assertThat(get("closed", "Cookie", other + cookie.split(";", 2)[0]).body()).as(other).isEqualTo(ANSWER);
        }
    }

    @Test
    void shouldGiveEachBrowserACookieThatIsNoTokenAndEndsWithItsBrowserOrTheServer()
            throws IOException, InterruptedException {
        final String first = cookie();
        final String second = cookie();
        final String third = cookie();
        assertThat(List.of(first, second, third)).doesNotHaveDuplicates()
                .noneMatch(one -> one.contains(server.token()));

        final String value = first.substring(first.indexOf('=') + 1);
        assertThat(get("closed", "Authorization", "Bearer " + value).statusCode()).isEqualTo(401);
        assertThat(get("closed?token=" + value).statusCode()).isEqualTo(401);
        assertThat(get("closed", "Cookie", "ringside-" + server.port() + "=" + server.token()).statusCode())
                .isEqualTo(401);
        try (TraceServer other = start(context())) {
            assertThat(client.send(HttpRequest.newBuilder(URI.create(other.address() + "closed"))
                    .header("Cookie", "ringside-" + other.port() + "=" + value).build(), BodyHandlers.ofString())
                    .statusCode()).isEqualTo(401);
        }

        assertThat(signOut("Cookie", first)).isEqualTo(200);
        assertThat(get("closed", "Cookie", first).statusCode()).isEqualTo(401);
        assertThat(get("closed", "Cookie", second).statusCode()).isEqualTo(200);
        assertThat(signOut("Cookie", first)).isEqualTo(401);
        assertThat(get("closed?token=" + server.token(), "Cookie", third + "0").statusCode()).isEqualTo(303);
        assertThat(get("closed", "Cookie", third).statusCode()).isEqualTo(200);
        assertThat(signOut("Authorization", "Bearer " + server.token())).isEqualTo(200);
        assertThat(get("closed", "Cookie", second).statusCode()).isEqualTo(401);
        assertThat(get("closed", "Cookie", third).statusCode()).isEqualTo(401);
    }

    @Test
    void shouldNotSendABrowserElsewhereWithTheToken() throws IOException {
        for (final String path : List.of("//example.com/", "///example.com/")) {
            assertThat(raw("GET " + path + "?token=" + server.token() + " HTTP/1.1", "Host: localhost"))
                    .startsWith("HTTP/1.1 303 ").contains("\r\nLocation: /").doesNotContain("Location: //");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "Bearer wrong", "Basic dG9rZW4=", ""})
    void shouldRejectAWrongToken(final String authorization) throws IOException, InterruptedException {
        final HttpResponse<String> answer = get("closed", "Authorization", authorization);
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
        assertThat(answer.body()).startsWith("{\"error\":\"token is missing or wrong: path=/closed");
    }

    @Test
    void shouldNeedNoTokenToReadWhatIsOpenButToChangeIt() throws IOException, InterruptedException {
        assertThat(get("open").body()).isEqualTo(ANSWER);
        final HttpRequest change = HttpRequest.newBuilder(URI.create(server.address() + "open"))
                .POST(HttpRequest.BodyPublishers.noBody()).build();
        assertThat(client.send(change, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1,200", "localhost:1,200", "[::1]:80,200", "LOCALHOST,200", "known.example.com,200",
        "evil.example.com,421", "127.0.0.1.example.com,421", "localhost.example.com:7464,421", "a b,421", "'',400"})
    void shouldAnswerOnlyWhoCallsItByANameOfIts(final String host, final int status) throws IOException {
        assertThat(raw("GET /open HTTP/1.1", "Host: " + host)).startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void shouldRejectARequestWithoutAHostOrWithTwo() throws IOException {
        assertThat(raw("GET /open HTTP/1.0")).startsWith("HTTP/1.1 400 ");
        assertThat(raw("GET /open HTTP/1.1", "Host: localhost", "Host: localhost")).startsWith("HTTP/1.1 400 ");
    }

    @ParameterizedTest
    @CsvSource({"http://localhost:7,200", "http://localhost:8,403", "http://evil.example.com,403", "null,403",
        "https://localhost:7,403"})
    void shouldRejectChangesByPagesOfElsewhere(final String origin, final int status)
            throws IOException, InterruptedException {
        assertThat(raw("POST /closed HTTP/1.1", "Host: localhost:7", "Origin: " + origin,
                "Cookie: " + cookie(), "Content-Length: 0"))
                .startsWith("HTTP/1.1 " + status + " ");
    }

    @Test
    void shouldSayThatThereIsNothing() throws IOException, InterruptedException {
        assertThat(get("elsewhere").statusCode()).isEqualTo(401);
        for (final String path : List.of("elsewhere", "openly", "closed2")) {
            final HttpResponse<String> answer = get(path, "Authorization", "Bearer " + server.token());
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).startsWith("{\"error\":\"there is nothing here: path=/" + path);
        }
    }

    @Test
    void shouldServeThePageAndNothingElseOfItsFolder() throws IOException, InterruptedException {
        final String[] headers = {"Authorization", "Bearer " + server.token()};
        final HttpResponse<String> page = get("", headers);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow()).startsWith("default-src 'self'");
        assertThat(page.body()).doesNotContain("http:", "https:", "style=", "onclick");
        assertThat(get("commands.html", headers).body()).contains("commands.js").doesNotContain("http:", "https:",
                "style=", "onclick");
        assertThat(get("page.js", headers).statusCode()).isEqualTo(200);
        assertThat(get("page.css", headers).statusCode()).isEqualTo(200);
        assertThat(get("page.js").statusCode()).isEqualTo(401);
        for (final String path : List.of("page/page.js", ".", "page/../page.js")) {
            assertThat(get(path, headers).statusCode()).as(path).isEqualTo(404);
        }
        for (final String path : List.of("../TraceServer.class", "%2e%2e/TraceServer.class")) {
            assertThat(get(path, headers).statusCode()).as(path).isEqualTo(400);
        }
    }

    @Test
    void shouldAnswerAFailureInsteadOfEndingWithIt() throws IOException, InterruptedException {
        server.route("/failing", true, exchange -> {
            throw new IllegalStateException("of <b>a</b> test");
        });
        final HttpResponse<String> answer = get("failing");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(answer.body()).contains("unexpected failure: reason=java.lang.IllegalStateException");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET /%zz HTTP/1.1\nHost: localhost\n\n", "GET /open?%zz#a HTTP/1.1\nHost: localhost\n\n",
        "GET /%ff%fe HTTP/1.1\nHost: localhost\n\n", "GET /a<b HTTP/1.1\nHost: localhost\n\n",
        "GET /%00 HTTP/1.1\nHost: localhost\n\n", "GET http:// HTTP/1.1\nHost: localhost\n\n",
        "GET http://[::1/ HTTP/1.1\nHost: localhost\n\n", "GET open HTTP/1.1\nHost: localhost\n\n",
        "GET /open HTTP/1.1\nHost localhost\n\n", "GET /open HTTP/1.1\nHost: localhost\n X: 1\n\n",
        "GET /open HTTP/1.1\nHost: localhost\nA b: c\n\n", "GET /open HTTP/1.1\nHost : localhost\n\n",
        "G\u0001T /open HTTP/1.1\nHost: localhost\n\n", "GET\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: +3\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 3 3\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: three\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 99999999999999999999\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 3\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 3\nContent-Length: 4\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 3, 4\n\nabc",
        "POST /body HTTP/1.1\nHost: localhost\nContent-Length: 3\nTransfer-Encoding: chunked\n\n3\nabc\n0\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\nContent-Length: 3\n\n3\nabc\n0\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked, chunked\n\n3\nabc\n0\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked, gzip\n\n3\nabc\n0\n\n",
        "POST /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: \u000bchunked\n\n3\nabc\n0\n\n"})
    void shouldAnswerWhatIsNoRequestWithAPlainSentence(final String request) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\r\nConnection: close\r\n",
                            "{\"error\":\"request cannot be understood: reason=")
                    .doesNotContain("Exception", "xception:", "java", "jetty", "Powered", "Server:", "please report");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"80000000\r\nabc", "FFFFFFFF\r\nabc", "ffffffffffffff\r\nabc", "100000000\r\nabc",
        "fffffffffffffffffff\r\nabc", "zz\r\nabc", "\r\nabc", "-5\r\nabc", "1 2\r\nabc", "3\r\nabcd\r\n0\r\n\r\n",
        "3\r\nab",
        "3\r\nabc", "3", "3\r\nabc\r\n0\r\nX"})
    void shouldAnswerARequestWhoseBodyIsBroken(final String body) throws IOException {
        server.route("/body", false, exchange -> exchange.send(200, "text/plain",
                Integer.toString(exchange.body(1_000).length)));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(String.join("\r\n", "POST /body HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer " + server.token(), "Transfer-Encoding: chunked", "", body)
                    .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400 ").contains("body of the request cannot be read");
        }
    }

    @ParameterizedTest
    @CsvSource({"CONNECT localhost:7,400", "CONNECT *,400", "OPTIONS *,401", "GET *,400", "TRACE /open,401",
        "GET http://localhost/open,200", "GET http://localhost,401", "GET ?a,400", "GET /open;a,200", "GET /;%7f,401"})
    void shouldAnswerUnusualTargets(final String target, final int status) throws IOException {
        assertThat(raw(target + " HTTP/1.1", "Host: localhost")).startsWith("HTTP/1.1 " + status + " ")
                .doesNotContain("please report");
    }

    @Test
    void shouldNotLetAnAnswerAppearCompleteThatHasFailed() throws IOException {
        server.route("/failing", true, exchange -> {
            final OutputStream stream = exchange.stream("text/plain");
            stream.write('a');
            stream.flush();
            throw new IllegalStateException("of a test");
        });
        assertThat(raw("GET /failing HTTP/1.1", "Host: localhost")).startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n1\r\na");
        server.route("/refused", true, exchange -> {
            throw new IOException("of a test");
        });
        assertThat(raw("GET /refused HTTP/1.1", "Host: localhost")).startsWith("HTTP/1.1 500 ")
                .endsWith("{\"error\":\"request could not be answered: send it again\"}\n");
    }

    @Test
    void shouldReadNoSecondRequestFromAConnectionWhoseBodyHasChunks() throws IOException {
        server.route("/body", false, exchange -> exchange.send(200, "text/plain",
                Integer.toString(exchange.body(1_000).length)));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(String.join("\r\n", "POST /body HTTP/1.1", "Host: localhost",
                    "Authorization: Bearer " + server.token(), "Transfer-Encoding: chunked", "", "3", "abc", "0", "",
                    "GET /open HTTP/1.1", "Host: localhost", "", "").getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\n3");
        }
    }

    @Test
    void shouldEndAConnectionWhoseRequestIsHuge() throws IOException {
        for (final String begin : List.of("GET /", "GET /open HTTP/1.1\r\nHost: localhost\r\nX: ")) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(begin.getBytes(StandardCharsets.US_ASCII));
                final byte[] more = "a".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
                // It takes no more than it has room for, however much comes.
                boolean isOpen = true;
                for (int i = 0; i < 1 << 10 && isOpen; i++) {
                    isOpen = isWritten(socket, more);
                }
                assertThat(isOpen).isFalse();
            }
        }
        assertThat(raw("GET /open HTTP/1.1", "Host: localhost")).endsWith(ANSWER);
    }

    @Test
    void shouldAnswerAlthoughManySendTheirRequestsSlowly() throws IOException {
        for (int i = 0; i < 50; i++) {
            final Socket slow = connect();
            slow.getOutputStream().write("GET /open HTT".getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(raw("GET /open HTTP/1.1", "Host: localhost")).endsWith(ANSWER);

        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            for (final Socket slow : sockets) {
                // A byte now and then gives it no more time.
                isWritten(slow, new byte[]{'P'});
                assertThat(isClosed(slow)).isTrue();
            }
        });
    }

    @Test
    void shouldEndAConnectionWhoseBodyComesTooSlowly() throws IOException {
        server.route("/reading", false, exchange -> exchange.send(200, "text/plain", exchange.body(1_000)));
        final Socket slow = connect();
        slow.getOutputStream().write(("POST /reading HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + server.token() + "\r\nContent-Length: 100\r\n\r\na").getBytes(StandardCharsets.US_ASCII));
        slow.setSoTimeout((int) PATIENCE.toMillis());
        String answer = "";
        try {
            answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        } catch (final SocketException e) {
            // It was closed while something was on its way.
        }
        assertThat(answer).doesNotContain("200", "java", "Exception");
        assertThat(raw("GET /open HTTP/1.1", "Host: localhost")).endsWith(ANSWER);
    }

    @Test
    void shouldCloseConnectionsBeyondItsLimit() throws IOException {
        int refused = 0;
        for (int i = 0; i < 1_000 && refused == 0; i++) {
            connect();
            if (i % 50 == 49) {
                refused += isClosed(sockets.get(i)) ? 1 : 0;
            }
        }
        assertThat(refused).isPositive();
        CloseHelper.closeAll(sockets);
        Awaitility.await().atMost(PATIENCE).ignoreExceptions()
                .until(() -> raw("GET /open HTTP/1.1", "Host: localhost").endsWith(ANSWER));
    }

    @Test
    void shouldSpeakTlsWithKeysOfAFile(@TempDir final Path folder) throws Exception {
        final Path keys = folder.resolve("keys.p12");
        ForeignProgram.run(folder, List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keystore", keys.toString(), "-storetype", "PKCS12", "-storepass", "secret1",
                "-alias", "own", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1"));
        final KeyStore trusted = KeyStore.getInstance(keys.toFile(), "secret1".toCharArray());
        final TrustManagerFactory trust = TrustManagerFactory
                .getInstance(TrustManagerFactory.getDefaultAlgorithm());
        final KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, null);
        certificates.setCertificateEntry("own", trusted.getCertificate("own"));
        trust.init(certificates);
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (TraceServer secure = start(context().tls(keys, "secret1".toCharArray()))) {
            assertThat(secure.address()).startsWith("https://127.0.0.1:");
            final HttpResponse<String> answer = HttpClient.newBuilder().sslContext(context).build().send(
                    HttpRequest.newBuilder(URI.create(secure.address() + "closed?token=" + secure.token())).build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Set-Cookie").orElseThrow())
                    .startsWith("__Host-ringside-" + secure.port() + "=").endsWith("; Secure");
        }
        assertThatThrownBy(() -> context().tls(keys, "wrong".toCharArray())).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("keys cannot be used: path=" + keys);
    }

    @Test
    void shouldSayThatThePortIsTaken() {
        final ServeContext same = new ServeContext(Integer.toString(server.port()), null);
        assertThatThrownBy(() -> TraceServer.bind(same)).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("cannot listen: address=")
                .hasMessageEndingWith(": choose another address or port");
    }

    @ParameterizedTest
    @CsvSource({"7464,127.0.0.1,7464", "127.0.0.1:0,127.0.0.1,0", "[::1]:80,0:0:0:0:0:0:0:1,80",
        "0.0.0.0:65535,0.0.0.0,65535"})
    void shouldUnderstandAnAddress(final String text, final String host, final int port) {
        final InetSocketAddress address = ServeContext.address(text);
        assertThat(address.getAddress().getHostAddress()).isEqualTo(host);
        assertThat(address.getPort()).isEqualTo(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":80", "localhost", "localhost:", "65536", "1.2.3.4:99999", "::1:80", "a b:80",
        "no-such-host.invalid:80"})
    void shouldRejectWhatIsNoAddress(final String text) {
        assertThatThrownBy(() -> ServeContext.address(text)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("listen=" + text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "with blanks between the words", "line one of two\nline two of two"})
    void shouldRejectAFileWithoutAToken(final String text, @TempDir final Path folder) throws IOException {
        final Path file = Files.writeString(folder.resolve("token"), text);
        assertThatThrownBy(() -> AccessToken.ofFile(file)).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("file has no token: path=" + file);
        assertThatThrownBy(() -> AccessToken.ofFile(folder)).isInstanceOf(RingsideException.class);
    }

    @Test
    void shouldReadATokenThatEndsWithALine(@TempDir final Path folder) throws IOException {
        final AccessToken token = AccessToken.random();
        final Path file = Files.writeString(folder.resolve("token"), token.text() + "\n");
        assertThat(AccessToken.ofFile(file).text()).isEqualTo(token.text());
        assertThat(token).asString().doesNotContain(token.text());
    }

    private static ServeContext context() {
        return new ServeContext("0", null).hosts(List.of("Known.Example.com"));
    }

    private static TraceServer start(final ServeContext context) {
        final TraceServer made = TraceServer.bind(context);
        made.route("/open", true, TraceServerTest::answer);
        made.route("/closed", false, TraceServerTest::answer);
        made.route("/", false, new PageFiles());
        made.start();
        return made;
    }

    private static void answer(final Exchange exchange) throws IOException {
        exchange.send(200, "text/plain", ANSWER);
    }

    private HttpResponse<String> get(final String path, final String... headers)
            throws IOException, InterruptedException {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    /** The cookie of a new browser. */
    private String cookie() throws IOException, InterruptedException {
        return get("closed?token=" + server.token()).headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    }

    private int signOut(final String... headers) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(server.address() + "sign-out")).headers(headers)
                .POST(HttpRequest.BodyPublishers.noBody()).build(), BodyHandlers.ofString()).statusCode();
    }

    /** What is answered to lines, up to the end of the connection. */
    private String raw(final String... lines) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            final String request = String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Socket connect() throws IOException {
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        sockets.add(socket);
        return socket;
    }

    private static boolean isWritten(final Socket socket, final byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return true;
        } catch (final IOException e) {
            return false;
        }
    }

    private static boolean isClosed(final Socket socket) throws IOException {
        socket.setSoTimeout(500);
        try {
            return socket.getInputStream().read() < 0;
        } catch (final SocketTimeoutException e) {
            return false;
        } catch (final IOException e) {
            return true;
        }
    }
}
