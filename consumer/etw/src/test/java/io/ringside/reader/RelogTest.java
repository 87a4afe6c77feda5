package io.ringside.reader;

import io.ringside.ErrorCode;
import io.ringside.RingsideException;
import io.ringside.etw.relog.NewEvent;
import io.ringside.etw.relog.RelogContext;
import io.ringside.etw.relog.RelogHandler;
import io.ringside.etw.relog.RelogStream;
import io.ringside.etw.relog.Relogger;
import io.ringside.etw.trace.EtwHeaderEncoder;
import io.ringside.etw.trace.EtwHeaderLayout;
import io.ringside.etw.trace.EventRecord;
import io.ringside.event.EventDescriptor;
import io.ringside.internal.drain.HandMadeProvider;
import io.ringside.internal.drain.HandMadeSession;
import io.ringside.internal.event.EventProperty;
import io.ringside.internal.files.FileMaker;
import io.ringside.internal.lane.OwnerName;
import io.ringside.internal.layout.FrameDescriptor;
import io.ringside.internal.recording.RecordingSummary;
import io.ringside.internal.registry.NamesFile;
import io.ringside.recording.Recorder;
import io.ringside.recording.RecorderContext;
import io.ringside.schema.EventSchema;
import io.ringside.schema.FieldSchema;
import io.ringside.schema.FieldType;
import io.ringside.schema.ProviderSchema;
import io.ringside.schema.PublishedNames;
import io.ringside.schema.ValueMap;
import io.ringside.session.SessionSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RelogTest {
    private static final RelogHandler EVERYTHING = (event, stream) -> stream.inject(event);
    private static final EventSchema OPENED = RecordingFixture.ORDERS.events().get(0);
    private static final long START_NS = HandMadeSession.START.wallNs();

    @TempDir
    Path root;
    private RecordingFixture fixture;
    private Path output;

    @BeforeEach
    void start() {
        fixture = new RecordingFixture(root);
        output = root.resolve("output");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    @DisplayName("R6.26 pass-through: same events, timestamps, process and thread ids, headers, items and schemas")
    void shouldKeepEverythingOfEventsThatAreInjected() {
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        provider.lane(1).handOver(7, new OwnerName(new Thread("seven")));
        for (int value = 0; value < 300; value++) {
            provider.write(value % 3, FrameDescriptor.reference(schemaIndex, 0), value, 8);
        }
        record();
        final Relogger relogged = relog(EVERYTHING);

        assertThat(relogged.events()).isEqualTo(300);
        assertThat(relogged.filteredEvents()).isZero();
        final List<String> original = facts(fixture.folder);
        assertThat(original).hasSize(300).first().asString().contains("Example-Orders/Opened");
        assertThat(original).filteredOn(fact -> fact.contains("tid=7 thread=seven")).hasSize(100);
        assertThat(facts(output)).isEqualTo(original);
        assertThat(fixture.read(output, true).late).isZero();
        assertThat(fixture.problems).isEmpty();
    }

    @Test
    void shouldKeepTheNamesThatProcessesHavePublished() {
        final ProviderSchema schema = ProviderSchema.builder("Example-Symbols").event("Submitted", EventDescriptor.of(1,
                4, 1), FieldSchema.of("symbol", FieldType.INT64).withValues(ValueMap.published("symbol"))).build();
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(schema);
        final PublishedNames names = new PublishedNames();
        names.publish("symbol", 17, "AAPL", 0);
        try (NamesFile file = NamesFile.create(
                fixture.session.directory().names(schema.id(), provider.incarnation()),
                new FileMaker(provider.incarnation()), schema.id(), names)) {
            provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 17, 8);
            record();
            names.publish("symbol", 18, "MSFT", 1);
            file.write();
        }
        provider.write(0, FrameDescriptor.reference(schemaIndex, 0), 18, 8);
        record();
        relog(RelogTest::odd);
        final Path again = root.resolve("again");
        relog(List.of(output, fixture.folder), again, EVERYTHING);

        assertThat(fixture.read(fixture.folder, true).texts).containsExactly("Example-Symbols/Submitted symbol=AAPL",
                "Example-Symbols/Submitted symbol=MSFT");
        assertThat(fixture.read(output, true).texts).containsExactly("Example-Symbols/Submitted symbol=AAPL");
        assertThat(fixture.read(again, true).texts).containsExactlyInAnyOrder("Example-Symbols/Submitted symbol=AAPL",
                "Example-Symbols/Submitted symbol=AAPL", "Example-Symbols/Submitted symbol=MSFT");
        assertThat(fixture.problems).isEmpty();
    }

    private static void odd(final EventView event, final RelogStream stream) {
        if (event.buffer().getLong(event.payloadOffset()) % 2 != 0) {
            stream.inject(event);
        }
    }

    @Test
    @DisplayName("R6.26 what is not injected does not reach the output, and is counted")
    void shouldCountWhatWasLeftOut() {
        final HandMadeProvider provider = fixture.session.provider();
        for (int value = 0; value < 1_000; value++) {
            provider.write(value % 4, value);
        }
        record();
        final Relogger relogged = relog(RelogTest::even);

        assertThat(relogged.events()).isEqualTo(500);
        assertThat(relogged.filteredEvents()).isEqualTo(500);
        assertThat(fixture.read(output, true).values)
                .isEqualTo(LongStream.range(0, 1_000).filter(value -> value % 2 == 0).boxed().toList());
        assertThat(filtered(output)).isEqualTo(500);
    }

    @Test
    @DisplayName("R6.26 a new event is found where its time belongs")
    void shouldPutNewEventsWhereTheirTimeBelongs() {
        final HandMadeProvider provider = fixture.session.provider();
        for (int value = 0; value < 10; value++) {
            provider.at(1_000 + 100 * value).write(value % 2, value);
        }
        record();
        final long base = times(fixture.folder).get(0);
        relog(new RelogHandler() {
            @Override
            public void onStreamBegin(final RelogStream stream) {
                stream.inject(opened(base + 850, 1_850));
                stream.inject(opened(base - 1, 999));
            }

            @Override
            public void onEvent(final EventView event, final RelogStream stream) {
                stream.inject(event);
                if (event.timeNs() == base + 500) {
                    stream.inject(opened(base + 450, 1_450));
                }
            }

            @Override
            public void onStreamEnd(final RelogStream stream) {
                stream.inject(opened(base + 5_000, 6_000));
            }
        });

        final RecordingFixture.Read read = fixture.read(output, true);
        assertThat(read.values).containsExactly(999L, 0L, 1L, 2L, 3L, 4L, 1_450L, 5L, 6L, 7L, 8L, 1_850L, 9L, 6_000L);
        assertThat(times(output)).isSorted().contains(base + 450, base + 850, base - 1, base + 5_000);
        assertThat(read.late).isZero();
        assertThat(read.texts).contains("Example-Orders/Opened order=1450");
        assertThat(facts(output).get(6)).contains("pid=" + ProcessHandle.current().pid() + " ",
                "tid=" + Thread.currentThread().getId() + " ");
    }

    @Test
    @DisplayName("R1.12 property 0x8 survives a relog, and a writer sets none")
    void shouldKeepPropertiesOfEvents() {
        fixture.session.provider().write(0, 1);
        record();
        relog((event, stream) -> {
            stream.inject(event);
            stream.inject(opened(event.timeNs() + 1, 2).property(EventProperty.RELOGGABLE)
                    .activityId(new UUID(5, 6)));
        });
        final Path again = root.resolve("again");
        relog(List.of(output), again, EVERYTHING);

        assertThat(facts(again)).hasSize(2);
        assertThat(facts(again).get(0)).contains("property=0 ");
        assertThat(facts(again).get(1)).contains("property=8 ", "activity=00000000-0000-0005-0000-000000000006");
        assertThat(facts(again)).isEqualTo(facts(output));
    }

    @Test
    @DisplayName("R6.27 losses of the source are carried over, each at its place")
    void shouldCarryLossesOver() {
        final HandMadeProvider provider = fixture.session.provider();
        final int written = provider.fill(1, 0);
        for (int i = 0; i < 6; i++) {
            assertThat(provider.write(1, -1)).isFalse();
        }
        try (Recorder recorder = fixture.recorder()) {
            fixture.record(recorder);
            provider.writeSequence(1, 100_000, 3);
            fixture.record(recorder);
        }
        final RecordingFixture.Read source = fixture.read();
        assertThat(source.lost).isEqualTo(7);

        final Relogger relogged = relog(RelogTest::even);
        final RecordingFixture.Read read = fixture.read(output, true);

        assertThat(read.lost).isEqualTo(7);
        assertThat(read.gaps).isEqualTo(source.gaps);
        assertThat(relogged.lostEvents()).isEqualTo(7);
        assertThat(relogged.events() + relogged.filteredEvents()).isEqualTo(written + 3L);
        assertThat(relogged.missingEvents()).isZero();
        final RecordingSummary summary = RecordingSummary.read(output);
        assertThat(summary.lost()).isEqualTo(RecordingSummary.read(fixture.folder).lost());
        assertThat(summary.events()).isEqualTo(relogged.events());
        assertThat(summary.ended()).isTrue();
    }

    @Test
    @DisplayName("R6.27 a rewritten recording is written anew with all of its counts")
    void shouldAddUpWhatWasLeftOutBefore() {
        final HandMadeProvider provider = fixture.session.provider();
        provider.fill(0, 0);
        record();
        final long all = fixture.read().values.size();
        relog(RelogTest::even);
        final Path again = root.resolve("again");
        final Relogger relogged = relog(List.of(output), again,
                (event, stream) -> stream.inject(event));
        final Path less = root.resolve("less");
        final Relogger least = relog(List.of(again), less, (event, stream) -> {});

        assertThat(relogged.events() + relogged.filteredEvents()).isEqualTo(all);
        assertThat(relogged.lostEvents()).isEqualTo(1);
        assertThat(least.events()).isZero();
        assertThat(least.filteredEvents()).isEqualTo(all);
        assertThat(filtered(less)).isEqualTo(all);
        assertThat(fixture.read(less, true).lost).isEqualTo(1);
    }

    @Test
    @DisplayName("R6.26 several inputs become one, by time")
    void shouldMergeSessionsByTime() {
        final HandMadeSession one = HandMadeSession.start(root.resolve("one-trace"), wide("one"), 8, 4);
        final HandMadeSession other = HandMadeSession.start(root.resolve("other-trace"), wide("other"), 9, 5);
        try (RecordingFixture first = new RecordingFixture(root.resolve("first"), one);
                RecordingFixture second = new RecordingFixture(root.resolve("second"), other)) {
            final HandMadeProvider left = one.provider();
            final HandMadeProvider right = other.provider();
            for (int value = 0; value < 6_000; value++) {
                (value % 2 == 0 ? left : right).at(1_000 + value).write(value % 3, value);
            }
            record(first);
            record(second);
            final List<String> alone = new ArrayList<>(facts(first.folder));
            alone.addAll(facts(second.folder));
            final Relogger relogged = relog(List.of(first.folder, second.folder), output, EVERYTHING);

            assertThat(relogged.events()).isEqualTo(6_000);
            final RecordingFixture.Read read = fixture.read(output, true);
            assertThat(read.late).isZero();
            assertThat(read.elsewhere).isZero();
            assertThat(read.values).isEqualTo(LongStream.range(0, 6_000).boxed().toList());
            assertThat(facts(output)).containsExactlyInAnyOrderElementsOf(alone);
        }
    }

    private static SessionSettings wide(final String name) {
        return SessionSettings.builder(name).laneBytes(1 << 18).lanes(4).build();
    }

    @Test
    void shouldCutTheOutputIntoFilesThatCanBeReadAlone() throws IOException {
        final HandMadeProvider provider = fixture.session.provider();
        final int schemaIndex = provider.register(RecordingFixture.ORDERS);
        for (int round = 0; round < 60; round++) {
            for (int value = 0; value < 50; value++) {
                provider.write(0, FrameDescriptor.reference(schemaIndex, 0), round * 50L + value, 1_000);
            }
            record();
        }
        try (Relogger relogger = Relogger.open(context(List.of(fixture.folder), output, EVERYTHING)
                .mode(RecorderContext.Mode.NEWFILE).maxBytes(1 << 20))) {
            run(relogger);
        }
        assertThat(files(output)).hasSizeGreaterThan(2);
        assertThat(fixture.read(output, true).values).isEqualTo(LongStream.range(0, 3_000).boxed().toList());

        Files.delete(files(output).get(0));
        final RecordingFixture.Read rest = fixture.read(output, true);
        assertThat(rest.texts).allMatch(text -> text.startsWith("Example-Orders/Opened order="));
        assertThat(rest.values).isNotEmpty().endsWith(2_999L);
        assertThat(rest.values.size() + rest.elsewhere).isEqualTo(3_000);
    }

    @Test
    @DisplayName("R6.26 a relogger that is cancelled leaves nothing")
    void shouldLeaveNothingWhenItIsCancelledOrBroken() {
        fixture.session.provider().writeSequence(0, 0, 10);
        record();
        try (Relogger relogger = Relogger.open(context(List.of(fixture.folder), output, (event, stream) -> {
            stream.inject(event);
            stream.cancel();
        }))) {
            while (relogger.doWork() > 0) {
                assertThat(relogger.isComplete()).isFalse();
            }
            assertThat(relogger.isCancelled()).isTrue();
            assertThat(relogger.events()).isOne();
        }
        assertThat(output).doesNotExist();

        assertThatThrownBy(() -> relog((event, stream) -> {
            throw new IllegalArgumentException("no");
        })).isInstanceOf(IllegalArgumentException.class).hasMessage("no");
        assertThatThrownBy(() -> relog((event, stream) -> {
            stream.inject(event);
            stream.inject(event);
        })).isInstanceOf(IllegalStateException.class).hasMessageContaining("before");
        assertThat(output).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhenTheOutputDoesNotFit() {
        fixture.session.provider().writeSequence(0, 0, 10);
        record();
        assertThatThrownBy(() -> Relogger.open(context(List.of(fixture.folder), output.resolve("in").resolve("it"),
                EVERYTHING).freeBytes(() -> 0))).isInstanceOf(RingsideException.class).extracting("code")
                .isEqualTo(ErrorCode.NO_SPACE);
        assertThatThrownBy(() -> relog(List.of(fixture.folder), fixture.folder, EVERYTHING))
                .isInstanceOf(RingsideException.class).extracting("code").isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThatThrownBy(() -> relog(List.of(root.resolve("absent")), output, EVERYTHING))
                .isInstanceOf(RingsideException.class).extracting("code").isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(output).doesNotExist();
        assertThat(fixture.read().values).hasSize(10);
    }

    @Test
    void shouldNeverBeContinuedByARecorder() throws IOException {
        fixture.session.provider().writeSequence(0, 0, 10);
        record();
        relog(EVERYTHING);
        final List<String> before = facts(output);

        assertThatThrownBy(() -> Recorder.open(fixture.context(output).mode(RecorderContext.Mode.APPEND)))
                .isInstanceOf(RingsideException.class).hasMessageContaining("made from others");
        assertThat(facts(output)).isEqualTo(before);
        assertThat(files(output)).hasSize(1);
    }

    private static void even(final EventView event, final RelogStream stream) {
        if (event.buffer().getLong(event.payloadOffset()) % 2 == 0) {
            stream.inject(event);
        }
    }

    private static NewEvent opened(final long timeNs, final long order) {
        final UnsafeBuffer payload = new UnsafeBuffer(new byte[Long.BYTES]);
        payload.putLong(0, order);
        return new NewEvent(RecordingFixture.ORDERS, OPENED, timeNs).payload(payload, 0, Long.BYTES);
    }

    private void record() {
        record(fixture);
    }

    private static void record(final RecordingFixture of) {
        try (Recorder recorder = of.recorder()) {
            of.record(recorder);
        }
    }

    private Relogger relog(final RelogHandler handler) {
        return relog(List.of(fixture.folder), output, handler);
    }

    private Relogger relog(final List<Path> sources, final Path folder, final RelogHandler handler) {
        try (Relogger relogger = Relogger.open(context(sources, folder, handler))) {
            run(relogger);
            return relogger;
        }
    }

    private static void run(final Relogger relogger) {
        while (!relogger.isComplete()) {
            assertThat(relogger.doWork()).isOne();
        }
    }

    private RelogContext context(final List<Path> sources, final Path folder, final RelogHandler handler) {
        return new RelogContext(sources, folder, handler).blockBytes(1 << 21).minFreeBytes(1)
                .errorHandler(error -> fixture.problems.add(String.valueOf(error.getMessage())));
    }

    /** Everything that an event tells. */
    private List<String> facts(final Path folder) {
        final List<String> facts = new ArrayList<>();
        read(folder, event -> {
            final UnsafeBuffer header = new UnsafeBuffer(new byte[EtwHeaderLayout.LENGTH]);
            new EtwHeaderEncoder().encode(new EventRecord().wrap(event), header, 0);
            final byte[] payload = new byte[event.payloadLength()];
            event.buffer().getBytes(event.payloadOffset(), payload);
            facts.add("session=" + event.sessionId() + " time=" + event.timeNs() + " pid=" + event.processId() + " tid="
                    + event.threadId() + " thread=" + event.threadName() + " owner=" + event.ownerThreadId()
                    + " process=" + event.incarnation()
                    + " property=" + new EventRecord().wrap(event).eventProperty() + " activity=" + event.activityId()
                    + " "
                    + event.providerName() + "/" + event.eventName() + " "
                    + HexFormat.of().formatHex(header.byteArray()) + HexFormat.of().formatHex(payload));
        });
        return facts;
    }

    private List<Long> times(final Path folder) {
        final List<Long> times = new ArrayList<>();
        read(folder, event -> times.add(event.timeNs()));
        assertThat(times).allMatch(time -> time >= START_NS);
        return times;
    }

    private long filtered(final Path folder) {
        return read(folder, event -> {});
    }

    private long read(final Path folder, final EventHandler handler) {
        try (EventReader consumer = EventReader.open(Source.recording(folder))) {
            consumer.readAvailable(handler);
            assertThat(consumer.totals().handlerErrors()).isZero();
            return consumer.totals().filteredEvents();
        }
    }

    private static List<Path> files(final Path folder) throws IOException {
        return DataFiles.of(folder);
    }
}
