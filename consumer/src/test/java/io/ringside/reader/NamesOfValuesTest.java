package io.ringside.reader;

import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.event.EventDescriptor;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.schema.JsonFields;
import io.ringside.internal.schema.TextFields;
import io.ringside.measure.MeasureContext;
import io.ringside.measure.Measurement;
import io.ringside.provider.ProviderRegistration;
import io.ringside.provider.Ringside;
import io.ringside.provider.RingsideContext;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.ValueMap;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Names that a process publishes while it runs are shown, recorded, compared and grouped by. */
class NamesOfValuesTest {
    private static final String SESSION = "named";
    private static final ProviderSchema SCHEMA = ProviderSchema.builder("Example-Symbols")
            .event("Submitted", EventDescriptor.of(1, 4, 1),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("size", FieldType.INT32))
            .build();

    private static final ProviderSchema PRICED = ProviderSchema.builder("Example-Priced")
            .event("Priced", EventDescriptor.of(1, 4, 1),
                    FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol")),
                    FieldSchema.of("price", FieldType.INT32).withScaleFrom("symbol"))
            .build();

    @TempDir
    Path root;

    private final UnsafeBuffer payload = new UnsafeBuffer(new byte[8]);
    private TracedProvider traced;
    private Ringside other;
    private ProviderRegistration one;
    private ProviderRegistration two;

