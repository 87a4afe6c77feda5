package io.ringside.internal.export;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.export.ForeignProgram;
import io.ringside.export.TestCollector;
import io.ringside.export.TestCollector.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Attempts and waits, by a clock of the test. */
class OtlpSenderTest {
    private static final int RECORDS = 7;
    private static final int LARGE = 8 << 20;
    private static final String REJECTION = "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final TestCollector collector = new TestCollector();
    private final List<Long> waits = new ArrayList<>();
    private long nowNs;
    private boolean stopped;

    @AfterEach
    void close() {
        collector.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void shouldTryAgainWhileTheCollectorIsBusyAndCountOnce(final int status) {
        collector.then(Reply.of(status)).then(Reply.of(status)).then(Reply.of(status)).then(Reply.accepted());
        final OtlpSender sender = sender(60);
        send(sender);
        assertThat(sender.sent()).isEqualTo(RECORDS);
        assertThat(sender.rejected()).isZero();
        assertThat(collector.requests()).hasSize(4);
        assertThat(waits).satisfiesExactly(wait -> assertThat(wait).isBetween(SECOND_NS / 4, SECOND_NS / 2),
                wait -> assertThat(wait).isBetween(SECOND_NS / 2, SECOND_NS),
                wait -> assertThat(wait).isBetween(SECOND_NS, 2 * SECOND_NS));
    }

    @Test
    void shouldWaitAsLongAsTheCollectorAsksFor() {
        collector.then(Reply.of(429, "Retry-After", "7")).then(Reply.of(503, "Retry-After", "3"));
        send(sender(60));
        assertThat(waits).containsExactly(7 * SECOND_NS, 3 * SECOND_NS);
    }

    @Test
    void shouldGiveUpAtOnceIfTheCollectorAsksForMoreTimeThanThereIs() {
        collector.then(Reply.of(429, "Retry-After", "61"));
        assertThatThrownBy(() -> send(sender(60))).isInstanceOf(RingsideException.class)
                .hasMessageContaining(
                        "reason=status 429, attempts=1, retryAfterMs=61000, recordsOfRequest=7");
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldGiveUpWhenTheTimeIsOverAndSayHowOftenItHasTried() {
        for (int i = 0; i < 100; i++) {
            collector.then(Reply.of(503));
        }
        final OtlpSender sender = sender(30);
        assertThatThrownBy(() -> send(sender))
                .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                .hasMessageContaining("attempts=" + collector.requests().size() + ", ")
                .hasMessageContaining("--retry-for");
        assertThat(waits).hasSizeBetween(5, 20).allMatch(wait -> wait <= 10 * SECOND_NS);
        assertThat(waits.stream().mapToLong(wait -> wait).sum()).isLessThanOrEqualTo(30 * SECOND_NS);
        assertThat(sender.sent()).isZero();
    }

    @Test
    void shouldWaitNoMoreWhenItIsStopped() {
        collector.then(Reply.of(503)).then(Reply.of(503));
        final OtlpSender sender = new OtlpSender(collector.url(), Map.of(), false, 60 * SECOND_NS, () -> stopped,
                () -> nowNs, wait -> stopped = true);
        assertThatThrownBy(() -> send(sender)).hasMessageContaining("attempts=2");
    }

    @Test
    void shouldFailInOneLineIfNobodyListens() {
        collector.close();
        assertThatThrownBy(() -> send(sender(0))).isInstanceOf(RingsideException.class)
                .hasMessageContaining("reason=connection refused, or host not reached, attempts=1");
    }

    @Test
    void shouldNotTryAgainWithACollectorThatSpeaksNoTls() throws IOException {
        final OtlpSender sender;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(server, socket -> {
                assertThat(socket.getInputStream().read(new byte[LARGE])).isPositive();
                socket.getOutputStream().write(REJECTION.getBytes(StandardCharsets.US_ASCII));
                // The client ends the connection: if the server did, the client might see the end before the answer.
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            });
            sender = sender("https://localhost:" + server.getLocalPort());
            assertThatThrownBy(() -> send(sender)).isInstanceOfSatisfying(RingsideException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
                    .hasMessageStartingWith("collector cannot be reached by TLS: url=https://localhost:")
                    .hasMessageContaining("reason=TLS: ").hasMessageContaining("recordsOfRequest=" + RECORDS)
                    .hasMessageContaining("give http:// if it does not use TLS");
        }
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldNotTryAgainWithACollectorThatIsNotTrusted(@TempDir final Path folder) throws Exception {
        final Path keys = folder.resolve("keys.p12");
        ForeignProgram.run(folder, List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair", "-keystore", keys.toString(), "-storetype", "PKCS12", "-storepass", "secret1",
                "-alias", "own", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=ip:127.0.0.1"));
        final KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(KeyStore.getInstance(keys.toFile(), "secret1".toCharArray()), "secret1".toCharArray());
        final SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        final HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.start();
        try {
            final OtlpSender sender = sender("https://127.0.0.1:" + server.getAddress().getPort());
            assertThatThrownBy(() -> send(sender)).hasMessageStartingWith("collector cannot be reached by TLS: url=")
                    .hasMessageContaining("-Djavax.net.ssl.trustStore=FILE");
            assertThat(waits).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    /** What proxies do with requests that are too large for them. */
    @Test
    void shouldLearnWhyALargeRequestIsRejectedBeforeItIsRead() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            start(server, OtlpSenderTest::readHeaders);
            final OtlpSender sender = sender("http://127.0.0.1:" + server.getLocalPort());
            sender.send(new ByteBuilder(LARGE).putBytes(new byte[LARGE]), RECORDS);
            assertThat(sender.rejected()).isEqualTo(RECORDS);
            assertThat(sender.reason()).isEqualTo("status 413");
            assertThat(waits).hasSizeLessThan(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 422, 500, 501})
    void shouldNotTryAgainWhatTheCollectorRejects(final int status) {
        collector.then(Reply.of(status));
        final OtlpSender sender = sender(60);
        send(sender);
        assertThat(sender.sent()).isZero();
        assertThat(sender.rejected()).isEqualTo(RECORDS);
        assertThat(sender.reason()).isEqualTo("status " + status);
        assertThat(waits).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "7, 7", "8, 7", "9223372036854775807, 7", "-1, 0"})
    void shouldBelieveNoImpossibleNumberOfRejections(final long told, final long counted) {
        collector.then(Reply.partly(told, "why"));
        final OtlpSender sender = sender(60);
        send(sender);
        assertThat(sender.rejected()).isEqualTo(counted);
        assertThat(sender.sent()).isEqualTo(RECORDS - counted);
        assertThat(sender.reason()).isEqualTo("why");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "0a", "0a05", "0affffffffffffffffff01", "08ffffffffffffffffffffff", "0b", "00",
        "0a02120a", "09aabb", "0dccdd"})
    void shouldFailIfTheAnswerIsNoMessage(final String hex) {
        collector.then(new Reply(200, Map.of("Content-Type", "application/x-protobuf"),
                HexFormat.of().parseHex(hex)));
        assertThatThrownBy(() -> send(sender(60))).isInstanceOf(RingsideException.class)
                .hasMessageStartingWith("this is no collector of OTLP");
    }

    @Test
    void shouldReadALongAnswerAndCountTheStatusOfOneThatIsEndless() {
        final OtlpSender sender = sender(60);
        collector.then(Reply.partly(3, "x".repeat(100_000)));
        send(sender);
        assertThat(sender.rejected()).isEqualTo(3);
        collector.then(new Reply(200, Map.of("Content-Type", "application/x-protobuf"), new byte[5 << 20]));
        send(sender);
        assertThat(sender.sent()).isEqualTo(2 * RECORDS - 3);
        assertThat(collector.requests()).as("none is sent twice").hasSize(2);
    }

    @Test
    void shouldHalveARequestThatIsTooLarge() {
        final Reply tooLarge = new Reply(400, Map.of(), "request body too large".getBytes(StandardCharsets.US_ASCII));
        collector.then(Reply.of(413)).then(tooLarge).then(Reply.accepted()).then(Reply.accepted())
                .then(Reply.accepted());
        final OtlpSender sender = sender(60);
        send(sender);

        assertThat(sender.sent()).isEqualTo(RECORDS);
        assertThat(sender.rejected()).isZero();
        final List<Integer> sizes = collector.requests().stream().map(request -> request.records().size()).toList();
        assertThat(sizes).containsExactly(7, 3, 1, 2, 2, 2);
        assertThat(collector.requests().stream().skip(2).flatMap(request -> request.records().stream())
                .map(LogRecord::getTimeUnixNano)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        assertThat(collector.requests().get(4).logs().getResourceLogs(0).getScopeLogs(0).getScope().getName())
                .isEqualTo("scope");

        send(sender);
        assertThat(collector.requests()).as("the size is known").hasSize(6 + 4);
        assertThat(sender.sent()).isEqualTo(2 * RECORDS);
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldRejectOnlyTheRecordThatIsTooLargeByItself() {
        for (int i = 0; i < 4; i++) {
            collector.then(Reply.of(413));
        }
        final OtlpSender sender = sender(60);
        send(sender);
        assertThat(sender.sent()).isEqualTo(RECORDS - 1);
        assertThat(sender.rejected()).isEqualTo(1);
        assertThat(sender.reason()).isEqualTo("status 413");
    }

    @Test
    void shouldUnderstandSecondsAndDatesAndNothingElse() {
        assertThat(OtlpSender.delayNs("0")).isZero();
        assertThat(OtlpSender.delayNs(" 120 ")).isEqualTo(120 * SECOND_NS);
        final ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        assertThat(OtlpSender.delayNs(DateTimeFormatter.RFC_1123_DATE_TIME.format(now.plusHours(1))))
                .isBetween(3_000 * SECOND_NS, 3_600 * SECOND_NS);
        assertThat(OtlpSender.delayNs(DateTimeFormatter.RFC_1123_DATE_TIME.format(now.minusHours(1)))).isZero();
        assertThat(OtlpSender.delayNs("soon")).isZero();
        assertThat(OtlpSender.delayNs("-5")).isZero();
        assertThat(OtlpSender.delayNs("99999999999999999999")).isZero();
        assertThat(OtlpSender.delayNs("Fri, 31 Dec 9999 23:59:59 GMT")).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///tmp/x", "localhost:4318", "ftp://localhost", "http:///x", "/v1/logs"})
    void shouldRejectWhatIsNoUrlOfACollector(final String url) {
        assertThatThrownBy(() -> new OtlpSender(URI.create(url), Map.of(), false, 0, () -> false))
                .hasMessageStartingWith("no URL of a collector: url=" + url);
    }

    @Test
    void shouldRejectAHeaderThatIsNotAllowedWithoutItsValue() {
        assertThatThrownBy(() -> new OtlpSender(collector.url(), Map.of("Content-Length", "secret"), false, 0,
                () -> false)).hasMessageStartingWith("header is not allowed: names=[Content-Length]")
                .hasMessageNotContaining("secret");
    }

    private OtlpSender sender(final int retrySeconds) {
        return sender(collector.url(), retrySeconds);
    }

    private OtlpSender sender(final String url) {
        return sender(URI.create(url), 60);
    }

    private OtlpSender sender(final URI url, final int retrySeconds) {
        return new OtlpSender(url, Map.of(), false, retrySeconds * SECOND_NS, () -> false, () -> nowNs,
                wait -> {
                    waits.add(wait);
                    nowNs += wait;
                });
    }

    /** What is read of a request before it is rejected. */
    private interface Reading {
        void read(Socket socket) throws IOException;
    }

    private static void readHeaders(final Socket socket) throws IOException {
        final InputStream in = socket.getInputStream();
        for (int last = 0, ends = 0; ends < 2 && last >= 0;) {
            last = in.read();
            ends = last == '\n' ? ends + 1 : last == '\r' ? ends : 0;
        }
    }

    private static void start(final ServerSocket server, final Reading reading) {
        final Thread thread = new Thread(() -> rejectAll(server, reading));
        thread.setDaemon(true);
        thread.start();
    }

    private static void rejectAll(final ServerSocket server, final Reading reading) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                reading.read(socket);
                socket.getOutputStream().write(REJECTION.getBytes(StandardCharsets.US_ASCII));
            } catch (final IOException e) {
                // The client has gone, or the test has ended.
            }
        }
    }

    private static void send(final OtlpSender sender) {
        final ScopeLogs.Builder records = ScopeLogs.newBuilder()
                .setScope(InstrumentationScope.newBuilder().setName("scope"));
        for (int i = 0; i < RECORDS; i++) {
            records.addLogRecords(LogRecord.newBuilder().setTimeUnixNano(i));
        }
        final byte[] request = ExportLogsServiceRequest.newBuilder()
                .addResourceLogs(ResourceLogs.newBuilder().addScopeLogs(records)).build().toByteArray();
        sender.send(new ByteBuilder(request.length).putBytes(request), RECORDS);
    }
}
