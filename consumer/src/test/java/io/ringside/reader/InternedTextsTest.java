package io.ringside.reader;

import io.ringside.AllocatedBytes;
import io.ringside.RingsideException;
import io.ringside.control.EnableRequest;
import io.ringside.filter.EnablementFilters;
import io.ringside.internal.schema.TextFields;
import io.ringside.measure.MeasureContext;
import io.ringside.measure.Measurement;
import io.ringside.provider.Ringside;
import io.ringside.provider.TextDictionary;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.session.Enablement;
import io.ringside.session.SessionSettings;
import io.ringside.timeline.Timelines;
import io.ringside.typed.Decimal;
import io.ringside.typed.Interned;
import io.ringside.typed.TraceEvent;
import io.ringside.typed.TraceProvider;
import io.ringside.write.WriteResult;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Texts that repeat are written as numbers, and shown, received, compared and grouped as texts. */
@Timeout(60)
@Tag("jdk25")
class InternedTextsTest {
    private static final String SESSION = "interned";
    private static final String PROVIDER = "Example-Interned";

    @TempDir
    Path root;
    private TracedProvider traced;
    private Ringside ringside;
    private InternedTextsTestOrdersProvider events;

    /** A part of an order. */
    record Leg(@Interned("venue") String venue, int size) {}

    /** With texts that repeat. */
    @TraceProvider(PROVIDER)
    interface Orders {
        @TraceEvent(id = 1)
        long submitted(@Interned CharSequence symbol, @Decimal(scaleFrom = "symbol") long price);

        @TraceEvent(id = 2)
        long routed(@Interned("venue") String to, String note, Leg leg);
    }

    @BeforeEach
    void start() {
        traced = new TracedProvider(root);
        traced.controller.start(SessionSettings.builder(SESSION).lanes(8).laneBytes(TracedProvider.LANE_BYTES).build());
        ringside = traced.connect();
        events = InternedTextsTestOrdersProvider.register(ringside);
        enable(Enablement.of(5, 0, 0));
    }

    @AfterEach
    void close() {
        ringside.close();
        traced.close();
    }

    @Test
    void shouldShowTheTexts() {
        ok(events.submitted("AAPL", 5));
        ok(events.submitted(CharBuffer.wrap("MSFT"), 6));
        ok(events.submitted(CharBuffer.wrap("AAPL"), 7));
        ok(events.submitted("", 8));
        ok(events.submitted(null, 9));
        ok(events.submitted("A\nB", 10));
        ok(events.routed("XNAS", "note", new Leg("XLON", 3)));
        ok(events.routed("XLON", "", null));

        awaitTexts();
        assertThat(traced.take(SESSION, InternedTextsTest::text)).containsExactly(
                "symbol=AAPL price=\"5 (no scale)\"", "symbol=MSFT price=\"6 (no scale)\"",
                "symbol=AAPL price=\"7 (no scale)\"", "symbol=(empty) price=\"8 (no scale)\"",
                "symbol=(empty) price=\"9 (no scale)\"", "symbol=\"(not interned)\" price=\"10 (no scale)\"",
                "to=XNAS note=note leg={venue=XLON size=3}", "to=XLON note=\"\" leg={venue=(empty) size=0}");
        final TextDictionary symbols = events.registration().dictionary("symbol");
        assertThat(symbols.notInterned()).isOne();
        assertThat(symbols.idOf("MSFT")).isEqualTo(3);
    }

    @Test
    void shouldGiveReceiversTheTexts() {
        final List<String> received = new ArrayList<>();
        final InternedTextsTestOrdersReceiver receiver = new InternedTextsTestOrdersReceiver(new Orders() {
            @Override
            public long submitted(final CharSequence symbol, final long price) {
                received.add(symbol + " " + price);
                return 0;
            }

            @Override
            public long routed(final String to, final String note, final Leg leg) {
                received.add(to + ' ' + note + ' ' + leg);
                return 0;
            }
        });
        ok(events.submitted("AAPL", 5));
        ok(events.submitted(null, 6));
        ok(events.routed("XNAS", "n", new Leg("XLON", 3)));
        ok(events.routed("\u0001", "n", null));

        awaitTexts();
        assertThat(traced.take(SESSION, receiver::receive)).containsExactly(true, true, true, true);
        assertThat(received).containsExactly("AAPL 5", " 6", "XNAS n Leg[venue=XLON, size=3]",
                "(not interned) n Leg[venue=, size=0]");
    }

