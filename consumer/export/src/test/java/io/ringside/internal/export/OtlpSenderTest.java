package io.ringside.internal.export;

import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.export.TestCollector;
import io.ringside.export.TestCollector.Reply;
import java.net.URI;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Attempts and waits, by a clock of the test. */
class OtlpSenderTest {
    private static final int RECORDS = 7;
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
                        "reason=status 429, attempts=1, retryAfterMs=61000, sent=0, rejected=0, notSent=7");
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

    @ParameterizedTest
    @ValueSource(ints = {400, 413, 422, 500, 501})
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
    void shouldFailIfTheAnswerIsTooLong() {
        collector.then(new Reply(200, Map.of("Content-Type", "application/x-protobuf"), new byte[1 << 20]));
        assertThatThrownBy(() -> send(sender(0))).isInstanceOf(RingsideException.class)
                .hasMessageContaining("answer is longer than 65536 bytes");
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
        return new OtlpSender(collector.url(), Map.of(), false, retrySeconds * SECOND_NS, () -> false, () -> nowNs,
                wait -> {
                    waits.add(wait);
                    nowNs += wait;
                });
    }

    private static void send(final OtlpSender sender) {
        final ScopeLogs.Builder records = ScopeLogs.newBuilder();
        for (int i = 0; i < RECORDS; i++) {
            records.addLogRecords(LogRecord.newBuilder().setTimeUnixNano(i));
        }
        final byte[] request = ExportLogsServiceRequest.newBuilder()
                .addResourceLogs(ResourceLogs.newBuilder().addScopeLogs(records)).build().toByteArray();
        sender.send(new ByteBuilder(request.length).putBytes(request), RECORDS);
    }
}
