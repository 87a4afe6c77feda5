package io.ringside.reader;

import io.ringside.cli.latency.EventPair;
import io.ringside.cli.latency.LatencyMeter;
import io.ringside.cli.latency.LatencyPlot;
import io.ringside.cli.latency.LatencyReport;
import io.ringside.cli.latency.LatencyText;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.recording.Recorder;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.timeline.Timelines;
import io.ringside.timeline.Timelines.Pairs.Pair;
import io.ringside.timeline.Timelines.Pairs.Pairing;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

class LatencyMeterTest {
    private static final ProviderSchema ORDERS = ProviderSchema.builder("Latency-Orders")
            .event("accepted", EventDescriptor.of(1, 4, 0x1), FieldSchema.of("orderId", FieldType.INT64))
            .event("filled", EventDescriptor.of(2, 4, 0x1), FieldSchema.of("orderId", FieldType.INT64))
            .event("routed", EventDescriptor.of(3, 4, 0x1), FieldSchema.of("orderId", FieldType.UINT64))
            .build();
    private static final String ACCEPTED = "Latency-Orders/accepted";
    private static final String FILLED = "latency-orders/2";
    private static final int PAIRS = 5_000;
    private static final long SPACING_NS = 1_000_000;

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private HandMadeProvider provider;
    private int schemaIndex;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        provider = fixture.session.provider();
        schemaIndex = provider.register(ORDERS);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"orderId", "activityId"})
    void shouldBeRightToTheBucketOnDelaysThatAreKnown(final String by) {
        final long seed = System.nanoTime();
        System.out.println("LatencyMeterTest: seed=" + seed);
        final Random random = new Random(seed);
        final Histogram expected = new Histogram(3);
        long slowestNs = 0;
        try (Recorder recorder = fixture.recorder()) {
            for (int order = 1; order <= PAIRS; order++) {
                final long delayNs = (long) Math.exp(random.nextDouble() * Math.log(SPACING_NS));
                slowestNs = Math.max(slowestNs, delayNs);
                expected.recordValue(delayNs);
                accepted(order, order * SPACING_NS);
                filled(order, order * SPACING_NS + delayNs);
                if (order % 500 == 0) {
                    fixture.record(recorder);
                }
            }
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, by, Pairing.OLDEST, 3);

        assertThat(report.histogram()).isEqualTo(expected);
        assertThat(report.count()).isEqualTo(PAIRS);
        assertThat(report.percentileNs(50)).isEqualTo(expected.getValueAtPercentile(50));
        assertThat(report.maxNs()).isEqualTo(slowestNs);
        assertThat(report.unmatched()).isZero();
        assertThat(report.slowest()).hasSize(3).isSortedAccordingTo(
                (left, right) -> Long.compare(right.durationNs(), left.durationNs()));
        assertThat(report.slowest().get(0).durationNs()).isEqualTo(slowestNs);
    }

    @Test
    void shouldCountWhatHasNoOtherHalfAndWhatMayHaveLostItInAGap() {
        try (Recorder recorder = fixture.recorder()) {
            filled(1, 1_000);
            accepted(2, 2_000);
            accepted(2, 2_500);
            filled(2, 2_600);
            provider.at(3_000);
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 3, 1 << 16);
            accepted(4, 4_000);
            filled(3, 4_500);
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, "orderId", Pairing.OLDEST, 1);

        assertThat(report.count()).isOne();
        assertThat(report.slowest()).extracting(Pair::key, Pair::durationNs, Pair::fromNs)
                .containsExactly(tuple(2L, 600L,
                        HandMadeSession.START.wallNs() + 2_000));
        assertThat(report.pairs().withoutBegin()).isEqualTo(2);
        assertThat(report.pairs().withoutEnd()).isEqualTo(2);
        // The end of 3, behind the gap: what came before it and what begins behind it lost nothing there.
        assertThat(report.pairs().maybeLost()).isOne();
    }

    @ParameterizedTest
    @CsvSource({"OLDEST, 600, 2000", "NEWEST, 100, 2500"})
    void shouldPairAnEndWithOneBeginOfItsKeyAndCountThatItHasBegunAgain(final Pairing pairing, final long latencyNs,
            final long fromTicks) {
        accepted(2, 2_000);
        accepted(2, 2_500);
        filled(2, 2_600);
        filled(2, 2_700);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, "orderId", pairing, 1);

        assertThat(report.slowest()).extracting(Pair::durationNs, Pair::fromNs)
                .containsExactly(tuple(latencyNs, HandMadeSession.START.wallNs() + fromTicks));
        assertThat(report.pairs())
                .extracting(Timelines.Pairs::withoutEnd, Timelines.Pairs::begunAgain, Timelines.Pairs::withoutBegin,
                        Timelines.Pairs::maybeLost, Timelines.Pairs::withoutKey)
                .containsExactly(1L, 1L, 1L, 0L, 0L);
    }

    @Test
    void shouldTellTheLongestToTheNanosecond() {
        accepted(1, 1_000);
        filled(1, 1_000 + 1_234_567);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, "orderId", Pairing.OLDEST, 0);

        assertThat(report.maxNs()).isEqualTo(1_234_567);
        assertThat(report.percentileNs(50)).isEqualTo(1_234_567);
    }

    @Test
    void shouldMeasureTheTimeBetweenEventsOfOneKind() {
        for (int i = 1; i <= 4; i++) {
            accepted(7, i * 100L);
        }
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, ACCEPTED, "orderId", Pairing.OLDEST, 0);

        assertThat(report.count()).isEqualTo(3);
        assertThat(report.maxNs()).isEqualTo(100);
        assertThat(report.pairs().withoutBegin()).isZero();
    }

    @Test
    void shouldTellNumbersWithoutASignFromNegativeOnes() {
        provider.at(100).write(0, FrameDescriptor.reference(schemaIndex, 2), -1, 8);
        filled(-1, 200);
        provider.at(300).write(0, FrameDescriptor.reference(schemaIndex, 2), -1, 8);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final String routed = "Latency-Orders/routed";
        final LatencyReport same = measure(routed, routed, "orderId", Pairing.OLDEST, 1);
        final LatencyReport other = measure(routed, FILLED, "orderId", Pairing.OLDEST, 1);

        assertThat(same.slowest()).extracting(pair -> pair.key().toString(), Pair::durationNs)
                .containsExactly(tuple("18446744073709551615", 200L));
        assertThat(other.count()).isZero();
        assertThat(other.pairs().withoutBegin()).isOne();
    }

    @Test
    void shouldCountEventsWithoutTheField() {
        accepted(1, 100);
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, "tradeId", Pairing.OLDEST, 0);

        assertThat(report.pairs().withoutKey()).isOne();
        assertThat(report.unmatched()).isZero();
    }

    @Test
    void shouldDrawAPictureThatIsXml() throws Exception {
        for (int order = 1; order <= 100; order++) {
            accepted(order, order * 1_000L);
            filled(order, order * 1_000L + order);
        }
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
        }
        final LatencyReport report = measure(ACCEPTED, FILLED, "orderId", Pairing.OLDEST, 0);
        final String svg = LatencyPlot.svg("a <b> & \"c\"", report);
        final var document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(svg)));

        assertThat(document.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(document.getElementsByTagName("polyline").getLength()).isOne();
        assertThat(svg).contains("percentile of 100 pairs", "99 %").doesNotContain("NaN");
    }

    @ParameterizedTest
    @CsvSource({"0, 0 ns", "999, 999 ns", "1000, 1 µs", "1250000, 1.25 ms", "61000000000, 61 s",
        "6100000000000, 6100 s"})
    void shouldWriteLatenciesForPeople(final long latencyNs, final String text) {
        assertThat(LatencyText.of(latencyNs)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"'', name of an event is missing", "/accepted, PROVIDER/EVENT", "orders/, PROVIDER/EVENT"})
    void shouldRefuseEventOfWhichAPartIsEmpty(final String text, final String reason) {
        assertThatThrownBy(() -> EventFilter.ofEvent(text)).hasMessageContaining(reason);
    }

    private void accepted(final long order, final long timeTicks) {
        provider.at(timeTicks).write(0, FrameDescriptor.reference(schemaIndex, 0), order, 8);
    }

    private void filled(final long order, final long timeTicks) {
        provider.at(timeTicks).write(1, FrameDescriptor.reference(schemaIndex, 1), order, 8);
    }

    private LatencyReport measure(final String from, final String to, final String by,
            final Pairing pairing, final int slowest) {
        final Timelines timelines = Timelines.ofPairs(by);
        final LatencyMeter meter = new LatencyMeter(timelines, new EventPair(from, to), pairing, slowest, null);
        try (EventReader consumer = EventReader.open(Source.recording(fixture.folder))) {
            consumer.readAvailable(timelines);
        }
        return meter.report();
    }
}