    @Test
    void shouldRecordCompareAndGroupTheTexts() {
        final Path folder = root.resolve("recording");
        try (Recorder recorder = Recorder.open(new RecorderContext(SESSION, folder).directory(traced.directory.path())
                .blockBytes(RecordingFixture.BLOCK_BYTES).minFreeBytes(1).errorHandler(problem -> {
                    throw new AssertionError(problem);
                }))) {
            ok(events.submitted("AAPL", 1));
            awaitTexts();
            record(recorder, 1);
            ok(events.submitted("MSFT", 2));
            ok(events.submitted("AAPL", 3));
            awaitTexts();
            record(recorder, 3);
        }
        final EventFilter filter = EventFilter.parse("symbol in (AAPL, IBM)");
        final Measurement measurement = new Measurement(new MeasureContext().by(List.of("symbol")));
        final List<String> accepted = new ArrayList<>();
        try (EventReader reader = EventReader.open(new ReaderContext(), Source.recording(folder))) {
            do {
                reader.poll(event -> {
                    measurement.onEvent(event);
                    accepted.addAll(filter.accepts(event) ? List.of(text(event)) : List.of());
                });
            } while (!reader.hasCaughtUp());
        }

        assertThat(accepted).containsExactly("symbol=AAPL price=\"1 (no scale)\"",
                "symbol=AAPL price=\"3 (no scale)\"");
        assertThat(measurement.groups(9)).extracting(Measurement.Group::key)
                .containsExactly(List.of("AAPL"), List.of("MSFT"));
    }

    @Test
    void shouldPairNoTextsThatAreNotInterned() {
        ok(events.submitted("AAPL", 1));
        ok(events.submitted("A\nB", 2));
        ok(events.submitted("C\nD", 3));
        ok(events.submitted("AAPL", 4));
        awaitTexts();
        final List<Timelines.Pairs.Pair> pairs = new ArrayList<>();
        final Timelines timelines = Timelines.ofPairs("symbol");
        final Timelines.Pairs successive = timelines.between("submitted", "submitted", pairs::add);
        traced.take(SESSION, event -> {
            timelines.onEvent(event);
            return event;
        });

        assertThat(pairs).extracting(Timelines.Pairs.Pair::key).containsExactly("AAPL");
        assertThat(successive.withoutKey()).isEqualTo(2);
    }

    private static void record(final Recorder recorder, final long count) {
        while (recorder.events() < count) {
            recorder.doWork();
        }
    }

    @Test
    void shouldCompareTheTextsWhereEventsAreWritten() {
        enable(Enablement.of(5, 0, 0).withFilters(EnablementFilters.builder()
                .payload("submitted: symbol == AAPL and price >= 0.5").build()));
        final int number = events.registration().dictionary("symbol").idOf("AAPL");
        events.registration().publishScale("symbol", number, 1);
        events.submitted("MSFT", 5);
        events.submitted("AAPL", 5);
        events.submitted("AAPL", 4);

        awaitTexts();
        assertThat(traced.take(SESSION, InternedTextsTest::text)).containsExactly("symbol=AAPL price=0.5");
    }

    @Test
    void shouldShareADictionaryAmongRegistrationsOfTheProcess() {
        ok(events.submitted("AAPL", 1));
        try (InternedTextsTestOrdersProvider second = InternedTextsTestOrdersProvider.register(ringside)) {
            assertThat(second.registration().dictionary("symbol"))
                    .isSameAs(events.registration().dictionary("symbol"));
            ok(second.submitted("MSFT", 2));
            ok(second.submitted("AAPL", 3));
        }

        awaitTexts();
        assertThat(traced.take(SESSION, view -> view.buffer().getInt(view.payloadOffset()))).containsExactly(2, 3, 2);
    }

    @Test
    void shouldRefuseOtherNamesOfItsTable() {
        assertThatThrownBy(() -> events.registration().publishName("symbol", 2, "AAPL"))
                .isInstanceOf(RingsideException.class).hasMessageContaining("table=symbol, provider=" + PROVIDER);
        assertThatThrownBy(() -> events.registration().dictionary("symbl")).isInstanceOf(RingsideException.class)
                .hasMessageContaining("table=symbl");
    }

    @Test
    void shouldNotAllocateWhenAKnownTextIsWritten() {
        traced.controller.start(SessionSettings.builder("flight").lanes(8).laneBytes(1 << 18)
                .overflow(SessionSettings.Overflow.DROP_OLDEST).build());
        traced.enable("flight", EnableRequest.of(PROVIDER, Enablement.of(5, 0, 0)));
        final CharSequence symbol = CharBuffer.wrap("AAPL");
        final Leg leg = new Leg("XLON", 1);

        assertThat(AllocatedBytes.by(20_000, () -> {
            events.submitted(symbol, 1);
            events.routed("XNAS", "note", leg);
        })).isZero();
        assertThat(WriteResult.written(events.submitted(symbol, 1))).isOne();
    }

    /** A new text waits only shortly until it is published; what is published after it waits for longer. */
    private void awaitTexts() {
        assertThat(events.registration().publishScale("venue", 99, 0)).isTrue();
    }

    private void enable(final Enablement enablement) {
        traced.enable(SESSION, EnableRequest.of(PROVIDER, enablement));
    }

    private static String text(final EventView event) {
        final StringBuilder text = new StringBuilder();
        new TextFields().append(text, event.schema(), event.buffer(), event.payloadOffset(), event.payloadLength());
        return text.toString();
    }

    private static void ok(final long result) {
        assertThat(WriteResult.written(result)).isOne();
    }
}