    @BeforeEach
    void open() {
        traced = new TracedProvider(root);
        traced.controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(TracedProvider.LANE_BYTES).build());
        enable(Enablement.of(5, 0, 0));
        other = traced.connect();
        one = other.register(SCHEMA);
    }

    @AfterEach
    void close() {
        other.close();
        traced.close();
    }

    @Test
    void shouldShowNamesAndTheNumbersOfValuesWithoutOne() {
        assertThat(one.publishName("symbol", 17, "AAPL")).isTrue();
        write(one, 17, 1);
        write(one, 18, 2);

        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=AAPL size=1", "symbol=18 size=2");
    }

    @Test
    void shouldGoOnWithTheNamesThatItHasWhenTheirFileIsCut() throws IOException {
        one.publishName("symbol", 17, "AAPL");
        write(one, 17, 1);
        final List<String> seen = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext().directory(traced.directory.path())
                .errorHandler(problem -> assertThat(problem).hasMessageContaining("names are not shown")),
                Source.session(SESSION))) {
            poll(reader, seen);
            final List<Path> files;
            try (Stream<Path> all = Files.walk(traced.directory.path())) {
                files = all.filter(file -> file.toString().endsWith(".names")).toList();
            }
            assertThat(files).hasSize(1);
            try (FileChannel file = FileChannel.open(files.get(0), StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
            write(one, 17, 2);
            poll(reader, seen);
            assertThat(reader.totals().handlerErrors()).isZero();
            assertThat(reader.totals().lostEvents()).isZero();
        }
        assertThat(seen).containsExactly("symbol=AAPL size=1", "symbol=AAPL size=2");
    }

    private static void poll(final EventReader reader, final List<String> seen) {
        do {
            reader.scanSoon();
        } while (reader.poll(event -> seen.add(text(event))) > 0 || !reader.isEmpty());
        reader.deliverRest(event -> seen.add(text(event)));
    }

    @Test
    void shouldShowNamesInJson() {
        one.publishName("symbol", 17, "AA\"PL");
        write(one, 17, 1);

        assertThat(live(event -> {
            final StringBuilder json = new StringBuilder();
            new JsonFields().append(json, event.schema(), event.buffer(), event.payloadOffset(),
                    event.payloadLength());
            return json.toString();
        })).containsExactly("{\"symbol\":\"AA\\\"PL\",\"size\":1}");
    }

    @Test
    void shouldShowTheFirstNameInEarlierEventsAndALaterOneFromItsPublicationOn() {
        write(one, 17, 1);
        one.publishName("symbol", 17, "AAPL");
        write(one, 17, 2);
        one.publishName("symbol", 17, "MSFT");
        write(one, 17, 3);

        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=AAPL size=1", "symbol=AAPL size=2",
                "symbol=MSFT size=3");
    }

    @Test
    void shouldShowEachProcessByItsOwnNames() {
        try (Ringside second = traced.connect()) {
            two = second.register(SCHEMA);
            one.publishName("symbol", 17, "AAPL");
            two.publishNames("symbol", Map.of(17L, "MSFT", 18L, "AAPL"));
            write(one, 17, 1);
            write(two, 17, 2);
            write(two, 18, 3);
        }

        assertThat(live(NamesOfValuesTest::text)).containsExactlyInAnyOrder("symbol=AAPL size=1",
                "symbol=MSFT size=2", "symbol=AAPL size=3");
    }

    @Test
    void shouldKeepNamesWhenAProviderIsRegisteredAgain() {
        one.publishName("symbol", 17, "AAPL");
        one.close();
        one = other.register(SCHEMA);
        one.publishName("symbol", 18, "MSFT");
        write(one, 17, 1);
        write(one, 18, 2);

        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=AAPL size=1", "symbol=MSFT size=2");
    }

    @Test
    void shouldShowNamesBesideTheDrain() {
        one.publishName("symbol", 17, "AAPL");
        write(one, 17, 1);
        final List<String> seen = new ArrayList<>();
        try (EventReader peek = EventReader.open(readers(), Source.peek(traced.directory.path(), SESSION))) {
            do {
                peek.scanSoon();
            } while (peek.poll(event -> seen.add(text(event))) > 0 || !peek.hasCaughtUp());
            peek.deliverRest(event -> seen.add(text(event)));
        }

        assertThat(seen).containsExactly("symbol=AAPL size=1");
    }

    @Test
    void shouldShowNamesOfARecordingAlone() throws IOException {
        write(one, 17, 0);
        one.publishName("symbol", 19, "IBM");
        final Path folder = root.resolve("recording");
        try (Recorder recorder = recorder(folder)) {
            record(recorder, 1);
            one.publishName("symbol", 17, "AAPL");
            write(one, 17, 1);
            record(recorder, 2);
            one.publishName("symbol", 18, "MSFT");
            one.publishName("symbol", 17, "AAPL.OLD");
            write(one, 18, 2);
            write(one, 17, 3);
            record(recorder, 4);
        }
        removeTraces();

        assertThat(recorded(folder, false)).containsExactly("symbol=AAPL size=0", "symbol=AAPL size=1",
                "symbol=MSFT size=2",
                "symbol=AAPL.OLD size=3");
        assertThat(recorded(folder, true)).isEqualTo(recorded(folder, false));
    }

    @Test
    void shouldShowNamesOfAFileOfARecordingAlone() throws IOException {
        one.publishName("symbol", 17, "AAPL");
        write(one, 17, 1);
        final Path folder = root.resolve("recording");
        final long[] aheadNs = {0};
        try (Recorder recorder = Recorder.open(recorders(folder).roll(RecorderContext.RollInterval.SECONDLY)
                .clock(() -> System.nanoTime() + aheadNs[0]))) {
            record(recorder, 1);
            aheadNs[0] += TimeUnit.SECONDS.toNanos(10);
            write(one, 17, 2);
            record(recorder, 2);
        }
        try (Stream<Path> files = Files.list(folder)) {
            final List<Path> data = files.filter(file -> file.toString().endsWith(".cq4")).sorted().toList();
            assertThat(data).hasSize(2);
            Files.delete(data.get(0));
        }
        removeTraces();

        assertThat(recorded(folder, false)).containsExactly("symbol=AAPL size=2");
    }

    @Test
    void shouldCompareNamesWhereEventsAreWritten() {
        enable(Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder().payload("symbol is \"aapl\"").build()));
        write(one, 17, 1);
        one.publishName("symbol", 17, "AAPL");
        one.publishName("symbol", 18, "MSFT");
        write(one, 17, 2);
        write(one, 18, 3);
        one.publishName("symbol", 17, "AAPL.OLD");
        write(one, 17, 4);
        one.publishName("symbol", 18, "AAPL");
        write(one, 18, 5);

        assertThat(traced.controller.query(SESSION).ledger().totals().wanted()).isEqualTo(2);
        assertThat(live(event -> event.buffer().getInt(event.payloadOffset() + 4))).containsExactly(2, 5);
    }

    @Test
    void shouldFindPatternsInNamesWhereEventsAreWrittenAlsoInNamesThatComeLater() {
        enable(Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .payload("symbol like \"aa%\" or symbol matches \"^M.*T$\"").build()));
        write(one, 17, 1);
        one.publishName("symbol", 17, "AAPL");
        write(one, 17, 2);
        write(one, 18, 3);
        one.publishName("symbol", 18, "MSFT");
        write(one, 18, 4);
        one.publishName("symbol", 17, "OLD.AAPL");
        write(one, 17, 5);

        assertThat(traced.controller.query(SESSION).ledger().totals().wanted()).isEqualTo(2);
        assertThat(live(event -> event.buffer().getInt(event.payloadOffset() + 4))).containsExactly(2, 4);
    }

    @Test
    void shouldCompareNamesWhereEventsAreRead() {
        write(one, 17, 1);
        one.publishNames("symbol", Map.of(17L, "AAPL", 600L, "700"));
        write(one, 18, 2);
        write(one, 600, 3);
        write(one, 700, 4);
        one.publishName("symbol", 17, "MSFT");
        write(one, 17, 5);
        final Map<String, List<Integer>> expected = Map.ofEntries(
                Map.entry("symbol is \"AAPL\"", List.of(1)),
                Map.entry("symbol == aapl", List.of(1)),
                Map.entry("symbol is exactly \"aapl\"", List.of()),
                Map.entry("symbol in (AAPL, MSFT)", List.of(1, 5)),
                Map.entry("symbol not in (AAPL, 700)", List.of(2, 3, 5)),
                Map.entry("symbol is not \"AAPL\"", List.of(2, 3, 4, 5)),
                Map.entry("symbol == 17", List.of(1, 5)),
                Map.entry("symbol is \"700\"", List.of(3, 4)),
                Map.entry("symbol == 700", List.of(4)),
                Map.entry("symbol > 100", List.of(3, 4)),
                Map.entry("symbol is NOBODY", List.of()),
                Map.entry("symbol like \"aa%\"", List.of(1)),
                Map.entry("symbol like exactly \"aa%\"", List.of()),
                Map.entry("symbol not like \"AA%\"", List.of(2, 3, 4, 5)),
                Map.entry("symbol like \"%\"", List.of(1, 3, 5)),
                Map.entry("symbol contains \"0\"", List.of(3)),
                Map.entry("symbol matches \"^[A-Z]+T$\"", List.of(5)));
        final Map<String, EventFilter> filters = new TreeMap<>();
        expected.keySet().forEach(text -> filters.put(text, EventFilter.parse(text)));
        final Map<String, List<Integer>> accepted = new TreeMap<>();
        expected.keySet().forEach(text -> accepted.put(text, new ArrayList<>()));
        live(event -> {
            filters.forEach((text, filter) -> {
                if (filter.accepts(event)) {
                    accepted.get(text).add(event.buffer().getInt(event.payloadOffset() + 4));
                }
            });
            return 0;
        });

        assertThat(accepted).isEqualTo(new TreeMap<>(expected));
        filters.values().forEach(filter -> assertThat(filter.misfits()).isEmpty());
    }

    @Test
    void shouldGroupByNameWhateverTheNumbersOfTheProcesses() {
        final Path folder = root.resolve("recording");
        try (Ringside second = traced.connect()) {
            two = second.register(SCHEMA);
            one.publishNames("symbol", Map.of(17L, "AAPL", 18L, "MSFT"));
            two.publishNames("symbol", Map.of(1L, "MSFT", 2L, "AAPL"));
            write(one, 17, 10);
            write(two, 2, 20);
            write(one, 18, 1);
            write(two, 1, 2);
            write(two, 3, 5);
            try (Recorder recorder = recorder(folder)) {
                record(recorder, 5);
            }
        }
        final Measurement measurement = measured(folder, new MeasureContext().of("size").by(List.of("symbol")));

        assertThat(measurement.misfits()).isEmpty();
        assertThat(measurement.groups(Integer.MAX_VALUE)).extracting(Measurement.Group::key)
                .containsExactlyInAnyOrder(List.of("AAPL"), List.of("MSFT"), List.of("3"));
        assertThat(measurement.groups(Integer.MAX_VALUE)).filteredOn(group -> group.key().equals(List.of("AAPL")))
                .singleElement().satisfies(group -> assertThat(group.sum()).isEqualTo(30L));
    }

    @Test
    void shouldGroupByTheNameOfAMember() {
        traced.enable(SESSION, EnableRequest.of("Example-Named", Enablement.of(5, 0, 0)));
        final NamedEventsProvider events = NamedEventsProvider.register(other);
        events.registration().publishName("symbol", 17, "AAPL");
        events.submitted(1, (byte) 1, new NamedEvents.Leg((short) 17, 5));
        final Path folder = root.resolve("recording");
        try (Recorder recorder = recorder(folder)) {
            record(recorder, 1);
        }

        assertThat(measured(folder, new MeasureContext().by(List.of("leg.symbol"))).groups(Integer.MAX_VALUE))
                .extracting(Measurement.Group::key).containsExactly(List.of("AAPL"));
    }

    private static Measurement measured(final Path folder, final MeasureContext settings) {
        final Measurement measurement = new Measurement(settings);
        try (EventReader reader = EventReader.open(readers(), Source.recording(folder))) {
            reader.readAvailable(measurement);
        }
        return measurement;
    }

    @Test
    void shouldShowDecimalsWithTheScalesThatAreInForce() throws IOException {
        priced();
        write(one, 17, 58_533);
        one.publishScale("symbol", 17, 4);
        write(one, 17, 58_533);
        final Path folder = root.resolve("recording");
        try (Recorder recorder = recorder(folder)) {
            record(recorder, 2);
            one.publishScale("symbol", 18, 0);
            one.publishScale("symbol", 17, 2);
            one.publishName("symbol", 17, "AAPL");
            write(one, 17, 58_533);
            write(one, 18, -5);
            write(one, 19, 7);
            record(recorder, 5);
        }
        removeTraces();

        assertThat(recorded(folder, false)).containsExactly("symbol=AAPL price=5.8533", "symbol=AAPL price=5.8533",
                "symbol=AAPL price=585.33", "symbol=18 price=-5", "symbol=19 price=\"7 (no scale)\"");
        assertThat(recorded(folder, true)).isEqualTo(recorded(folder, false));
    }

    @Test
    void shouldCompareDecimalsWithPublishedScalesWhereEventsAreWritten() {
        priced();
        traced.enable(SESSION, EnableRequest.of(PRICED.name(), Enablement.of(5, 0, 0)
                .withFilters(EnablementFilters.builder().payload("price > 585.33").build())));
        write(one, 17, 5_853_301);
        one.publishScale("symbol", 17, 4);
        write(one, 17, 5_853_301);
        write(one, 17, 5_853_300);
        one.publishScale("symbol", 17, 5);
        write(one, 17, 5_853_302);
        one.publishScale("symbol", 18, 0);
        write(one, 18, 586);

        assertThat(traced.controller.query(SESSION).ledger().totals().wanted()).isEqualTo(2);
        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=17 price=585.3301", "symbol=18 price=586");
    }

    @Test
    void shouldCompareAndMeasureDecimalsWithPublishedScalesWhereEventsAreRead() {
        priced();
        one.publishScale("symbol", 17, 4);
        one.publishScale("symbol", 18, 2);
        write(one, 17, 5_853_301);
        write(one, 18, 100);
        write(one, 17, 1);
        write(one, 18, -1);
        write(one, 19, 1_000_000);
        final Path folder = root.resolve("recording");
        try (Recorder recorder = recorder(folder)) {
            record(recorder, 5);
        }
        final Measurement all = measured(folder, new MeasureContext().of("price"));
        final Measurement bySymbol = measured(folder, new MeasureContext().of("price * 2").by(List.of("symbol")));
        final Measurement byPrice = measured(folder, new MeasureContext().by(List.of("price")));
        final EventFilter filter = EventFilter.parse("price > 0.5 and price * 10 > 10");
        final List<String> accepted = new ArrayList<>();
        try (EventReader reader = EventReader.open(readers(), Source.recording(folder))) {
            do {
                reader.poll(event -> accepted.addAll(filter.accepts(event) ? List.of(text(event)) : List.of()));
            } while (!reader.hasCaughtUp());
        }

        assertThat(accepted).containsExactly("symbol=17 price=585.3301");
        assertThat(all.withoutNumber()).isOne();
        assertThat(all.groups(1)).singleElement().satisfies(group -> {
            assertThat(group.sum()).isEqualTo(new BigDecimal("586.3202"));
            assertThat(group.least()).isEqualTo(new BigDecimal("-0.01"));
            assertThat(group.greatest()).isEqualTo(new BigDecimal("585.3301"));
        });
        assertThat(bySymbol.groups(9)).filteredOn(group -> group.count() > 0).extracting(Measurement.Group::sum)
                .containsExactly(new BigDecimal("1170.6604"), new BigDecimal("1.98"));
        assertThat(byPrice.groups(9)).extracting(group -> group.key().get(0)).containsExactlyInAnyOrder(
                new BigDecimal("585.3301"), 1L, new BigDecimal("0.0001"), new BigDecimal("-0.01"), null);
        assertThat(all.misfits()).isEmpty();
    }

    private void priced() {
        one = other.register(PRICED);
        traced.enable(SESSION, EnableRequest.of(PRICED.name(), Enablement.of(5, 0, 0)));
    }

    @Test
    void shouldRejectAScaleOfATableThatNoFieldNamesAndOneThatIsOutOfRange() {
        assertThatThrownBy(() -> one.publishScale("symbl", 17, 4)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("table=symbl").hasMessageContaining("tables=[symbol]");
        assertThatThrownBy(() -> one.publishScale("symbol", 17, 19)).isInstanceOf(RingsideException.class)
                .hasMessageContaining("table=symbol, value=17, scale=19, min=0, max=18");
    }

    @Test
    void shouldRejectATableThatNoFieldNamesAndNamesThatAreNotAllowed() {
        assertThatThrownBy(() -> one.publishName("symbl", 17, "AAPL")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("table=symbl").hasMessageContaining("tables=[symbol]");
        assertThatThrownBy(() -> one.publishNames("symbol", Map.of(17L, "AAPL", 18L, "x".repeat(256))))
                .isInstanceOf(RingsideException.class).hasMessageContaining("length=256");
        write(one, 17, 1);

        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=17 size=1");
    }

    @Test
    void shouldShowNamesOfTypedEventsAndOfSelfDescribingOnes() {
        traced.enable(SESSION, EnableRequest.of("Example-Named", Enablement.of(5, 0, 0)));
        final NamedEventsProvider events = NamedEventsProvider.register(other);
        events.registration().publishNames("symbol", Map.of(17L, "AAPL", 65_535L, "LAST"));
        events.registration().publishName("venue", -1, "XNAS");
        events.submitted(17, (byte) -1, new NamedEvents.Leg((short) -1, 5));
        payload.putInt(0, 17);
        events.registration().selfDescribing("improvised").level(4).fields(
                FieldSchema.of("symbol", FieldType.INT32).withValues(ValueMap.published("symbol"))).intern()
                .write(payload, 0, 4);

        assertThat(live(NamesOfValuesTest::text)).containsExactly("symbol=AAPL venue=XNAS leg={symbol=LAST size=5}",
                "symbol=AAPL");
    }

    @Test
    void shouldDoNothingWithoutATraceDirectory() throws IOException {
        final Path file = Files.writeString(root.resolve("file"), "no folder");
        try (Ringside inert = Ringside.connect(new RingsideContext().directory(file))) {
            assertThat(inert.register(SCHEMA).publishName("symbol", 17, "AAPL")).isTrue();
        }
    }

    private void enable(final Enablement enablement) {
        traced.enable(SESSION, EnableRequest.of(SCHEMA.name(), enablement));
    }

    private void write(final ProviderRegistration registration, final int symbol, final int size) {
        payload.putInt(0, symbol);
        payload.putInt(4, size);
        registration.event(1).write(payload, 0, 8);
    }

    private <T> List<T> live(final Function<EventView, T> look) {
        return traced.take(SESSION, look);
    }

    private RecorderContext recorders(final Path folder) {
        return new RecorderContext(SESSION, folder).directory(traced.directory.path())
                .blockBytes(RecordingFixture.BLOCK_BYTES).minFreeBytes(1).errorHandler(problem -> {
                    throw new AssertionError(problem);
                });
    }

    private Recorder recorder(final Path folder) {
        return Recorder.open(recorders(folder));
    }

    private static void record(final Recorder recorder, final long events) {
        while (recorder.events() < events) {
            recorder.doWork();
        }
    }

    /** What is read is the recording and nothing else. */
    private void removeTraces() throws IOException {
        other.close();
        traced.close();
        try (Stream<Path> all = Files.walk(traced.directory.path())) {
            for (final Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static List<String> recorded(final Path folder, final boolean merged) {
        final List<String> texts = new ArrayList<>();
        try (EventReader reader = EventReader.open(readers().merged(merged), Source.recording(folder))) {
            reader.readAvailable(event -> texts.add(text(event)));
        }
        return texts;
    }

    private static String text(final EventView event) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static ReaderContext readers() {
        return new ReaderContext().errorHandler(problem -> {
            throw new AssertionError(problem);
        });
    }
}
