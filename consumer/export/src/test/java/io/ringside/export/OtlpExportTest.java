package io.ringside.export;

import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.SeverityNumber;
import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.export.TestCollector.Reply;
import io.ringside.export.TestCollector.Request;
import io.ringside.reader.EventReader;
import io.ringside.reader.ExportFixture;
import io.ringside.reader.Source;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What the classes of OpenTelemetry read in the requests of an export, and what becomes of each answer. */
class OtlpExportTest {
    private static final int MANY = 2_000;

    @TempDir
    private Path folder;

    @Test
    void shouldSendEveryValueExactly() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                TestCollector collector = new TestCollector()) {
            final EventExporter exported = export(trace.record(), collector);
            assertThat(exported.events()).isEqualTo(11);
            assertThat(exported.lostEvents()).isEqualTo(13);
            assertThat(exported.rejectedRecords()).isZero();
            assertThat(exported.rejection()).isEmpty();
            assertThat(exported.bytes()).isPositive();

            final LogRecord order = named(collector, ExportFixture.ORDER).get(0);
            assertThat(order.getTimeUnixNano()).isEqualTo(ExportFixture.EPOCH_NS + 1_000);
            assertThat(order.getSeverityNumber()).isEqualTo(SeverityNumber.SEVERITY_NUMBER_WARN);
            assertThat(order.getSeverityText()).isEqualTo("WARNING");
            assertThat(HexFormat.of().formatHex(order.getTraceId().toByteArray()))
                    .isEqualTo(ExportFixture.ACTIVITY.toString().replace("-", ""));
            assertThat(order.getSpanId().isEmpty()).isTrue();
            final Map<String, AnyValue> attributes = attributes(order.getAttributesList());
            assertThat(attributes.get("count").getStringValue()).isEqualTo(ExportFixture.MAX_UNSIGNED);
            assertThat(attributes.get("price").getIntValue()).isEqualTo(-12_345);
            assertThat(attributes.get("side").getStringValue()).isEqualTo("BUY");
            assertThat(attributes.get("text").getStringValue()).isEqualTo(ExportFixture.TEXT);
            assertThat(attributes.get("wide").getStringValue()).isEqualTo("x\ufffdy\ud83d\ude00");
            final Map<String, AnyValue> venue = attributes(attributes.get("venue").getKvlistValue().getValuesList());
            assertThat(venue.get("name").getStringValue()).isEqualTo("X");
            assertThat(venue.get("port").getIntValue()).isEqualTo(65_534);
            assertThat(attributes.get("sizes").getArrayValue().getValuesList()).extracting(AnyValue::getIntValue)
                    .containsExactly(1L, 4_294_967_295L, 3L);
            assertThat(attributes.get("legs").getArrayValue().getValuesList())
                    .extracting(leg -> attributes(leg.getKvlistValue().getValuesList()))
                    .satisfiesExactly(leg -> {
                        assertThat(leg.get("id").getIntValue()).isEqualTo(1);
                        assertThat(leg.get("ratio").getDoubleValue()).isEqualTo(0.5);
                    }, leg -> {
                        assertThat(leg.get("id").getIntValue()).isEqualTo(2);
                        assertThat(leg.get("ratio").getDoubleValue()).isEqualTo(-2e300);
                    });
            assertThat(attributes.get("open").getBoolValue()).isTrue();
            assertThat(attributes.get("key").getStringValue()).isEqualTo(ExportFixture.RELATED.toString());
            assertThat(attributes.get("at").getIntValue()).isEqualTo(ExportFixture.EPOCH_NS + 1);
            assertThat(attributes.get("weight").getDoubleValue()).isEqualTo(1.5);
            assertThat(attributes.get("ringside.keyword").getStringValue()).isEqualTo("0x6");
            assertThat(attributes.get("thread.id").getIntValue()).isEqualTo(ExportFixture.threadId(0));
        }
    }

    @Test
    void shouldNameProcessAndProviderAndKeepTheOrderOfEvents() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                TestCollector collector = new TestCollector()) {
            export(trace.record(), collector);
            final Request request = collector.requests().get(0);
            assertThat(request.path()).isEqualTo("/v1/logs");
            assertThat(request.headers()).containsEntry("content-type", "application/x-protobuf");
            final ResourceLogs resource = request.logs().getResourceLogs(0);
            assertThat(request.logs().getResourceLogsCount()).isEqualTo(1);
            final Map<String, AnyValue> process = attributes(resource.getResource().getAttributesList());
            assertThat(process).containsKeys("service.name", "service.instance.id", "process.pid");
            assertThat(process.get("service.name").getStringValue()).isNotEmpty().doesNotContain("/");
            assertThat(process.get("process.pid").getIntValue()).isPositive();
            assertThat(resource.getScopeLogsList()).extracting(scope -> scope.getScope().getName())
                    .containsExactlyInAnyOrder("Acme.Orders", "ringside");
            final List<LogRecord> events = collector.records().stream()
                    .filter(record -> !record.getEventName().equals("ringside.loss")).toList();
            assertThat(events).hasSize(11).extracting(record -> record.getTimeUnixNano() - ExportFixture.EPOCH_NS)
                    .containsSubsequence(1_000L, 1_000L, 2_000L, 2_500L, 3_000L, 4_000L, 5_000L, 5_300L, 6_000L);
            assertThat(named(collector, ExportFixture.BEGIN).get(0)).satisfies(
                    record -> assertThat(attributes(record.getAttributesList()).get("ringside.related_trace_id")
                            .getStringValue()).isEqualTo(ExportFixture.RELATED.toString().replace("-", "")));
        }
    }

    @Test
    void shouldSendLossesAsWarningsWithTheirCause() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                TestCollector collector = new TestCollector()) {
            export(trace.record(), collector);
            assertThat(named(collector, "ringside.loss"))
                    .allMatch(record -> record.getSeverityNumber() == SeverityNumber.SEVERITY_NUMBER_WARN)
                    .extracting(record -> attributes(record.getAttributesList()))
                    .extracting(record -> record.get("cause").getStringValue() + ' '
                            + record.get("lost").getIntValue())
                    .containsExactlyInAnyOrder("full 3", "tooLarge 1", "error 2", "noLane 7");
        }
    }

    @Test
    void shouldSendWhatIsThereOfAPayloadThatEndsTooEarlyAndRareKinds() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            trace.fill(0, 1_000);
            trace.nested(0, 2_000, 2, "t");
            trace.truncated(1, 3_000);
            export(trace.record(), collector);
            assertThat(collector.records()).extracting(record -> attributes(record.getAttributesList()))
                    .filteredOn(record -> record.containsKey("$truncated")).singleElement().satisfies(record -> {
                        assertThat(record.get("$truncated").getStringValue()).isEqualTo("n");
                        assertThat(record.get("$unread").getStringValue()).isEqualTo("ab");
                        assertThat(record.get("ringside.id").getIntValue()).isEqualTo(3);
                    });
            assertThat(attributes(named(collector, "fill").get(0).getAttributesList()).get("orderId").getStringValue())
                    .isEqualTo(ExportFixture.FILLED);
            final Map<String, AnyValue> nested = attributes(
                    named(collector, ExportFixture.NESTED).get(0).getAttributesList());
            assertThat(nested.get("legs").getArrayValue().getValuesList()).hasSize(2)
                    .extracting(leg -> attributes(leg.getKvlistValue().getValuesList())).allSatisfy(leg -> {
                        assertThat(leg.get("ratios").getArrayValue().getValues(0).getDoubleValue()).isNaN();
                        assertThat(leg.get("keys").getArrayValue().getValues(0).getStringValue())
                                .isEqualTo(ExportFixture.RELATED.toString());
                    });
            assertThat(nested.get("texts").getArrayValue().getValues(0).getStringValue()).isEqualTo("t");
            assertThat(nested).containsKey("thread.name");
        }
    }

    @Test
    void shouldMakeRequestsThatProxiesTakeByDefault() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final String text = "x".repeat(2_500);
            Path recording = folder;
            for (int i = 0; i < 50; i++) {
                recording = trace.recordMany(20, each -> each.note(0, 2_000, text));
            }
            export(recording, collector);
            assertThat(collector.requests()).hasSizeGreaterThan(3)
                    .allMatch(request -> request.logs().getSerializedSize() <= 1 << 20);
        }
    }

    @Test
    void shouldSendRequestsOfBoundedSizeAndEachEventOnce() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final int[] next = {0};
            final Path recording = trace.recordMany(MANY,
                    each -> each.begin(0, 1_000 + next[0], next[0]++, null, null));
            assertThat(export(recording, collector).events()).isEqualTo(MANY);
            assertThat(collector.requests()).hasSizeGreaterThan(3)
                    .allMatch(request -> request.records().size() <= 512);
            assertThat(collector.records())
                    .extracting(record -> attributes(record.getAttributesList()).get("n").getIntValue())
                    .hasSize(MANY).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void shouldCompressRequestsAndSendHeadersWhenAsked() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                TestCollector collector = new TestCollector()) {
            ExportRun.of(new ExportContext(ExportFormat.OTLP, collector.url().resolve("/custom/logs")).gzip(true)
                    .header("Authorization", "Bearer abc"), Source.recording(trace.record()));
            assertThat(collector.records()).hasSize(15);
            assertThat(collector.requests().get(0).path()).isEqualTo("/custom/logs");
            assertThat(collector.requests().get(0).headers()).containsEntry("content-encoding", "gzip")
                    .containsEntry("authorization", "Bearer abc");
        }
    }

    @Test
    void shouldCountRecordsThatTheCollectorRejectsAndGoOn() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final Path recording = trace.recordMany(MANY, each -> each.begin(0, 1_000, 1, null, null));
            collector.then(Reply.partly(5, "too \u001B[1mold")).then(new Reply(400,
                    Map.of("Content-Type", "text/plain"), "bad request".getBytes(StandardCharsets.UTF_8)));
            final EventExporter exported = export(recording, collector);
            assertThat(exported.events()).isEqualTo(MANY);
            assertThat(exported.rejectedRecords())
                    .isEqualTo(5 + collector.requests().get(1).records().size());
            assertThat(exported.rejection()).isEqualTo("status 400 bad request");
            assertThat(collector.records()).hasSize(MANY);
        }
    }

    @Test
    void shouldTellOfAWarningWithoutRejections() {
        try (ExportFixture trace = new ExportFixture(folder).writeAll();
                TestCollector collector = new TestCollector()) {
            final EventExporter exported = export(trace.record(),
                    collector.then(Reply.partly(0, "use TLS \u001B[31m")));
            assertThat(exported.rejectedRecords()).isZero();
            assertThat(exported.rejection()).isEqualTo("use TLS  [31m");
        }
    }

    @ParameterizedTest
    @CsvSource({"401, ACCESS_DENIED", "403, ACCESS_DENIED", "404, NOT_FOUND", "302, WRONG_KIND"})
    void shouldFailBeforeItReadsAnythingIfTheCollectorTakesNoLogs(final int status, final ErrorCode code) {
        try (TestCollector collector = new TestCollector().toProbes(Reply.of(status))) {
            assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.OTLP, collector.url())))
                    .isInstanceOfSatisfying(RingsideException.class, e -> assertThat(e.code()).isEqualTo(code))
                    .hasMessageContaining("url=" + collector.url() + "/v1/logs, reason=status " + status
                            + ", recordsOfRequest=0: ");
            assertThat(collector.requests()).isEmpty();
        }
    }

    @Test
    void shouldNotTakeAnyWebServerForACollector() {
        try (TestCollector collector = new TestCollector().toProbes(new Reply(200,
                Map.of("Content-Type", "text/html"), "<html>".getBytes(StandardCharsets.UTF_8)))) {
            assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.OTLP, collector.url())))
                    .hasMessageStartingWith("this is no collector of OTLP: url=")
                    .hasMessageContaining("contentType=text/html");
        }
    }

    @Test
    void shouldSayWhyWhenTheCollectorGoesAway() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final Path recording = trace.recordMany(MANY, each -> each.begin(0, 1_000, 1, null, null));
            collector.then(Reply.accepted()).then(Reply.of(503));
            assertThatThrownBy(() -> ExportRun.of(new ExportContext(ExportFormat.OTLP, collector.url()).retryFor(0),
                    Source.recording(recording)))
                    .isInstanceOfSatisfying(RingsideException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT))
                    .hasMessageStartingWith("collector takes no records: url=")
                    .hasMessageContaining("reason=status 503, attempts=1, recordsOfRequest=512: ");
        }
    }

    @Test
    void shouldCountRecordsOfARequestThatWasAcceptedInPartOnce() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final Path recording = trace.recordMany(MANY, each -> each.begin(0, 1_000, 1, null, null));
            collector.then(Reply.of(413)).then(Reply.accepted()).then(Reply.of(503));
            final EventExporter exporter = EventExporter.open(
                    new ExportContext(ExportFormat.OTLP, collector.url()).retryFor(0));
            try (exporter) {
                assertThatThrownBy(() -> ExportRun.complete(exporter, Source.recording(recording)))
                        .hasMessageContaining("recordsOfRequest=256");
            }
            assertThat(exporter.sentRecords()).isEqualTo(256);
            assertThat(exporter.unsentRecords()).isEqualTo(256);
        }
    }

    @Test
    void shouldSayWhatACollectorHasNotGotWhenTheExportDoesNotComeToItsEnd() {
        try (ExportFixture trace = new ExportFixture(folder); TestCollector collector = new TestCollector()) {
            final Path recording = trace.recordMany(MANY, each -> each.begin(0, 1_000, 1, null, null));
            collector.then(Reply.accepted()).then(Reply.of(503));
            final EventExporter exporter = EventExporter.open(
                    new ExportContext(ExportFormat.OTLP, collector.url()).retryFor(0));
            try (exporter) {
                assertThatThrownBy(() -> ExportRun.complete(exporter, Source.recording(recording)))
                        .isInstanceOf(RingsideException.class);
            }
            assertThat(exporter.sentRecords()).isEqualTo(512);
            assertThat(exporter.unsentRecords()).isEqualTo(512);
            // The event with which the request was full has not been written, as nobody has got it.
            assertThat(exporter.events()).isEqualTo(2 * 512);
        }
        try (ExportFixture trace = new ExportFixture(folder.resolve("few")).writeAll();
                TestCollector collector = new TestCollector()) {
            final EventExporter exporter = EventExporter.open(
                    new ExportContext(ExportFormat.OTLP, collector.url()));
            try (exporter; EventReader reader = EventReader.open(Source.recording(trace.record()))) {
                reader.poll(exporter);
            }
            assertThat(exporter.isComplete()).isFalse();
            assertThat(exporter.unsentRecords()).isEqualTo(exporter.events() + exporter.gaps());
            assertThat(collector.requests()).isEmpty();
        }
    }

    @Test
    void shouldRejectATargetThatDoesNotFitTheFormat() {
        assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.OTLP, folder.resolve("x"))))
                .hasMessage("format does not go to such a target: format=OTLP: give the URL of a collector, such as "
                        + "http://localhost:4318");
        try (TestCollector collector = new TestCollector()) {
            assertThatThrownBy(() -> EventExporter.open(new ExportContext(ExportFormat.JSONL, collector.url())))
                    .hasMessage("format does not go to such a target: format=JSONL: give a file or folder");
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static EventExporter export(final Path recording, final TestCollector collector) {
        return ExportRun.of(
                new ExportContext(ExportFormat.OTLP, collector.url()), Source.recording(recording));
    }

    private static List<LogRecord> named(final TestCollector collector, final String event) {
        return collector.records().stream().filter(record -> record.getEventName().equals(event)).toList();
    }

    /** Each key once. */
    private static Map<String, AnyValue> attributes(final List<KeyValue> pairs) {
        final Map<String, AnyValue> attributes = new LinkedHashMap<>();
        pairs.forEach(pair -> assertThat(attributes.put(pair.getKey(), pair.getValue())).as(pair.getKey()).isNull());
        return attributes;
    }
}
